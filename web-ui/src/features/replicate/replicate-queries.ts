import { useQuery } from '@tanstack/react-query';
import type { Job, Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiGet, apiPost, apiUpload } from '../../lib/api-client';
import { usePagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';
import type { Endpoint, Search, SubmitJob } from './wish';

export type Plan = Schemas['PlanView'];
export type Found = Schemas['SearchView'];
export type FoundDataset = Schemas['FoundDatasetView'];
export type Draft = Schemas['ImportView'];
export type Export = Schemas['ExportView'];
export type Entry = Schemas['EntryView'];
export type Site = Schemas['SiteView'];

const DATASETS_MAX = 1_000;
const PLAN_POLL_MILLIS = 500;

export function useExports() {
  return useAnswer<Page<Export>>('/exports');
}

export function useSites() {
  return useAnswer<Page<Site>>('/sites');
}

/** What a paired site lets this one read; the server asks it each time. */
export function useGrants(site: string, enabled: boolean) {
  return useAnswer<Schemas['SiteGrantsView']>(
    `/sites/${encodeURIComponent(site)}/grants`,
    {},
    { enabled, everyMillis: 0 },
  );
}

/** One directory; nothing is asked without a place. */
export function useEntries(place: Endpoint | null, ownSite: string) {
  return usePagedList<Entry>(
    `/exports/${encodeURIComponent(place?.export ?? '')}/entries`,
    { site: place === null || place.site === ownSite ? null : place.site, path: place?.path ?? null },
    // names of one directory below the path of another would be files that nobody offers
    { enabled: place !== null, everyMillis: 0, keepsPrevious: false },
  );
}

export function useSearchDatasets(search: Search | null) {
  const query = { text: search?.text ?? '', limit: DATASETS_MAX, ...search?.facets };
  return useQuery({
    queryKey: queryKeys.of('/search', query),
    queryFn: ({ signal }) => apiGet<Found>('/search', query, signal),
    enabled: search !== null,
    staleTime: 60_000,
    retry: false,
  });
}

export function useImportList() {
  return useChange((file: File) =>
    apiUpload<Draft>('/imports', new Blob([file], { type: 'application/octet-stream' }), {
      label: file.name,
    }),
  );
}

/** Starts a plan and asks until it is made. */
export function usePlan() {
  return useChange(async (wish: SubmitJob) => {
    let plan = await apiPost<Plan>('/plans', wish);
    while (plan.state === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, PLAN_POLL_MILLIS));
      plan = await apiGet<Plan>(`/plans/${encodeURIComponent(plan.id)}`);
    }
    return plan;
  });
}

export function useSubmit() {
  return useChange((wish: SubmitJob) => apiPost<Job>('/jobs', wish), queryKeys.of('/jobs'));
}

export function useAsk() {
  return useChange(
    (wish: Schemas['CreateReplicationRequest']) =>
      apiPost<Schemas['ReplicationRequestView']>('/requests', wish),
    queryKeys.of('/requests'),
  );
}
