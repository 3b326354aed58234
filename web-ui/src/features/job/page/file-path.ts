import type { Job } from '../../../api/messages';

/** A path for a narrow place: the folder may be cut there, the name not. */
export interface FilePath {
  /** ends with a slash; empty for a file at the top */
  folder: string;
  name: string;
}

/** The path below the destination of the job; of a job of a list the whole endpoint. */
export function filePathOf(job: Job, destination: string): FilePath {
  const path = belowDestination(job, destination) ?? destination;
  const slash = path.lastIndexOf('/', path.length - 2);
  return { folder: path.slice(0, slash + 1), name: path.slice(slash + 1) };
}

/** Null where a file is not below a single destination. */
export function belowDestination(job: Job, destination: string): string | null {
  if (job.destination == null) return null;
  const top = job.destination.endsWith('/') ? job.destination : `${job.destination}/`;
  return destination.startsWith(top) ? destination.slice(top.length) : null;
}
