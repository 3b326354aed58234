import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiGet, apiPost, type Query } from '../../lib/api-client';
import { usePagedList, type PagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';

export type Completeness = Schemas['CompletenessView'];
export type CompletenessRow = Schemas['Row'];
export type CompletenessCell = Schemas['Cell'];
export type CompletenessState = Schemas['CompletenessState'];
export type CompletenessGroups = Schemas['CompletenessGroupsView'];
export type CompletenessGroup = Schemas['Group'];
export type Dataset = Schemas['DatasetView'];
export type ReplicaSet = Schemas['ReplicaSetView'];
export type ReplicaFile = Schemas['ReplicaFileView'];
export type Dispute = Schemas['DisputeView'];
export type DisputeState = Schemas['DisputeState'];
export type Holding = Schemas['HoldingView'];
export type Publication = Schemas['PublicationView'];

const ROWS_PER_PAGE = 100;
const DISPUTES = queryKeys.of('/disputes');
const PUBLICATIONS = queryKeys.of('/publications');

/** Which of the known datasets are meant. */
export interface Choice {
  prefix: string;
  latest: boolean;
  /** FACET=VALUE or FACET!=VALUE */
  facet: readonly string[];
}

function queryOf({ prefix, latest, facet }: Choice): Query {
  return { prefix, latest: latest ? true : null, facet };
}

/** A row whose cells are found by the name of the site: two pages may have different sites. */
export interface MapRow extends Omit<CompletenessRow, 'cells'> {
  cells: ReadonlyMap<string, CompletenessCell>;
}

export function rowsOf({ rows, sites }: Pick<Completeness, 'rows' | 'sites'>): MapRow[] {
  return rows.map((row) => ({
    ...row,
    cells: new Map(row.cells.map((cell, at) => [sites[at]!, cell])),
  }));
}

/** Datasets by sites, page by page; `sites` are those of all pages so far. */
export function useCompleteness(choice: Choice): PagedList<MapRow> & { sites: string[] } {
  const query = queryOf(choice);
  const list = useInfiniteQuery({
    queryKey: queryKeys.of('/completeness', query),
    queryFn: ({ pageParam, signal }) =>
      apiGet<Completeness>('/completeness', { ...query, limit: ROWS_PER_PAGE, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const pages = list.data?.pages ?? [];
  return {
    sites: [...new Set(pages.flatMap(({ sites }) => sites))],
    rows: pages.flatMap(rowsOf),
    isKnown: list.data !== undefined,
    error: list.error,
    updatedAt: list.dataUpdatedAt,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

export function useCompletenessGroups(by: string, choice: Choice) {
  return useAnswer<CompletenessGroups>('/completeness/groups', { by, ...queryOf(choice) });
}

/** Of datasets that are named, whether they are known here or not. */
export function useAskCompleteness() {
  return useChange((datasets: string[]) => apiPost<Completeness>('/completeness', { datasets }));
}

export function useDatasets(filter: Query) {
  return usePagedList<Dataset>('/datasets', filter);
}

export function useReplicaSet(instanceId: string) {
  return useAnswer<ReplicaSet>(`/datasets/${encodeURIComponent(instanceId)}`);
}

/** What this site holds of a dataset. */
export function useHeldFiles(instanceId: string) {
  return usePagedList<Holding>('/holdings', { dataset: instanceId });
}

export function useDisputes(state: DisputeState | null) {
  return usePagedList<Dispute>('/disputes', { state });
}

/** One with its report. */
export function useDispute(disputeId: string) {
  return useAnswer<Dispute>(`/disputes/${encodeURIComponent(disputeId)}`, {}, { everyMillis: 3_000 });
}

export function useDecideDispute(disputeId: string) {
  return useChange(
    ({ verb, remark }: { verb: 'accept' | 'reject'; remark: string }) =>
      apiPost<Dispute>(`/disputes/${encodeURIComponent(disputeId)}/${verb}`, { remark: remark || null }),
    DISPUTES,
    queryKeys.of(`/disputes/${encodeURIComponent(disputeId)}`),
    queryKeys.of('/holdings'),
    queryKeys.attention,
  );
}

export function usePublish() {
  return useChange(
    (wish: Schemas['PublishReplica']) => apiPost<Publication>('/publications', wish),
    PUBLICATIONS,
  );
}
