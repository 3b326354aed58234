import type { Route } from '../mock-server';

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
const page = (items: unknown[]) => ({ status: 200, body: { items, nextCursor: null } });

const lines = [
  ['ann', 'POST /jobs/{jobId}/cancel', 'cancelled job-7', 'job-7', 'OK', 'was ACTIVE'],
  [
    'nightly',
    'POST /jobs',
    'submitted a job',
    'job-8',
    'OK',
    'bdm://dkrz/data/CMIP6 to bdm://ipsl/replica/CMIP6',
  ],
  [
    'eva',
    'POST /purges/{purgeId}/apply',
    'applied purge-3',
    'purge-3',
    'NOT_ALLOWED',
    'the role reader may not apply a purge plan',
  ],
  [
    'ann',
    'PUT /links/{source}/{destination}/limit',
    'limited the link from dkrz to ipsl',
    'dkrz to ipsl',
    'OK',
    '2 Gbit/s instead of none',
  ],
].map(([who, action, text, object, result, detail], index) => ({
  line: 4_711 - index,
  at: at(3 + index * 47),
  who,
  address: '192.0.2.7',
  action,
  text,
  object,
  result,
  detail,
}));

const users = [
  ['ann', 'Ann Example', 'ann@example.org', 'admin', false],
  ['bob', null, null, 'operator', false],
  ['eva', 'Eva Example of the far too long name of an institute', 'eva@example.org', 'reader', true],
].map(([name, shownName, email, role, disabled]) => ({
  name,
  shownName,
  email,
  role,
  disabled,
  createdAt: at(90_000),
  passwordChangedAt: at(40_000),
}));

const tokens = [
  ['nightly', ['submitter'], null, at(12)],
  ['dashboard', ['reader', 'metrics'], at(-90_000), null],
].map(([name, roles, expiresAt, lastUsedAt], index) => ({
  id: `token-${index}`,
  name,
  roles,
  createdAt: at(90_000),
  expiresAt,
  lastUsedAt,
  token: null,
}));

const hook = {
  name: 'night',
  target: 'mailto:ann@example.org',
  events: ['FAILED', 'PARTIAL'],
  labelStart: null,
  createdAt: at(90_000),
  createdBy: 'ann',
  deliveredAt: at(50),
  deliveredEvent: '41',
  failure: null,
  failures: 0,
  nextAt: null,
  secret: null,
};
const hooks = [
  hook,
  {
    ...hook,
    name: 'flow',
    target: 'https://flow.example.org/a/long/path/of/a/hook/that/does/not/fit',
    events: ['*'],
    deliveredAt: null,
    failures: 12,
    failure: 'flow.example.org answered 503',
    nextAt: at(-10),
  },
];

const backup = { beganAt: at(600), code: null, detail: null, advice: null, isChecked: true, state: 'GOOD' };
const backups = [
  {
    ...backup,
    name: 'catalog-2026-11-26.zip',
    bytes: null,
    sha256: null,
    isChecked: false,
    state: 'RUNNING',
  },
  { ...backup, name: 'catalog-2026-11-25.zip', bytes: 1_290_000_000, sha256: 'e3b0c442' },
  {
    ...backup,
    name: 'before-upgrade.zip',
    bytes: null,
    sha256: null,
    isChecked: false,
    state: 'FAILED',
    code: 'NO_SPACE',
    detail: 'The directory of backups is full.',
    advice: 'Free space there.',
  },
];

const doctor = {
  site: 'dkrz',
  node: 'n1',
  host: 'mover1.example.org',
  version: '0.1.0',
  examinedAt: at(0),
  verdict: 'ADVICE',
  checks: [
    { id: 'clock', subject: 'host', verdict: 'OK', found: 'The clock is 3 ms off.', change: null },
    {
      id: 'mtu',
      subject: 'host',
      verdict: 'ADVICE',
      found: 'The MTU of eth0 is 1,500 bytes; long paths carry more with 9,000.',
      change: 'ip link set eth0 mtu 9000',
    },
    {
      id: 'open-files',
      subject: 'process',
      verdict: 'PROBLEM',
      found: 'At most 1,024 files may be open; 64 streams and 16 writers need 4,096.',
      change: 'LimitNOFILE=65536',
    },
  ],
};

export const administrationScene: Route = ({ url, method }) => {
  if (method !== 'GET') return undefined;
  switch (url.pathname) {
    case '/audit':
      return page(lines);
    case '/users':
      return page(users);
    case '/tokens':
      return page(tokens);
    case '/hooks':
      return page(hooks);
    case '/backups':
      return page(backups);
    case '/doctor':
      return { status: 200, body: doctor };
    case '/settings':
      return { status: 200, body: { logLevel: 'INFO' } };
    default:
      return undefined;
  }
};
