import type { Answer, Route } from '../mock-server';
import { someRates } from './rates';

const MINUTE = 60_000;
const begun = Date.now();
const at = (minutes: number) => new Date(begun + minutes * MINUTE).toISOString();
const list = (...items: object[]): Answer => ({ status: 200, body: { items, nextCursor: null } });
const HASH = '4958fbc6f3222353c94356c62f55cf0cd7c3890d6111ef1bd726978d7978c5c6';

/** A code as another site makes it, with a secret of zeros. */
export const CODE = `bdm1_${Buffer.from(`bsc\ndata.bsc.example:8471\n${HASH}\n${'0'.repeat(64)}`).toString('base64url')}`;

const windows = {
  source: 'llnl',
  destination: 'dkrz',
  windows: ['Mon-Fri 18:00-06:00 Europe/Berlin', 'Sat,Sun 00:00-24:00 Europe/Berlin'],
  isOpen: false,
  changesAt: at(190),
  changedBy: 'ann',
  changedAt: at(-40_000),
};
const limit = {
  destination: 'dkrz',
  maxRateBytesPerSecond: 5e8,
  maxStreams: 8,
  note: 'over the Atlantic: agreed with the network group',
  changedBy: 'ann',
  changedAt: at(-40_000),
};
const link = {
  destination: 'dkrz',
  isPaired: true,
  limit: null,
  windows: null,
  bytesPerSecond: 0,
  streams: 0,
  jobs: 0,
};
const links = [
  {
    ...link,
    source: '*',
    isPaired: false,
    bytesPerSecond: 1.84e9,
    streams: 30,
    jobs: 4,
    limit: {
      ...limit,
      source: '*',
      maxRateBytesPerSecond: 2.5e9,
      maxStreams: null,
      note: 'half of the 40 Gbit/s',
    },
  },
  { ...link, source: 'ipsl', bytesPerSecond: 1.18e9, streams: 4, jobs: 2 },
  {
    ...link,
    source: 'llnl',
    bytesPerSecond: 4.1e8,
    streams: 8,
    jobs: 1,
    limit: { ...limit, source: 'llnl' },
    windows,
  },
  { ...link, source: 'cmcc' },
  {
    ...link,
    source: 'esgf-data.a-long-name-of-a-department.university.example:8443',
    isPaired: false,
    bytesPerSecond: 2.5e8,
    streams: 18,
    jobs: null,
    limit: { ...limit, source: 'esgf-data1.example', maxStreams: 20, maxRateBytesPerSecond: null },
  },
  { ...link, source: 'esgf.nci.example', isPaired: false, jobs: null },
];

const bench = {
  source: 'llnl',
  destination: 'dkrz',
  owner: 'ann',
  jobId: 'job-31',
  disks: null,
  limit: null,
  limitedBy: 'network',
  trouble: null,
  state: 'DONE',
  streams: 4,
  seconds: 10,
  bytes: 4e9,
  mode: 'mem-mem',
};
let isMeasuring = false;
const running = {
  ...bench,
  id: 'bench-9',
  state: 'RUNNING',
  beganAt: at(-0.06),
  seconds: null,
  bytes: 0,
  bytesPerSecond: 0,
  streams: 0,
  limitedBy: null,
};
const benches = [
  {
    ...bench,
    id: 'bench-8',
    state: 'FAILED',
    beganAt: at(-90),
    bytesPerSecond: 0,
    streams: 0,
    limitedBy: null,
    trouble: 'PEER_UNREACHABLE: cannot connect to data.llnl.example:8471',
  },
  { ...bench, id: 'bench-7', beganAt: at(-1500), bytesPerSecond: 4.9e8 },
  {
    ...bench,
    id: 'bench-6',
    mode: 'disk-disk',
    beganAt: at(-1520),
    bytesPerSecond: 3.1e8,
    limitedBy: 'disk of the destination',
  },
  { ...bench, id: 'bench-5', beganAt: at(-9000), bytesPerSecond: 5.6e8 },
  { ...bench, id: 'bench-4', mode: 'disk-disk', beganAt: at(-9010), bytesPerSecond: 3.3e8 },
];

const explanation = {
  source: 'llnl',
  destination: 'dkrz',
  reason: 'The limit of the link holds job-7 back: it has 391 of 477 MiB/s; job-9 has the rest.',
  limitedBy: 'link limit',
  jobs: [
    { jobId: '7KQ2M4XW', bytesPerSecond: 4.1e8, limit: 'the limit of the link, 477 MiB/s' },
    { jobId: 'job-9', bytesPerSecond: 9e7, limit: null },
  ],
  measured: 'This path did 3.9 Gbit/s memory to memory yesterday, over 4 streams, limited by the network.',
  host: 'node-1: processors 38 % busy, eth0 4.1 of 10 Gbit/s, sdb 62 % busy.',
};

export const linkScene: Route = ({ url: { pathname }, method }) => {
  if (pathname === '/links') return list(...links);
  if (pathname === '/rates') return { status: 200, body: someRates(Date.now()) };
  if (pathname === '/links/llnl/dkrz/explanation') return { status: 200, body: explanation };
  if (pathname === '/links/llnl/dkrz/benches' && method === 'POST') {
    isMeasuring = true;
    running.beganAt = new Date().toISOString();
    return { status: 201, body: running };
  }
  if (pathname === '/links/llnl/dkrz/benches') return list(...(isMeasuring ? [running] : []), ...benches);
  if (pathname === '/data-nodes') return list(...dataNodes);
  if (pathname === '/bans') return list(nodeBan);
  if (pathname.startsWith('/sites') || ['/invitations', '/nodes', '/exports', '/limits'].includes(pathname))
    return siteAnswer(pathname, method);
  return undefined;
};

const nodeBan = {
  place: 'esgf-node.ornl.example',
  isSite: false,
  reason: 'answers with HTML pages',
  until: null,
  bannedBy: 'carla',
  bannedAt: at(-8000),
};
const dataNode = {
  bytes: 4.2e12,
  bytesPerSecond: 3.1e7,
  connections: 6,
  connectionsConfigured: 8,
  connectionsMax: 8,
  settings: null,
  failuresInARow: 0,
  isBanned: false,
  nextTryAt: null,
  trouble: null,
};
const dataNodes = [
  { ...dataNode, node: 'esgf-data1.llnl.example' },
  {
    ...dataNode,
    node: 'esgf.nci.example',
    connections: 0,
    connectionsMax: 2,
    failuresInARow: 7,
    nextTryAt: at(4),
    trouble: 'It answered 503 Service Unavailable 7 times in a row; it is asked again after 8 min.',
  },
  {
    ...dataNode,
    node: 'esgf-data.a-long-name-of-a-department.university.example:8443',
    connections: 0,
    bytes: 0,
    bytesPerSecond: null,
    failuresInARow: 2,
    trouble: 'Read timed out after 60 s.',
  },
];

const site = {
  url: null,
  state: 'REACHABLE',
  stateSince: at(-300),
  lastSeenAt: at(0),
  pairedAt: at(-200_000),
  local: false,
  read: ['cmip6'],
  write: [] as string[],
  ban: null,
  maintenance: null,
  fingerprint: `SHA256:${HASH}`,
};
const maintenance = {
  number: 3,
  site: 'ipsl',
  beginsAt: at(-60),
  endsAt: at(600),
  note: 'upgrade of the file system',
  uid: '',
  isNow: true,
  addedBy: 'ann',
  addedAt: at(-900),
};
const sites = [
  {
    ...site,
    name: 'dkrz',
    local: true,
    dataAddress: 'data.dkrz.example:8471',
    pairedAt: null,
    stateSince: null,
    read: [],
  },
  {
    ...site,
    name: 'ipsl',
    url: 'https://bdm.ipsl.example',
    dataAddress: 'data1.ipsl.example:8471',
    write: ['scratch/from-ipsl'],
    maintenance,
  },
  { ...site, name: 'llnl', dataAddress: 'data.llnl.example:8471' },
  {
    ...site,
    name: 'nci',
    dataAddress: 'data.nci.example:8471',
    ban: {
      place: 'nci',
      isSite: true,
      reason: 'corrupt files since the upgrade of its storage',
      until: at(9000),
      bannedBy: 'ann',
      bannedAt: at(-3000),
    },
  },
  { ...site, name: 'cmcc', state: 'UNREACHABLE', stateSince: at(-12), dataAddress: 'data.cmcc.example:8471' },
  {
    ...site,
    name: 'ceda',
    state: 'UNKNOWN',
    stateSince: null,
    lastSeenAt: null,
    dataAddress: null,
    read: [],
  },
];
const invitation = {
  id: '25ae895213aa8993',
  name: 'bsc',
  code: null,
  createdAt: at(-60),
  expiresAt: at(1380),
  read: ['cmip6'],
  write: [],
};
const node = {
  version: '0.1.0',
  url: null,
  roles: ['control', 'data'],
  fingerprint: HASH,
  startedAt: at(-9000),
  seenAt: at(0),
  isThis: false,
  dataAddress: 'data1.dkrz.example:8471',
  exports: [
    { name: 'replica', rootId: null, isWritable: true },
    { name: 'cmip6', rootId: null, isWritable: false },
  ],
};
const placeLimit = {
  source: null,
  destination: null,
  maxRateOutBytesPerSecond: null,
  maxStreams: null,
  changedBy: 'ann',
  changedAt: at(-40_000),
};
const placeLimits = [
  {
    ...placeLimit,
    kind: 'EXPORT',
    name: 'cmip6',
    maxRateInBytesPerSecond: 4e8,
    maxActiveFiles: 16,
    note: 'slow disks',
  },
  {
    ...placeLimit,
    kind: 'NODE',
    name: 'node-1',
    maxRateInBytesPerSecond: 1.25e9,
    maxRateOutBytesPerSecond: 1.25e9,
    maxActiveFiles: null,
    note: '',
  },
];

const nodes = [
  {
    ...node,
    id: 'node-1',
    state: 'UP',
    jobs: 2,
    isThis: true,
    process: 'process 1201 on dkrz-bdm, home /var/lib/bdm',
  },
  { ...node, id: 'node-2', state: 'UP', jobs: 3, process: 'process 1202 on dkrz-data1, home /var/lib/bdm' },
  {
    ...node,
    id: 'node-3',
    state: 'DRAINING',
    jobs: 1,
    process: 'process 1203 on dkrz-data2, home /var/lib/bdm',
  },
  { ...node, id: 'node-4', state: 'LOST', jobs: 0, process: 'process 1204 on dkrz-data3, home /var/lib/bdm' },
];
const anExport = {
  site: 'dkrz',
  mode: 'rw',
  available: true,
  problem: null,
  freeBytes: 2.1e12,
  totalBytes: null,
};

function siteAnswer(pathname: string, method: string): Answer | undefined {
  if (pathname === '/sites') return list(...sites);
  if (pathname === '/limits') return list(...placeLimits);
  if (pathname === '/nodes') return list(...nodes);
  if (pathname === '/exports')
    return list(
      { ...anExport, name: 'replica' },
      { ...anExport, name: 'scratch', freeBytes: null },
      { ...anExport, name: 'cmip6', mode: 'ro', freeBytes: 3e14, totalBytes: 8e14 },
      {
        ...anExport,
        name: 'old',
        mode: 'ro',
        available: false,
        freeBytes: null,
        problem: "the directory of export 'old' is gone",
      },
    );
  if (pathname === '/invitations')
    return method === 'POST' ? { status: 201, body: { ...invitation, code: CODE } } : list(invitation);
  if (pathname.endsWith('/maintenance'))
    return list(maintenance, {
      ...maintenance,
      number: 4,
      beginsAt: at(20_000),
      endsAt: at(20_600),
      note: '',
      isNow: false,
      uid: 'rt-7',
    });
  const found = sites.find((each) => pathname === `/sites/${each.name}`);
  if (found === undefined) return undefined;
  return {
    status: 200,
    body: {
      site: found,
      relation: 'PEER',
      nodesToldAt: at(-90),
      nodes: [
        { dataAddress: 'data1.ipsl.example:8471', state: 'ANSWERS', triedAt: at(-3) },
        { dataAddress: 'data2.ipsl.example:8471', state: 'SILENT', triedAt: at(-5) },
        { dataAddress: 'data3.ipsl.example:8471', state: 'UNTRIED', triedAt: null },
      ],
    },
  };
}
