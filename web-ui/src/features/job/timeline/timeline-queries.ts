import { useQueries } from '@tanstack/react-query';
import type { Job, Page, Schemas } from '../../../api/messages';
import { apiGet } from '../../../lib/api-client';
import { useAnswer } from '../../../lib/answer';
import { queryKeys } from '../../../lib/query-keys';
import type { Maintenance } from './timeline-groups';

const JOBS_MAX = 200;
const MAINTENANCE_MAX = 200;

/** Jobs that have not ended, the newest first, and those that ended last. */
export function useTimelineJobs() {
  const open = useAnswer<Page<Job>>(
    '/jobs',
    { state: 'QUEUED,PLANNING,ACTIVE,PAUSED', limit: JOBS_MAX },
    { everyMillis: 10_000 },
  );
  const ended = useAnswer<Page<Job>>(
    '/jobs',
    { state: 'SUCCEEDED,PARTIAL,FAILED,CANCELLED', sort: '-endedAt', limit: JOBS_MAX },
    { everyMillis: 30_000 },
  );
  return { open, ended };
}

/** When links are open, by rules that people set. */
export function useWindows() {
  return useAnswer<Page<Schemas['LinkWindowsView']>>('/windows', { limit: 1000 }, { everyMillis: 60_000 });
}

/** The maintenance of these sites. */
export function useMaintenance(sites: readonly string[]): Maintenance[] {
  return useQueries({
    queries: sites.map((site) => {
      const path = `/sites/${encodeURIComponent(site)}/maintenance`;
      return {
        queryKey: queryKeys.of(path, { limit: MAINTENANCE_MAX }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          apiGet<Page<Maintenance>>(path, { limit: MAINTENANCE_MAX }, signal),
        refetchInterval: 60_000,
      };
    }),
    combine: (answers) => answers.flatMap(({ data }) => data?.items ?? []),
  });
}

/** All sites that this one knows, and itself. */
export function useSites() {
  return useAnswer<Page<Schemas['SiteView']>>('/sites', { limit: 1000 }, { everyMillis: 60_000 });
}
