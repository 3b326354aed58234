import type { Job, JobState } from '../../../api/messages';
import { countText, filesText } from '../../../lib/units';

export type JobFilter = 'all' | 'running' | 'waiting' | 'ended';

/** How a state is coloured. */
export type Tone = 'idle' | 'moving' | 'held' | 'warn' | 'good' | 'bad';

const FINAL: readonly JobState[] = ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'];
const MOVING: readonly JobState[] = ['QUEUED', 'PLANNING', 'ACTIVE'];
// Pauses that end by themselves when the other side, the window or the maintenance allows it, or the job is cancelled; docs/states.md.
const AUTOMATIC_PAUSES = ['WINDOW_CLOSED', 'SITE_MAINTENANCE', 'PEER_UNREACHABLE', 'CANCELLING'];

export const JOB_FILTERS: { value: JobFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'waiting', label: 'Waiting for a person' },
  { value: 'ended', label: 'Ended' },
];

export function isFinal(job: Job): boolean {
  return FINAL.includes(job.state);
}

export function isMoving(job: Job): boolean {
  return MOVING.includes(job.state);
}

export function waitsForPerson(job: Job): boolean {
  return job.state === 'PAUSED' && !AUTOMATIC_PAUSES.includes(job.stateReason?.code ?? '');
}

/** The states to ask the server for; null for all. A pause is sorted out by {@link isIn}. */
export function statesOf(filter: JobFilter): readonly JobState[] | null {
  switch (filter) {
    case 'all':
      return null;
    case 'running':
      return [...MOVING, 'PAUSED'];
    case 'waiting':
      return ['PAUSED'];
    case 'ended':
      return FINAL;
  }
}

export function isIn(filter: JobFilter, job: Job): boolean {
  if (job.state !== 'PAUSED') return true;
  return filter === 'all' || waitsForPerson(job) === (filter === 'waiting');
}

export function toneOf(job: Job): Tone {
  switch (job.state) {
    case 'QUEUED':
    case 'CANCELLED':
      return 'idle';
    case 'PLANNING':
    case 'ACTIVE':
      return 'moving';
    case 'PAUSED':
      return waitsForPerson(job) ? 'warn' : 'held';
    case 'SUCCEEDED':
      return 'good';
    case 'PARTIAL':
    case 'FAILED':
      return 'bad';
  }
}

export interface StateWords {
  /** null when it says no more than the state */
  code: string | null;
  what: string;
  since: string | null;
  /** what happens next; {@link nextAt} says when */
  next: string | null;
  nextAt: string | null;
}

/** Why a job is where it is, since when, and what happens next. */
export function stateWords(job: Job): StateWords {
  const reason = job.stateReason;
  return {
    code: reason == null || reason.code === job.state ? null : reason.code,
    what: reason?.text ?? plainWords(job),
    since: reason?.since ?? sinceOf(job),
    next: nextWords(job),
    nextAt: isFinal(job) ? null : (reason?.nextAt ?? null),
  };
}

function plainWords(job: Job): string {
  const { total, done, skipped, failed } = job.files;
  switch (job.state) {
    case 'QUEUED':
      return 'Waiting for its turn';
    case 'PLANNING':
      return 'Listing the source';
    case 'ACTIVE':
      return job.listingComplete ? 'Transferring files' : 'Transferring files, still listing the source';
    case 'PAUSED':
      return 'Paused';
    case 'SUCCEEDED':
      return done === 0 && total > 0
        ? `All ${filesText(total)} were already there`
        : `All ${filesText(total)} are there` + (skipped > 0 ? `, ${countText(skipped)} were before` : '');
    case 'PARTIAL':
      return `${countText(failed)} of ${filesText(total)} failed`;
    case 'FAILED':
      return total === 0 ? 'Nothing was transferred' : `None of ${filesText(total)} arrived`;
    case 'CANCELLED':
      return `Cancelled with ${countText(done + skipped)} of ${filesText(total)} there`;
  }
}

function sinceOf(job: Job): string | null {
  if (isFinal(job)) return job.endedAt;
  return job.state === 'QUEUED' ? job.createdAt : job.startedAt;
}

function nextWords(job: Job): string | null {
  switch (job.state) {
    case 'QUEUED':
      return job.stateReason?.nextAt == null ? 'Starts by itself' : 'Looks again';
    case 'PAUSED':
      if (job.stateReason?.nextAt != null) return 'Looks again by itself';
      return waitsForPerson(job) ? 'Paused until a person resumes it' : 'Resumes by itself';
    case 'PARTIAL':
    case 'FAILED':
      return job.files.failed > 0
        ? 'Remove the causes, then retry: a new job transfers the failed files'
        : null;
    case 'CANCELLED':
      return 'Submit it again to transfer the rest; files that are there are skipped';
    default:
      return null;
  }
}

/** Moved and verified, or there before. */
export function filesThere(job: Job): number {
  return job.files.done + job.files.skipped;
}

export function bytesThere(job: Job): number {
  return job.bytes.durable + job.bytes.skipped;
}

/** Bytes per second from start to end; null if nothing was moved or it has not ended. */
export function meanRate(job: Job): number | null {
  if (job.startedAt == null || job.endedAt == null || job.bytes.moved === 0) return null;
  const millis = Date.parse(job.endedAt) - Date.parse(job.startedAt);
  return millis > 0 ? (job.bytes.moved / millis) * 1000 : null;
}

export function endpointsOf(job: Job): { source: string; destination: string } | null {
  return job.source == null || job.destination == null
    ? null
    : { source: job.source, destination: job.destination };
}
