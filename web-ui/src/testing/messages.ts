import type { Attention, Job, JobFile, MoverEvent, Page } from '../api/messages';

/** Messages as a server sends them, for tests. */

export function aJob(changes: Partial<Job> = {}): Job {
  return {
    id: '7KQ2M4XW',
    label: 'CMIP6 IPSL historical tas',
    kind: 'TREE',
    owner: 'admin',
    state: 'ACTIVE',
    stateReason: null,
    source: 'bdm://ipsl/cmip6/CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical',
    destination: 'bdm://dkrz/replica/CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical',
    priority: 3,
    createdAt: '2026-11-20T10:00:00Z',
    startedAt: '2026-11-20T10:00:01Z',
    endedAt: null,
    listingComplete: true,
    files: {
      total: 1200,
      pending: 685,
      active: 8,
      verifying: 3,
      waiting: 4,
      done: 480,
      skipped: 20,
      failed: 0,
      cancelled: 0,
    },
    bytes: {
      total: 3_000_000_000_000,
      moved: 1_210_000_000_000,
      durable: 1_200_000_000_000,
      skipped: 50_000_000_000,
      failed: 0,
      resent: 67_108_864,
    },
    rate: { bytesPerSecond: 1_181_116_006, filesPerSecond: 0.5 },
    estimate: null,
    limitedBy: 'network',
    verify: 'readback',
    dataSecurity: 'tls',
    retryOf: null,
    mirror: null,
    unknownDatasets: 0,
    ...changes,
  };
}

export function aFile(changes: Partial<JobFile> = {}): JobFile {
  return {
    id: 'f1',
    kind: 'FILE',
    source: 'bdm://ipsl/cmip6/tas_Amon_IPSL-CM6A-LR_historical_r1i1p1f1_gr_185001-201412.nc',
    destination: 'bdm://dkrz/replica/tas_Amon_IPSL-CM6A-LR_historical_r1i1p1f1_gr_185001-201412.nc',
    size: 158_334_976,
    bytesMoved: 158_334_976,
    bytesDurable: 158_334_976,
    state: 'DONE',
    errorCode: null,
    errorText: null,
    evidenceLevel: 'readback',
    digest: {
      algorithm: 'sha256',
      value: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    attempts: 1,
    mtime: '2018-08-03T00:00:00Z',
    since: '2026-11-20T10:05:00Z',
    waitingUntil: null,
    reused: null,
    reusedFrom: null,
    origins: [],
    restsOn: null,
    placing: null,
    tries: [],
    ...changes,
  };
}

export function anEvent(changes: Partial<MoverEvent> = {}): MoverEvent {
  return {
    id: '1',
    at: '2026-11-20T10:00:01Z',
    jobId: '7KQ2M4XW',
    fileId: null,
    kind: 'JOB_STATE',
    code: null,
    text: 'The job became ACTIVE.',
    ...changes,
  };
}

export function anAttention(changes: Partial<Attention> = {}): Attention {
  return {
    id: 'paused-5HB0Z8RT',
    kind: 'PAUSED',
    code: 'NO_SPACE',
    text: 'The export replica of site dkrz is full.',
    advice: 'Free space at the destination, then resume the job.',
    since: '2026-11-20T09:48:00Z',
    lastAt: '2026-11-20T09:48:00Z',
    times: 1,
    files: 0,
    jobIds: ['5HB0Z8RT'],
    site: 'dkrz',
    actions: [],
    command: 'bdm-client resume 5HB0Z8RT',
    request: { method: 'POST', path: '/api/v1/jobs/5HB0Z8RT/resume', body: null },
    acknowledgement: null,
    ...changes,
  };
}

export function aPage<T>(...items: T[]): Page<T> {
  return { items, nextCursor: null };
}
