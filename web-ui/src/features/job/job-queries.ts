import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Job, Schemas } from '../../api/messages';
import { useChange } from '../../lib/answer';
import { apiGet, apiPatch, apiPost } from '../../lib/api-client';
import { pollMillis, useFeedState } from '../../lib/live-updates';
import { usePagedList, type PagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';
import { dayBegin } from '../../lib/time';
import { isIn, isMoving, statesOf, type JobFilter } from './state/job-state';

const JOBS_PER_PAGE = 50;

export type JobVerb = 'pause' | 'resume' | 'cancel' | 'retry';

export function jobPath(jobId: string, part = ''): string {
  return `/jobs/${encodeURIComponent(jobId)}${part}`;
}

export interface JobListView {
  show: JobFilter;
  /** a property of a job, after a minus for the largest first */
  sort: string;
  /** a part of the name */
  label: string;
  owner: string;
  /** a day, `2026-11-20`, in the reader's zone; empty for all */
  since: string;
}

/** Jobs page by page; the server sorts and filters. */
export function useJobs(view: JobListView): PagedList<Job> {
  const feed = useFeedState();
  const query = {
    state: statesOf(view.show)?.join(',') ?? null,
    sort: view.sort,
    'label~': view.label,
    owner: view.owner,
    since: dayBegin(view.since),
  };
  const list = usePagedList<Job>('/jobs', query, {
    key: queryKeys.jobs(JSON.stringify(query)),
    rowsPerPage: JOBS_PER_PAGE,
    everyMillis: (jobs) => pollMillis(feed, jobs.some(isMoving)),
  });
  return { ...list, rows: list.rows.filter((job) => isIn(view.show, job)) };
}

export function useJob(jobId: string) {
  const feed = useFeedState();
  return useQuery({
    queryKey: queryKeys.ofJob(jobId, 'summary'),
    queryFn: ({ signal }) => apiGet<Job>(jobPath(jobId), {}, signal),
    refetchInterval: (query) =>
      pollMillis(feed, query.state.data !== undefined && isMoving(query.state.data)),
  });
}

export type BulkWish = { verb: JobVerb } | { priority: number };

/** The same for many jobs, one after the other; stops at the first that the server refuses. */
export function useSteerJobs() {
  return useChange(
    async ({ jobIds, wish }: { jobIds: string[]; wish: BulkWish }) => {
      for (const jobId of jobIds) {
        if ('verb' in wish) await apiPost<Job>(jobPath(jobId, `/${wish.verb}`));
        else await apiPatch<Job>(jobPath(jobId), wish);
      }
    },
    queryKeys.jobLists,
    queryKeys.attention,
  );
}

/** Answers with the job as it is then; for retry with the new job. */
export function useSteerJob(jobId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (verb: JobVerb) => apiPost<Job>(jobPath(jobId, `/${verb}`)),
    onSuccess: (job) => queryClient.setQueryData(queryKeys.ofJob(job.id, 'summary'), job),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.job(jobId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.jobLists });
      void queryClient.invalidateQueries({ queryKey: queryKeys.attention });
    },
  });
}

/** A new priority or limit of the rate; answers with the job as it is then. */
export function useChangeJob(jobId: string) {
  return useChange(
    (changes: Schemas['PatchJob']) => apiPatch<Job>(jobPath(jobId), changes),
    queryKeys.job(jobId),
    queryKeys.jobLists,
  );
}
