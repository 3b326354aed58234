// The messages of /api/v1 that these pages use, as the rooms of org.bdm.core.control have them. Sizes are bytes, times RFC 3339 UTC.
// What may be null may also be left out: compare with `== null`.

export type JobState =
  'QUEUED' | 'PLANNING' | 'ACTIVE' | 'PAUSED' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED' | 'CANCELLED';

export type FileState =
  'PENDING' | 'ACTIVE' | 'VERIFYING' | 'WAITING' | 'DONE' | 'SKIPPED_SAME' | 'FAILED' | 'CANCELLED';

export interface StateReason {
  code: string;
  text: string;
  since: string;
  nextAt: string | null;
}

export interface FileCounts {
  total: number;
  pending: number;
  active: number;
  verifying: number;
  waiting: number;
  done: number;
  skipped: number;
  failed: number;
  cancelled: number;
}

export interface ByteCounts {
  total: number;
  moved: number;
  durable: number;
  skipped: number;
  failed: number;
  resent: number;
}

export interface Job {
  id: string;
  label: string | null;
  kind: string;
  owner: string | null;
  state: JobState;
  stateReason: StateReason | null;
  source: string | null;
  destination: string | null;
  priority: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  listingComplete: boolean;
  files: FileCounts;
  bytes: ByteCounts;
  rate: { bytesPerSecond: number; filesPerSecond: number };
  estimate: { p10: string | null; p50: string | null; p90: string | null } | null;
  limitedBy: string | null;
  verify: string;
  dataSecurity: string | null;
  retryOf: string | null;
}

export interface JobFile {
  id: string;
  kind: string;
  source: string;
  destination: string;
  size: number;
  bytesMoved: number;
  bytesDurable: number;
  state: FileState;
  errorCode: string | null;
  errorText: string | null;
  evidenceLevel: string | null;
  digest: { algorithm: string; value: string } | null;
  attempts: number;
  mtime: string | null;
  since: string | null;
  waitingUntil: string | null;
}

export interface MoverEvent {
  id: string;
  at: string;
  jobId: string | null;
  fileId: string | null;
  kind: string;
  code: string | null;
  text: string;
}

export interface Attention {
  id: string;
  kind: string;
  code: string;
  text: string;
  advice: string;
  since: string;
  lastAt: string;
  times: number;
  files: number;
  jobIds: string[];
  site: string | null;
  command: string;
}

export interface Explanation {
  jobId: string;
  state: string;
  code: string | null;
  reason: string;
  since: string | null;
  next: string | null;
  nextAt: string | null;
  limitedBy: string | null;
  host?: string | null;
  stages: {
    stage: string;
    parallelism: number;
    bytesPerSecond: number;
    waiting: number;
    busy: number;
  }[];
  openFiles: {
    fileId: string;
    destination: string;
    state: string;
    attempts: number;
    attemptsMax: number | null;
    errorCode: string | null;
    errorText: string | null;
    since: string | null;
    waitingUntil: string | null;
  }[];
  decisions: { at: string; text: string }[];
}

export interface Report {
  jobId: string;
  state: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  files: FileCounts;
  bytes: ByteCounts;
  evidence: { level: string; files: number }[];
  streams: number;
  dataSecurity: string | null;
  withoutTls?: { place: string; files: number; bytes: number }[];
  time: { listingMillis: number; movingMillis: number; verifyingMillis: number; placingMillis: number };
  failures: {
    code: string;
    files: number;
    advice: string;
    examples: { destination: string; text: string }[];
  }[];
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface Version {
  version: string;
  site: string;
}

/** How people can log in. */
export interface LoginWays {
  token: boolean;
  password: boolean;
  oidc: boolean;
  oidcName: string | null;
}

/** The session of the cookie; every POST, PATCH and DELETE sends the token as `X-CSRF-Token`. */
export interface Login {
  owner: string;
  roles: string[];
  csrfToken: string;
  expiresAt: string;
}

export interface Problem {
  status: number;
  code: string;
  detail: string;
  advice?: string | null;
}
