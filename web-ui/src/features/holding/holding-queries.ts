import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page, Schemas } from '../../api/messages';
import { useAnswer, useChange } from '../../lib/answer';
import { apiGet, apiPatch, apiPost } from '../../lib/api-client';
import { usePagedList, type PagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';

export type Holding = Schemas['HoldingView'];
export type HoldingState = Schemas['HoldingState'];
export type Survey = Schemas['SurveyView'];
/** Those that can be started here; a newer server may know others. */
export type SurveyKind = 'SCAN' | 'VERIFY' | 'RECONCILE';
export type Finding = Schemas['FindingView'];
export type Purge = Schemas['PurgeView'];
export type PurgeDataset = Schemas['PurgeDatasetView'];
export type PurgeFile = Schemas['PurgeFileView'];
export type NewPurge = Schemas['CreatePurge'];
export type QuarantinedFile = Schemas['QuarantinedFileView'];
export type Scrub = Schemas['ScrubView'];

export const FINDINGS_MAX = 10_000;

const FINDINGS_PER_PAGE = 1_000;
const SURVEYS = queryKeys.of('/surveys');
const PURGES = queryKeys.of('/purges');
const QUARANTINE = queryKeys.of('/quarantine');
const HOLDINGS = queryKeys.of('/holdings');
const SCRUB = queryKeys.of('/scrub');
const STARTS: Record<SurveyKind, string> = {
  SCAN: '/scans',
  VERIFY: '/verifications',
  RECONCILE: '/reconciliations',
};
const BUSY_PURGES = ['BUILDING', 'APPLYING', 'RESTORING', 'EMPTYING'];

function purgePath(purgeId: string, part = ''): string {
  return `/purges/${encodeURIComponent(purgeId)}${part}`;
}

function surveyPath(surveyId: string, part = ''): string {
  return `/surveys/${encodeURIComponent(surveyId)}${part}`;
}

export function isBusy(purge: Purge): boolean {
  return BUSY_PURGES.includes(purge.state);
}

export function useHoldings(filter: { state: string | null; export: string; path: string; dataset: string }) {
  return usePagedList<Holding>('/holdings', filter);
}

/** Faster while one runs. */
export function useSurveys(): PagedList<Survey> {
  return usePagedList<Survey>(
    '/surveys',
    {},
    { everyMillis: (rows) => (rows.some(({ state }) => state === 'OPEN') ? 3_000 : 30_000) },
  );
}

export function useSurvey(surveyId: string) {
  return useAnswer<Survey>(surveyPath(surveyId), {}, { everyMillis: 3_000 });
}

/** Returns the first ones, at most FINDINGS_MAX. `total` is how many the survey has found: when it grows they are asked for again. */
export function useFindings(surveyId: string, total: number) {
  const path = surveyPath(surveyId, '/findings');
  return useQuery<Finding[]>({
    queryKey: [path, Math.min(total, FINDINGS_MAX)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found: Finding[] = [];
      let cursor: string | null = null;
      let isFull: boolean;
      do {
        const page: Page<Finding> = await apiGet(path, { limit: FINDINGS_PER_PAGE, cursor }, signal);
        found.push(...page.items);
        cursor = page.nextCursor;
        // while a survey is open there is always a cursor, also behind the last finding so far
        isFull = page.items.length === FINDINGS_PER_PAGE;
      } while (cursor !== null && isFull && found.length < FINDINGS_MAX);
      return found;
    },
  });
}

export function useStartSurvey() {
  return useChange(
    ({ kind, ...wish }: { kind: SurveyKind; subject: string; withIndex: boolean | null }) =>
      apiPost<Survey>(STARTS[kind], wish),
    SURVEYS,
  );
}

export function usePurges() {
  return usePagedList<Purge>('/purges', {}, { everyMillis: (rows) => (rows.some(isBusy) ? 3_000 : 30_000) });
}

export function usePurge(purgeId: string) {
  return useAnswer<Purge>(purgePath(purgeId), {}, { everyMillis: 3_000 });
}

/** `stamp`: what the plan was like; another one asks again. */
export function usePurgeDatasets(purgeId: string, stamp: string) {
  const path = purgePath(purgeId, '/datasets');
  return usePagedList<PurgeDataset>(path, {}, { rowsPerPage: 500, key: [path, stamp] });
}

export function usePurgeFiles(purgeId: string, stamp: string) {
  const path = purgePath(purgeId, '/files');
  return usePagedList<PurgeFile>(path, {}, { key: [path, stamp] });
}

export function useCreatePurge() {
  return useChange((wish: NewPurge) => apiPost<Purge>('/purges', wish), PURGES);
}

export type PurgeStep = 'apply' | 'discard' | 'restore' | 'empty';

export function useStepPurge(purgeId: string) {
  return useChange(
    ({ step, confirmCount }: { step: PurgeStep; confirmCount: number | null }) =>
      apiPost<Purge>(purgePath(purgeId, `/${step}`), step === 'apply' ? { confirmCount } : undefined),
    queryKeys.of(purgePath(purgeId)),
    PURGES,
    QUARANTINE,
    HOLDINGS,
    queryKeys.attention,
  );
}

export function useQuarantine() {
  return usePagedList<QuarantinedFile>('/quarantine');
}

export function useRestoreDataset() {
  return useChange(
    (dataset: string) => apiPost<Schemas['RestoredDataset']>('/quarantine/restorations', { dataset }),
    QUARANTINE,
    HOLDINGS,
  );
}

export function useScrub() {
  return useAnswer<Scrub>('/scrub', {}, { everyMillis: 10_000 });
}

export function usePatchScrub() {
  return useChange((wish: Schemas['PatchScrub']) => apiPatch<Scrub>('/scrub', wish), SCRUB);
}
