import type { Answer, Route } from '../mock-server';

const MINUTE = 60_000;
const begun = Date.now();
const at = (minutes: number) => new Date(begun + minutes * MINUTE).toISOString();
const list = (items: object[]): Answer => ({ status: 200, body: { items, nextCursor: null } });
const one = (body: object): Answer => ({ status: 200, body });
const IPSL = 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon';
const DIRECTORY = 'CMIP6/CMIP/IPSL/IPSL-CM6A-LR/historical/r1i1p1f1/Amon';

const holding = {
  export: 'replica',
  path: `${DIRECTORY}/tas/gr/v20180803/tas_Amon_IPSL-CM6A-LR_historical_r1i1p1f1_gr_185001-201412.nc`,
  dataset: `${IPSL}.tas.gr.v20180803`,
  state: 'VERIFIED',
  size: 158_334_976,
  modified: at(-900_000),
  since: at(-9000),
  checkedAt: at(-3000),
  digests: [{ algorithm: 'sha256', value: '9f86d081884c7d659a2feaa0c55ad015', origin: 'published' }],
  mark: null,
};
const holdings = ['VERIFIED', 'UNVERIFIED', 'DISPUTED', 'SUPERSEDED', 'RETRACTED', 'DAMAGED', 'MISSING'].map(
  (state, index) => ({
    ...holding,
    state,
    path: holding.path.replaceAll('tas', ['tas', 'pr', 'psl', 'hus', 'ua', 'va', 'zg'][index]!),
    dataset: state === 'UNVERIFIED' ? null : holding.dataset,
    digests: state === 'UNVERIFIED' ? [] : holding.digests,
    checkedAt: state === 'UNVERIFIED' ? null : holding.checkedAt,
  }),
);

const survey = {
  id: 'survey-4',
  kind: 'RECONCILE',
  subject: `bdm://dkrz/replica/CMIP6/CMIP/IPSL`,
  owner: 'ann',
  state: 'DONE',
  files: 128_400,
  bytes: 2.1e13,
  findings: 26,
  problem: null,
  createdAt: at(-90),
  endedAt: at(-88),
};
const surveys = [
  {
    ...survey,
    id: 'survey-5',
    kind: 'VERIFY',
    subject: `${IPSL}.tas.gr.v20180803`,
    state: 'OPEN',
    files: 12,
    bytes: 1.9e9,
    findings: 0,
    createdAt: at(-2),
    endedAt: null,
  },
  survey,
  { ...survey, id: 'survey-3', kind: 'SCAN', findings: 0, createdAt: at(-4000) },
  {
    ...survey,
    id: 'survey-2',
    kind: 'SCAN',
    subject: 'bdm://dkrz/old',
    state: 'FAILED',
    files: 0,
    bytes: 0,
    findings: 0,
    createdAt: at(-9000),
  },
];
const KINDS = ['MISSING', 'EXTRA', 'DIFFERENT', 'SUPERSEDED'];
const TEXTS = [
  'is not on disk',
  'is on disk and not held',
  'size is 1834, held is 158334976',
  'a newer version of the dataset is known',
];
const findings = Array.from({ length: 26 }, (_, index) => ({
  export: 'replica',
  path: `${DIRECTORY}/${index < 18 ? 'tas' : index < 24 ? 'pr' : 'psl'}/gr/v20180803/file_${index}_185001-201412.nc`,
  dataset: index % 4 === 1 ? null : `${IPSL}.tas.gr.v20180803`,
  kind: KINDS[index % 4],
  text: TEXTS[index % 4],
}));

const plan = {
  id: 'purge-7',
  selection: 'superseded and retracted, ids from CMIP6.CMIP.IPSL, in export replica',
  owner: 'ann',
  appliedBy: null,
  state: 'OPEN',
  datasets: 3,
  files: 36,
  bytes: 1.57e11,
  removedFiles: 0,
  removedBytes: 0,
  keptFiles: 0,
  withoutSuccessor: true,
  mirror: null,
  note: null,
  problem: null,
  createdAt: at(-60),
  expiresAt: at(10_000),
  begunAt: null,
  endedAt: null,
};
const mirror = {
  ...plan,
  id: 'purge-6',
  selection: 'mirror of job-12: gone from bdm://ipsl/cmip6/CMIP6/CMIP',
  datasets: 0,
  files: 2400,
  bytes: 3.8e12,
  withoutSuccessor: false,
  mirror: {
    job: 'job-12',
    destinationFiles: 4210,
    cautions: [],
    confirmCount: 2400,
    largest: ['tas', 'pr', 'psl'].map((name, index) => ({
      path: `replica/${DIRECTORY}/${name}`,
      files: 1800 - index * 600,
      bytes: 2.9e12 / (index + 1),
    })),
  },
};
const applied = {
  ...mirror,
  id: 'purge-5',
  state: 'APPLIED',
  appliedBy: 'carla',
  removedFiles: 2398,
  removedBytes: 3.79e12,
  keptFiles: 2,
  begunAt: at(-50),
  endedAt: at(-45),
};
const dataset = {
  dataset: `${IPSL}.tas.gr.v20180803`,
  state: 'SUPERSEDED',
  reason: 'esgf.ipsl.example says that v20200110 is published',
  newer: `${IPSL}.tas.gr.v20200110`,
  newerFiles: 12,
  newerVerified: 12,
  newerEvidence: 'published',
  elsewhere: 'esgf.ipsl.example, esgf.nci.example, esgf-data1.llnl.example',
  files: 12,
  bytes: 5.2e10,
};
const datasets = [
  dataset,
  {
    ...dataset,
    dataset: `${IPSL}.pr.gr.v20180803`,
    newer: `${IPSL}.pr.gr.v20200110`,
    newerVerified: 7,
    elsewhere: 'esgf.ipsl.example',
  },
  {
    ...dataset,
    dataset: `${IPSL}.psl.gr.v20180803`,
    state: 'RETRACTED',
    reason: 'esgf.ipsl.example says that it was retracted',
    newer: null,
    newerFiles: 0,
    newerVerified: 0,
    newerEvidence: null,
    elsewhere: '',
  },
];
const files = holdings.map(({ export: name, path, size, modified }) => ({
  export: name,
  path,
  size,
  modified,
  outcome: 'PENDING',
  reason: '',
}));
const filesAfter = files.map((file, index) =>
  index < 2
    ? { ...file, outcome: 'KEPT', reason: 'it changed after the plan was made' }
    : { ...file, outcome: 'QUARANTINED' },
);

const quarantine = holdings.slice(3, 5).map(({ path, size, state, dataset: of }, index) => ({
  export: 'replica',
  path,
  keptAs: `holding-${index}`,
  dataset: of,
  size,
  since: at(-4000),
  state,
}));
const scrub = {
  isOn: true,
  state: 'CHECKING',
  percentPerWeek: 2,
  hours: '20:00-06:00',
  zone: 'Europe/Berlin',
  bytesPerSecond: 2e8,
  oldestCheckAt: at(-400_000),
  damagedFiles: 2,
  missingFiles: 0,
  trouble: 'export old has lost its name .bdm/export-id; nothing below it is checked',
  troubleAt: at(-300),
  week: {
    beganAt: at(-4000),
    filesMax: 480_000,
    checked: 41_200,
    bytes: 1.5e12,
    damaged: 2,
    missing: 0,
    unreadable: 1,
  },
};
const purges = [plan, mirror, applied, { ...plan, id: 'purge-4', state: 'EXPIRED', createdAt: at(-90_000) }];

export const holdingScene: Route = ({ url: { pathname }, method }) => {
  if (method === 'POST' && pathname.endsWith('/apply')) return one({ ...plan, state: 'APPLYING' });
  if (pathname === '/holdings') return list(holdings);
  if (pathname === '/surveys') return list(surveys);
  if (pathname === '/surveys/survey-4/findings') return list(findings);
  if (pathname === '/surveys/survey-4') return one(survey);
  if (pathname === '/quarantine') return list(quarantine);
  if (pathname === '/scrub') return one(scrub);
  if (pathname === '/purges') return list(purges);
  const purge = purges.find(({ id }) => pathname.startsWith(`/purges/${id}`));
  if (purge === undefined) return undefined;
  if (pathname.endsWith('/datasets')) return list(purge.mirror === null ? datasets : []);
  if (pathname.endsWith('/files')) return list(purge.state === 'APPLIED' ? filesAfter : files);
  return one(purge);
};
