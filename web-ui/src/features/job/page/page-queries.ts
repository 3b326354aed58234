import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type {
  Explanation,
  FileState,
  Job,
  JobFile,
  MoverEvent,
  Page,
  Report,
  Schemas,
} from '../../../api/messages';
import { apiGet, ApiProblem } from '../../../lib/api-client';
import { pollMillis, useFeedState } from '../../../lib/live-updates';
import { usePagedList, type PagedList } from '../../../lib/paged-list';
import { queryKeys } from '../../../lib/query-keys';
import { jobPath } from '../job-queries';
import { isFinal, isMoving } from '../state/job-state';

const FILES_PER_PAGE = 100;
const FILES_LOOKED_THROUGH = 1000;
const EVENTS_PER_PAGE = 200;
const REPORT_EVERY_MILLIS = 30_000;
const RATES_EVERY_MILLIS = 10_000;

export type JobDecision = Schemas['JobDecisionView'];

export interface FileFilter {
  state: FileState | null;
  /** how the path below the source begins */
  pathPrefix: string;
  /** an error code; the server cannot filter by it, so the files of a page are sorted out here */
  code: string;
}

/** The files in the order of the job. */
export function useJobFiles(job: Job, filter: FileFilter): PagedList<JobFile> {
  const feed = useFeedState();
  const { state, pathPrefix, code } = filter;
  const list = usePagedList<JobFile>(
    jobPath(job.id, '/files'),
    { state, q: pathPrefix },
    {
      key: queryKeys.ofJob(job.id, 'files', state ?? '', pathPrefix, code === '' ? 'page' : 'all'),
      rowsPerPage: code === '' ? FILES_PER_PAGE : FILES_LOOKED_THROUGH,
      everyMillis: isFinal(job) ? 0 : pollMillis(feed, isMoving(job)),
    },
  );
  if (code === '') return list;
  return { ...list, rows: list.rows.filter((file) => file.errorCode === code) };
}

/** One file, with its attempts. */
export function useJobFile(job: Job, fileId: string) {
  const feed = useFeedState();
  return useQuery({
    queryKey: queryKeys.ofJob(job.id, 'file', fileId),
    queryFn: ({ signal }) =>
      apiGet<JobFile>(jobPath(job.id, `/files/${encodeURIComponent(fileId)}`), {}, signal),
    refetchInterval: isFinal(job) ? false : pollMillis(feed, isMoving(job)),
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

/** Changes of the number of streams, oldest first. */
export function useJobDecisions(job: Job): PagedList<JobDecision> {
  return usePagedList<JobDecision>(
    jobPath(job.id, '/decisions'),
    {},
    {
      key: queryKeys.ofJob(job.id, 'decisions'),
      rowsPerPage: 1000,
      everyMillis: isFinal(job) ? 0 : RATES_EVERY_MILLIS,
    },
  );
}

export function useExplanation(job: Job) {
  const feed = useFeedState();
  return useQuery({
    queryKey: queryKeys.ofJob(job.id, 'explanation'),
    queryFn: ({ signal }) => apiGet<Explanation>(jobPath(job.id, '/explanation'), {}, signal),
    refetchInterval: isFinal(job) ? false : pollMillis(feed, isMoving(job)),
  });
}

export function useReport(job: Job) {
  return useQuery({
    queryKey: queryKeys.ofJob(job.id, 'report', job.state),
    queryFn: ({ signal }) => apiGet<Report>(jobPath(job.id, '/report'), {}, signal),
    refetchInterval: isFinal(job) ? false : REPORT_EVERY_MILLIS,
  });
}

export interface JobRates {
  stepSeconds: number;
  /** by time; a step without one moved nothing */
  points: { at: string; bytesPerSecond: number; filesPerSecond: number }[];
  marks: { at: string; code: string; text: string }[];
}

/** What moved over time; null from a server that does not keep it, and of a job at another site. */
export function useJobRates(job: Job) {
  return useQuery({
    // not of the job's own keys: events of the job come often, and a step is 10 s
    queryKey: queryKeys.of(jobPath(job.id, '/rates'), { state: job.state }),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<JobRates | null> => {
      try {
        return await apiGet<JobRates>(jobPath(job.id, '/rates'), {}, signal);
      } catch (problem) {
        if (problem instanceof ApiProblem && problem.status < 500) return null;
        throw problem;
      }
    },
    refetchInterval: (query) => (isFinal(job) || query.state.data === null ? false : RATES_EVERY_MILLIS),
  });
}
