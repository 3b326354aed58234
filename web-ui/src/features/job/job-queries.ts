import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Explanation, FileState, Job, JobFile, MoverEvent, Page, Report } from '../../api/messages';
import { apiGet, apiPost } from '../../lib/api-client';
import { pollMillis, useFeedState } from '../../lib/live-updates';
import { queryKeys } from '../../lib/query-keys';
import { isFinal, isIn, isMoving, statesOf, type JobFilter } from './state/job-state';

const JOBS_PER_PAGE = 50;
const FILES_PER_PAGE = 100;
const EVENTS_PER_PAGE = 200;

export type JobVerb = 'pause' | 'resume' | 'cancel' | 'retry';

function jobPath(jobId: string, part = ''): string {
  return `/jobs/${encodeURIComponent(jobId)}${part}`;
}

/** The jobs, newest first, page by page. */
export function useJobs(filter: JobFilter) {
  const feed = useFeedState();
  return useInfiniteQuery({
    queryKey: queryKeys.jobs(filter),
    queryFn: ({ pageParam, signal }) =>
      apiGet<Page<Job>>(
        '/jobs',
        { state: statesOf(filter)?.join(',') ?? null, limit: JOBS_PER_PAGE, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: (data) => data.pages.flatMap((page) => page.items).filter((job) => isIn(filter, job)),
    refetchInterval: (query) => {
      const pages = query.state.data?.pages ?? [];
      return (
        pollMillis(
          feed,
          pages.some((page) => page.items.some(isMoving)),
        ) * Math.max(1, pages.length)
      );
    },
  });
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
