import type { Attention, Explanation, FileState, Job, JobFile, Report } from '../src/api/messages';
import { aJob, anAttention, anEvent, aPage } from '../src/testing/messages';
import { problem, type Answer } from './mock-server';
import { HOSTILE, someFiles } from './scenes/files';
import { someRates } from './scenes/rates';

const MINUTE = 60_000;

/** A site in the middle of its work, which the test can change. */
export class Scene {
  jobs: Job[];
  files: JobFile[] = someFiles();
  attention: Attention[];

  constructor(private readonly nowMillis: number) {
    this.jobs = this.someJobs();
    const action = { page: '/sites/dkrz', request: null };
    this.attention = [
      anAttention({
        since: this.at(-42),
        actions: [
          { ...action, label: 'See the space of the exports', command: 'bdm-client export list' },
          { ...action, label: 'Find what takes the space', command: 'bdm-client completeness' },
          { ...action, label: 'Plan a purge', command: 'bdm-client purge --plan' },
        ],
      }),
    ];
  }

  answer(url: URL, method: string): Answer | undefined {
    const ok = (body: unknown): Answer => ({ status: 200, body });
    if (url.pathname === '/attention') return ok(aPage(...this.attention));
    if (url.pathname === '/jobs') return ok(aPage(...this.matching(url.searchParams.get('state'))));
    if (url.pathname === '/rates') return ok(someRates(this.nowMillis));
    const list = this.lists()[url.pathname];
    if (list !== undefined) return ok(aPage(...list));
    const [, id, part = ''] = /^\/jobs\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
    const job = this.jobs.find((each) => each.id === id);
    if (job === undefined) {
      return {
        status: 404,
        body: problem(404, 'UNKNOWN_JOB', `there is no job ${id}`, "List the jobs with 'bdm-client list'."),
      };
    }
    if (method === 'POST') return ok(this.steer(job, part.slice(1)));
    switch (part) {
      case '':
        return ok(job);
      case '/files':
        return ok(aPage(...this.matchingFiles(url.searchParams)));
      case '/events':
        return ok(aPage(...this.events(job)));
      case '/explanation':
        return ok(this.explanation(job));
      case '/report':
        return ok(this.report(job));
      default:
        return undefined;
    }
  }

  private lists(): Record<string, object[]> {
    const site = { ban: null, maintenance: null, local: false, stateSince: this.at(-300) };
    const link = { destination: 'dkrz', isPaired: true, limit: null, windows: null };
    const node = { roles: ['CONTROL', 'DATA'], url: null };
    return {
      '/sites': [
        { ...site, name: 'dkrz', local: true },
        { ...site, name: 'ipsl', state: 'REACHABLE' },
        { ...site, name: 'cmcc', state: 'UNREACHABLE', stateSince: this.at(-12) },
      ],
      '/nodes': [
        { ...node, id: 'node-1', state: 'UP', jobs: 2 },
        { ...node, id: 'node-2', state: 'LOST', jobs: 0 },
      ],
      '/links': [
        { ...link, source: 'ipsl', bytesPerSecond: 1.18e9, streams: 4, jobs: 1 },
        { ...link, source: 'bsc', bytesPerSecond: 4.1e8, streams: 8, jobs: 1 },
        { ...link, source: 'cmcc', bytesPerSecond: 0, streams: 0, jobs: 0 },
      ],
      '/exports': [
        {
          site: 'dkrz',
          name: 'replica',
          mode: 'rw',
          available: true,
          problem: null,
          freeBytes: 2.1e9,
          totalBytes: 8e14,
        },
        {
          site: 'dkrz',
          name: 'cmip6',
          mode: 'ro',
          available: true,
          problem: null,
          freeBytes: 3e14,
          totalBytes: 8e14,
        },
        {
          site: 'dkrz',
          name: 'old',
          mode: 'ro',
          available: false,
          problem: 'not mounted',
          freeBytes: null,
          totalBytes: null,
        },
      ],
    };
  }

  at(minutes: number): string {
    return new Date(this.nowMillis + minutes * MINUTE).toISOString();
  }

  change(id: string, changes: Partial<Job>): void {
    this.jobs = this.jobs.map((job) => (job.id === id ? { ...job, ...changes } : job));
  }

  private matching(states: string | null): Job[] {
    return this.jobs.filter((job) => states === null || states.split(',').includes(job.state));
  }

  private matchingFiles(query: URLSearchParams): JobFile[] {
    const state = query.get('state') as FileState | null;
    const prefix = query.get('q') ?? '';
    return this.files.filter(
      (file) =>
        (state === null || file.state === state) &&
        file.destination.split('/replica/')[1]?.startsWith(prefix),
    );
  }

  private steer(job: Job, verb: string): Job {
    const now = new Date(this.nowMillis).toISOString();
    if (verb === 'pause') {
      this.change(job.id, {
        state: 'PAUSED',
        stateReason: { code: 'BY_USER', text: 'Paused by admin', since: now, nextAt: null },
      });
    } else if (verb === 'resume') this.change(job.id, { state: 'ACTIVE', stateReason: null });
    else if (verb === 'cancel') this.change(job.id, { state: 'CANCELLED', stateReason: null, endedAt: now });
    return this.jobs.find((each) => each.id === job.id) ?? job;
  }

  private someJobs(): Job[] {
    const files = aJob().files;
    const bytes = aJob().bytes;
    return [
      aJob({
        createdAt: this.at(-38),
        startedAt: this.at(-38),
        estimate: { p10: this.at(21), p50: this.at(26), p90: this.at(41) },
      }),
      aJob({
        id: '9VZX0C3D',
        label: 'ERA5 monthly means, listing a very large tree with a label that is longer than others',
        listingComplete: false,
        priority: 2,
        createdAt: this.at(-3),
        startedAt: this.at(-3),
        source: 'bdm://bsc/reanalysis/ERA5/mon',
        destination: 'bdm://dkrz/replica/ERA5/mon',
        files: {
          ...files,
          total: 240_112,
          pending: 239_000,
          active: 32,
          verifying: 0,
          waiting: 0,
          done: 1080,
          skipped: 0,
        },
        bytes: { ...bytes, total: 812e12, durable: 1.2e12, moved: 1.3e12, skipped: 0 },
        limitedBy: 'listing',
      }),
      aJob({
        id: '5HB0Z8RT',
        label: 'CORDEX EUR-11 pr',
        state: 'PAUSED',
        stateReason: {
          code: 'NO_SPACE',
          text: 'The export replica of dkrz has 2.1 GiB free and the next files need 14 GiB',
          since: this.at(-42),
          nextAt: this.at(0.6),
        },
        rate: { bytesPerSecond: 0, filesPerSecond: 0 },
        limitedBy: null,
        createdAt: this.at(-200),
        startedAt: this.at(-199),
      }),
      aJob({
        id: '2ND81KLM',
        label: HOSTILE,
        kind: 'BATCH',
        state: 'PAUSED',
        stateReason: {
          code: 'PEER_UNREACHABLE',
          text: 'No connection to the data port of cmcc (data.cmcc.example:8471)',
          since: this.at(-12),
          nextAt: this.at(0.2),
        },
        source: null,
        destination: null,
        rate: { bytesPerSecond: 0, filesPerSecond: 0 },
        limitedBy: null,
        createdAt: this.at(-500),
        startedAt: this.at(-499),
      }),
      aJob({
        id: '0QWERTY1',
        label: null,
        state: 'QUEUED',
        startedAt: null,
        listingComplete: false,
        files: { ...files, total: 0, pending: 0, active: 0, verifying: 0, waiting: 0, done: 0, skipped: 0 },
        bytes: { total: 0, moved: 0, durable: 0, skipped: 0, failed: 0, resent: 0 },
        rate: { bytesPerSecond: 0, filesPerSecond: 0 },
        limitedBy: null,
        dataSecurity: null,
        createdAt: this.at(-1),
      }),
      this.ended('8PARTIAL', 'PARTIAL', 'CMIP6 MPI-M ssp585 ua 6hr', 12, 1500),
      this.ended('6DONE0AB', 'SUCCEEDED', 'CMIP5 historical zos', 0, 3000),
      this.ended('3FAILED0', 'FAILED', 'obs4MIPs', 1200, 4000),
    ];
  }

  private ended(id: string, state: Job['state'], label: string, failed: number, minutesAgo: number): Job {
    const job = aJob();
    const done = 1200 - failed;
    const total = job.bytes.total;
    const failedBytes = Math.round((total * failed) / 1200);
    return {
      ...job,
      id,
      label,
      state,
      createdAt: this.at(-minutesAgo),
      startedAt: this.at(-minutesAgo),
      endedAt: this.at(-minutesAgo + 61),
      files: { ...job.files, pending: 0, active: 0, verifying: 0, waiting: 0, skipped: 0, done, failed },
      bytes: {
        ...job.bytes,
        durable: total - failedBytes,
        moved: total - failedBytes,
        skipped: 0,
        failed: failedBytes,
      },
      rate: { bytesPerSecond: 0, filesPerSecond: 0 },
      limitedBy: null,
    };
  }

  private events(job: Job) {
    return [
      anEvent({
        id: '1',
        jobId: job.id,
        at: job.createdAt,
        kind: 'JOB_CREATED',
        text: 'Submitted by admin.',
      }),
      anEvent({ id: '2', jobId: job.id, at: job.createdAt, text: 'The job became ACTIVE.' }),
      anEvent({
        id: '3',
        jobId: job.id,
        at: this.at(-2),
        kind: 'FILE_WAITING',
        code: 'SOURCE_CHANGED',
        text: 'tas_day.nc changed while it was read; it is tried again in 60 s.',
      }),
      anEvent({
        id: '4',
        jobId: job.id,
        at: this.at(-1),
        kind: 'DECISION',
        text: 'Streams raised from 2 to 4: the network limits and more streams gave 31 % more.',
      }),
    ];
  }

  private explanation(job: Job): Explanation {
    return {
      jobId: job.id,
      state: job.state,
      code: null,
      reason: reasonOf(job),
      since: job.startedAt,
      next: job.state === 'PAUSED' ? 'It stays until somebody resumes it.' : 'It continues.',
      nextAt: null,
      limitedBy: 'network',
      placing: 'renamed without replacing; proof: inode number and size',
      host: null,
      nodes: [],
      stages:
        job.state !== 'ACTIVE'
          ? []
          : [
              { stage: 'source', parallelism: 4, bytesPerSecond: 1.18e9, waiting: 0, busy: 0.62 },
              { stage: 'network', parallelism: 4, bytesPerSecond: 1.18e9, waiting: 64, busy: 0.98 },
              { stage: 'disk', parallelism: 4, bytesPerSecond: 1.18e9, waiting: 1, busy: 0.41 },
              { stage: 'hash', parallelism: 2, bytesPerSecond: 1.18e9, waiting: 2, busy: 0.25 },
              { stage: 'place', parallelism: 3, bytesPerSecond: 1.18e9, waiting: 3, busy: 0.06 },
            ],
      openFiles: [
        {
          fileId: 'f4',
          destination: 'bdm://dkrz/replica/tas_day.nc',
          state: 'WAITING',
          attempts: 2,
          attemptsMax: 8,
          errorCode: 'SOURCE_CHANGED',
          errorText: 'it changed while it was read',
          since: this.at(0),
          waitingUntil: this.at(1),
        },
      ],
      decisions: [{ at: this.at(-1), text: 'Streams raised from 2 to 4: more streams gave 31 % more.' }],
    };
  }

  private report(job: Job): Report {
    return {
      jobId: job.id,
      state: job.state,
      createdAt: job.createdAt,
      startedAt: job.startedAt,
      endedAt: job.endedAt,
      files: job.files,
      bytes: job.bytes,
      evidence: [
        { level: 'published', files: 900 },
        { level: 'readback', files: 288 },
      ],
      restsOn: null,
      streams: 4,
      dataSecurity: 'tls',
      bench: null,
      decisions: 1,
      source: job.source,
      destination: job.destination,
      label: job.label,
      mirror: null,
      options: {
        verify: 'readback',
        digest: 'sha256',
        priority: 3,
        onConflict: 'skip',
        syncLevel: 'mtime',
        order: 'listed',
        symlinks: 'keep',
        include: ['*.nc'],
        exclude: [],
        maxRateBytesPerSecond: null,
      } as unknown as Report['options'],
      reused: { bytes: 0, files: 0 },
      unknownDatasets: 0,
      withoutTls: [],
      time: {
        listingMillis: 14_200,
        movingMillis: 3_480_000,
        verifyingMillis: 2_100_000,
        placingMillis: 9_000,
      },
      failures: [
        {
          code: 'CHECKSUM_MISMATCH',
          files: 12,
          advice: 'The content does not match the expected digest; nothing was placed.',
          examples: [
            { destination: 'bdm://dkrz/replica/ua_6hr.nc', text: 'published 9f86…, computed 2c26…' },
          ],
        },
      ],
    };
  }
}

function reasonOf(job: Job): string {
  if (job.state === 'CANCELLED') return 'Cancelled with 500 of 1,200 files there';
  if (job.endedAt !== null) return `${job.files.failed} of 1,200 files failed.`;
  return (
    job.stateReason?.text ??
    'It moves 1126.4 MiB/s and 0.5 files/s over 4 streams; 8 files under way, 3 being verified; limited by the network: the source waits for it.'
  );
}
