import type { Route } from '../mock-server';

const page = (items: unknown[]) => ({ status: 200, body: { items, nextCursor: null } });
const anExport = (name: string, mode: string, freeBytes: number) => ({
  name,
  site: 'dkrz',
  mode,
  available: true,
  freeBytes,
  totalBytes: null,
  problem: null,
});
const entry = (name: string, kind: string, size: number | null) => ({
  name,
  kind,
  size,
  mtime: null,
  linkTarget: null,
});
const dataset = (model: string, experiment: string, index: number) => ({
  instanceId: `CMIP6.ScenarioMIP.DKRZ.${model}.${experiment}.r1i1p1f1.Amon.tas.gn.v2019071${index}`,
  bytes: 2.4e9 * (index + 1),
  files: 9 + index,
  indexes: ['west'],
  latest: index !== 3,
  nodes: ['esgf3.dkrz.de', 'esgf-data1.llnl.gov'],
  project: 'CMIP6',
  retracted: index === 4,
});
const found = {
  complete: false,
  cut: null,
  files: [],
  warnings: [
    {
      index: 'north',
      code: 'TIMED_OUT',
      text: 'did not answer within 30 s',
      at: '',
      affectsCompleteness: true,
    },
  ],
  datasets: ['MPI-ESM1-2-HR', 'MPI-ESM1-2-LR', 'CanESM5'].flatMap((model, m) =>
    ['ssp126', 'ssp585'].map((experiment, e) => dataset(model, experiment, 2 * m + e)),
  ),
};
const plan = {
  id: 'plan-1',
  state: 'DONE',
  files: 1_204_000,
  bytes: 5e13,
  filesToMove: 1_200_000,
  bytesToMove: 4e13,
  filesSame: 4_000,
  filesInConflict: 12,
  filesWithoutReplica: 3,
  freeBytesNow: 9e13,
  freeInodesNow: null,
  peakBytes: 4e13,
  bytesOfOtherJobs: 2e13,
  filesOfOtherJobs: null,
  errors: [],
  problem: null,
  replicas: {
    bytesToReuse: 1.3e8,
    datasets: 12,
    filesToReuse: 3,
    leftOut: [],
    nodes: [],
    sites: [],
    unknown: ['CMIP6.nothing'],
    warnings: [],
  },
  sizes: [
    { bytesFrom: 262_144, bytesBelow: 1_048_576, files: 520, bytes: 3e8 },
    { bytesFrom: 1_048_576, bytesBelow: 4_194_304, files: 80, bytes: 2e8 },
    { bytesFrom: 4_194_304, bytesBelow: 16_777_216, files: 0, bytes: 0 },
    { bytesFrom: 16_777_216, bytesBelow: 67_108_864, files: 600, bytes: 3.95e10 },
  ],
  routes: [
    {
      source: 'ipsl',
      files: 1_000_000,
      bytes: 3e13,
      smallFiles: 600_000,
      basis: 'from 37 jobs of this link',
    },
    { source: 'esgf-data1.llnl.gov', files: 200_000, bytes: 1e13, smallFiles: 100, basis: 'a guess' },
  ],
  estimate: {
    p10Seconds: 36_000,
    p50Seconds: 54_000,
    p90Seconds: 90_000,
    basis: 'from 37 jobs of this link',
    dominant: 'Mostly bytes over the link from ipsl: 91 % of the time.',
  },
};

export const replicateScene: Route = ({ url, method }) => {
  if (url.pathname === '/exports')
    return page([anExport('data', 'ro', 3e13), anExport('replica', 'rw', 9e13)]);
  if (url.pathname.endsWith('/grants'))
    return { status: 200, body: { site: 'ipsl', read: ['cmip6/CMIP6/ScenarioMIP', 'obs'], write: [] } };
  if (url.pathname.endsWith('/entries'))
    return page([
      entry('CMIP', 'DIRECTORY', null),
      entry('ScenarioMIP', 'DIRECTORY', null),
      entry(
        'DCPP%20of%20a%20long%20name%20that%20does%20not%20fit%20into%20one%20line%20of%20a%20phone',
        'DIRECTORY',
        null,
      ),
      entry('README.txt', 'FILE', 1_234),
    ]);
  if (url.pathname === '/search') return { status: 200, body: found };
  if (url.pathname.startsWith('/plans')) return { status: method === 'POST' ? 202 : 200, body: plan };
  return undefined;
};
