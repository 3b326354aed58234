import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Explanation, FileState, Job, JobFile, MoverEvent, Page, Report } from '../../api/messages';
import { useChange } from '../../lib/answer';
import { apiGet, apiPatch, apiPost } from '../../lib/api-client';
import { pollMillis, useFeedState } from '../../lib/live-updates';
import { usePagedList, type PagedList } from '../../lib/paged-list';
import { queryKeys } from '../../lib/query-keys';
import { isFinal, isIn, isMoving, statesOf, type JobFilter } from './state/job-state';

const JOBS_PER_PAGE = 50;
const FILES_PER_PAGE = 100;
const EVENTS_PER_PAGE = 200;

export type JobVerb = 'pause' | 'resume' | 'cancel' | 'retry';

function jobPath(jobId: string, part = ''): string {
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
    since: sinceOf(view.since),
  };
  const list = usePagedList<Job>('/jobs', query, {
    key: queryKeys.jobs(JSON.stringify(query)),
    rowsPerPage: JOBS_PER_PAGE,
    everyMillis: (jobs) => pollMillis(feed, jobs.some(isMoving)),
  });
  return { ...list, rows: list.rows.filter((job) => isIn(view.show, job)) };
}

function sinceOf(day: string): string | null {
  const begin = new Date(`${day}T00:00:00`);
  return Number.isNaN(begin.getTime()) ? null : begin.toISOString();
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

/** The files in the order of the job; filters are the server's. */
export function useJobFiles(job: Job, state: FileState | null, pathPrefix: string) {
  const feed = useFeedState();
  return useInfiniteQuery({
    queryKey: queryKeys.ofJob(job.id, 'files', state ?? '', pathPrefix),
    queryFn: ({ pageParam, signal }) =>
      apiGet<Page<JobFile>>(
        jobPath(job.id, '/files'),
        { state, q: pathPrefix, limit: FILES_PER_PAGE, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: (data) => data.pages.flatMap((page) => page.items),
    // the more is shown, the more is asked each time
    refetchInterval: (query) =>
      isFinal(job)
        ? false
        : pollMillis(feed, isMoving(job)) * Math.max(1, query.state.data?.pages.length ?? 1),
  });
}

/** Oldest first, as they happened. */
export function useJobEvents(job: Job) {
  return useInfiniteQuery({
    queryKey: queryKeys.ofJob(job.id, 'events'),
    queryFn: ({ pageParam, signal }) =>
      apiGet<Page<MoverEvent>>(
        jobPath(job.id, '/events'),
        { limit: EVENTS_PER_PAGE, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}

export function useExplanation(job: Job) {
  const feed = useFeedState();
  return useQuery({
    queryKey: queryKeys.ofJob(job.id, 'explanation'),
    queryFn: ({ signal }) => apiGet<Explanation>(jobPath(job.id, '/explanation'), {}, signal),
    refetchInterval: pollMillis(feed, isMoving(job)),
  });
}

export function useReport(job: Job) {
  return useQuery({
    queryKey: queryKeys.ofJob(job.id, 'report', job.state),
    queryFn: ({ signal }) => apiGet<Report>(jobPath(job.id, '/report'), {}, signal),
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
