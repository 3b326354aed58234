import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aJob, aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

const anExport = {
  name: 'replica',
  site: 'dkrz',
  mode: 'rw',
  available: true,
  freeBytes: 1e12,
  totalBytes: null,
  problem: null,
};
const aPlan = {
  id: 'plan-1',
  state: 'DONE',
  files: 1204,
  bytes: 5e10,
  filesToMove: 1200,
  bytesToMove: 4e10,
  filesSame: 4,
  filesInConflict: 0,
  filesWithoutReplica: 0,
  freeBytesNow: 9e10,
  freeInodesNow: null,
  peakBytes: 4e10,
  bytesOfOtherJobs: 2e10,
  filesOfOtherJobs: null,
  hardLinks: null,
  destinationNote: null,
  errors: [],
  problem: null,
  replicas: null,
  sizes: [
    { bytesFrom: 262_144, bytesBelow: 1_048_576, files: 520, bytes: 3e8 },
    { bytesFrom: 1_048_576, bytesBelow: 4_194_304, files: 80, bytes: 2e8 },
    { bytesFrom: 4_194_304, bytesBelow: 16_777_216, files: 0, bytes: 0 },
    { bytesFrom: 16_777_216, bytesBelow: 67_108_864, files: 600, bytes: 3.95e10 },
  ],
  routes: [{ source: 'ipsl', files: 1200, bytes: 4e10, smallFiles: 600, basis: 'from 37 jobs of this link' }],
  estimate: {
    p10Seconds: 3600,
    p50Seconds: 5400,
    p90Seconds: 9000,
    basis: 'from 37 jobs of this link',
    dominant: null,
  },
};
const entry = (name: string, kind: string, size: number | null = null) => ({
  name,
  kind,
  size,
  mtime: null,
  linkTarget: null,
});
const dataset = (model: string, experiment: string) => ({
  instanceId: `CMIP6.CMIP.IPSL.${model}.${experiment}.r1i1p1f1.Amon.tas.gr.v20180803`,
  bytes: 1e9,
  files: 3,
  indexes: ['west'],
  latest: true,
  nodes: ['esgf.ipsl.fr'],
  project: 'CMIP6',
  retracted: false,
});
const found = {
  complete: true,
  cut: null,
  files: [],
  warnings: [],
  datasets: [dataset('A', 'historical'), dataset('A', 'ssp585'), dataset('B', 'ssp585')],
};

beforeEach(() => {
  window.history.replaceState(null, '', '/replicate');
  server = new FakeServer();
  server
    .on('GET /exports', aPage(anExport))
    .on('GET /exports/replica/entries', aPage(entry('CMIP6', 'DIRECTORY'), entry('README', 'FILE', 12)))
    .on('GET /exports/cmip6/entries', aPage(entry('CMIP6', 'DIRECTORY')))
    .on('POST /plans', { ...aPlan, state: 'RUNNING' }, 202)
    .on('GET /plans/plan-1', aPlan)
    .on('POST /jobs', aJob({ id: 'job-9' }), 201)
    .on('GET /jobs/job-9', aJob({ id: 'job-9' }));
});

function bodyOf(request: string): unknown {
  return server.bodies[server.requests.indexOf(request)];
}

test('a tree goes from typed place to typed place with the keyboard alone, after its plan', async () => {
  const user = userEvent.setup();
  render(<App />);
  const source = await screen.findByLabelText(/^Source/);
  source.focus();
  await user.keyboard('bdm://ipsl/cmip6/CMIP6');
  screen.getByLabelText(/^Destination/).focus();
  await user.keyboard('bdm://dkrz/replica/CMIP6');
  screen.getByRole('button', { name: 'Show the plan' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/1,200 files, 37.3 GiB/)).toBeInTheDocument();
  expect(screen.getByText(/about 1 h 30 min/)).toBeInTheDocument();
  expect(screen.getByText(/^Fits: 37.3 GiB needed, 18.6 GiB for other jobs/)).toBeInTheDocument();
  const sizes = within(screen.getByRole('table', { name: 'File sizes' }));
  expect(sizes.getByRole('row', { name: '256 KiB to 1 MiB 520 286 MiB' })).toBeInTheDocument();
  screen.getByRole('button', { name: 'Submit 1,200 files' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: /CMIP6 IPSL historical tas/ });
  expect(bodyOf('POST /jobs')).toMatchObject({
    kind: 'TREE',
    items: [{ source: 'bdm://ipsl/cmip6/CMIP6', destination: 'bdm://dkrz/replica/CMIP6', recursive: true }],
  });
}, 30_000);

test('places are found by walking through directories', async () => {
  render(<App />);
  await userEvent.click((await screen.findAllByRole('button', { name: /^dkrz\/replica/ }))[0]!);
  const list = await screen.findByRole('list', { name: 'Directory of Source' });
  await userEvent.click(await within(list).findByRole('button', { name: 'README' }));
  expect(screen.getByLabelText(/^Source/)).toHaveValue('bdm://dkrz/replica/README');
  await fill(screen.getByLabelText(/^Destination/), 'bdm://dkrz/replica/copy');
  await userEvent.click(screen.getByRole('button', { name: 'Submit without a plan' }));
  expect(bodyOf('POST /jobs')).toMatchObject({ kind: 'FILE', items: [{ recursive: false }] });
});

test('a changed wish makes the plan void', async () => {
  window.history.replaceState(null, '', '/replicate?source=bdm://ipsl/cmip6/a&to=bdm://dkrz/replica/a');
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show the plan' }));
  await screen.findByRole('button', { name: 'Submit 1,200 files' });
  await userEvent.selectOptions(screen.getByLabelText('Priority'), '1, before all others');
  expect(screen.queryByRole('button', { name: 'Submit 1,200 files' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show the plan' })).toBeEnabled();
});

test('the first priority is 1, and marks for networks are numbers', async () => {
  window.history.replaceState(null, '', '/replicate?source=bdm://ipsl/cmip6/a&to=bdm://dkrz/replica/a');
  render(<App />);
  await userEvent.selectOptions(await screen.findByLabelText('Priority'), '1, before all others');
  await userEvent.click(screen.getByText('More options'));
  await userEvent.type(screen.getByLabelText('SciTag'), '66');
  await userEvent.click(screen.getByRole('button', { name: 'Submit without a plan' }));
  await screen.findByRole('heading', { name: /CMIP6 IPSL historical tas/ });
  expect(bodyOf('POST /jobs')).toMatchObject({ options: { priority: 1, scitag: 66 } });
});

test('what a search finds is narrowed by its facets, and wanted as a query with its size confirmed', async () => {
  server.on('GET /search', found);
  window.history.replaceState(null, '', '/replicate?from=search&to=bdm://dkrz/replica');
  render(<App />);
  await fill(await screen.findByLabelText('Facets and words'), 'table_id=Amon');
  await userEvent.keyboard('{Enter}');
  const facet = await screen.findByRole('group', { name: 'experiment_id' });
  expect(within(facet).getByRole('button', { name: 'ssp585 2' })).toBeInTheDocument();
  await userEvent.click(within(facet).getByRole('button', { name: 'ssp585 2' }));
  expect(screen.getByLabelText('Facets and words')).toHaveValue('table_id=Amon experiment_id=ssp585');
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Submit 1,200 files' }));
  expect(bodyOf('POST /jobs')).toMatchObject({
    kind: 'REPLICA_SET',
    destination: 'bdm://dkrz/replica',
    query: { text: null, facets: { table_id: ['Amon'], experiment_id: ['ssp585'] } },
    confirmBytes: 5e10,
  });
});

test('a list is read by the server, which says what it does not understand', async () => {
  server.on('POST /imports', {
    id: 'draft-7',
    format: 'wget',
    label: 'wget.sh',
    entries: 12,
    datasets: 2,
    datasetsComplete: true,
    files: 12,
    filesWithoutSize: 0,
    bytes: 1e9,
    refused: [{ line: 4, reason: 'no address' }],
    refusedLines: 1,
    warnings: [],
    warnedLines: 0,
    owner: 'admin',
    createdAt: null,
  });
  window.history.replaceState(null, '', '/replicate?from=file&to=bdm://dkrz/replica');
  render(<App />);
  await userEvent.upload(await screen.findByLabelText('File with a list'), new File(['#!'], 'wget.sh'));
  expect(await screen.findByText(/Line 4: no address/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Submit without a plan' }));
  expect(bodyOf('POST /jobs')).toMatchObject({ kind: 'REPLICA_SET', draft: 'draft-7' });
});

test('who may only ask chooses no destination and asks', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['requester'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.on('POST /requests', { id: 'request-1' }, 201);
  window.history.replaceState(null, '', '/replicate?from=ids&ids=CMIP6.a CMIP6.b');
  render(<App />);
  await fill(await screen.findByLabelText('What it is for'), 'a paper');
  expect(screen.queryByLabelText(/^Destination/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask for it' }));
  expect(await screen.findByText(/^Asked/)).toBeInTheDocument();
  expect(bodyOf('POST /requests')).toMatchObject({ datasets: ['CMIP6.a', 'CMIP6.b'], reason: 'a paper' });
});

test('who may only look is told so', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  render(<App />);
  expect(await screen.findByText('Your role may look, but not submit or ask.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Submit/ })).toBeNull();
});

// U2
test('trees of paired sites are offered as sources, and a silent site is named', async () => {
  const site = (name: string, local: boolean) => ({ name, local, state: 'REACHABLE', ban: null });
  server
    .on('GET /sites', aPage(site('dkrz', true), site('ipsl', false), site('cnrm', false), site('nci', false)))
    .on('GET /sites/ipsl/grants', { site: 'ipsl', read: ['cmip6/CMIP6/CMIP', 'obs'], write: [] })
    .on('GET /sites/cnrm/grants', { site: 'cnrm', read: [], write: [] })
    .refuse('GET /sites/nci/grants', 503, 'PEER_UNREACHABLE', 'nci does not answer');
  render(<App />);
  const trees = await screen.findByRole('list', { name: 'Trees of paired sites' });
  await userEvent.click(await within(trees).findByRole('button', { name: 'cmip6/CMIP6/CMIP' }));
  expect(screen.getByLabelText(/^Source/)).toHaveValue('bdm://ipsl/cmip6/CMIP6/CMIP');
  expect(server.requests).toContain('GET /exports/cmip6/entries?site=ipsl&path=CMIP6/CMIP&limit=100');
  expect(trees).toHaveTextContent('cnrm' + 'lets this site read nothing');
  expect(trees).toHaveTextContent('nci does not answer. A path there can still be typed.');
  server.on('GET /sites/nci/grants', { site: 'nci', read: ['era5'], write: [] });
  await userEvent.click(within(trees).getByRole('button', { name: 'Ask again' }));
  await userEvent.click(await within(trees).findByRole('button', { name: 'era5' }));
  expect(screen.getByLabelText(/^Source/)).toHaveValue('bdm://nci/era5');
});

// U2
test('a directory that may not be read says why and what next; a new destination is made', async () => {
  server
    .refuse(
      'GET /exports/obs/entries',
      403,
      'NOT_ALLOWED',
      'ipsl does not let dkrz read obs',
      'Ask an administrator.',
    )
    .refuse('GET /exports/replica/entries', 404, 'SOURCE_NOT_FOUND', 'replica/new is not there');
  window.history.replaceState(null, '', '/replicate?source=bdm://ipsl/obs&to=bdm://dkrz/replica/new');
  render(<App />);
  expect(
    await screen.findByText('ipsl does not let dkrz read obs. Ask an administrator.'),
  ).toBeInTheDocument();
  expect(await screen.findByText('This directory is not there yet; it is made.')).toBeInTheDocument();
});

test('names of one directory are never offered below the path of another', async () => {
  render(<App />);
  await userEvent.click((await screen.findAllByRole('button', { name: /^dkrz\/replica/ }))[0]!);
  const list = await screen.findByRole('list', { name: 'Directory of Source' });
  await within(list).findByRole('button', { name: 'README' });
  const release = server.hold('GET /exports/cmip6/entries');
  const source = screen.getByLabelText(/^Source/);
  await userEvent.clear(source);
  await userEvent.type(source, 'bdm://ipsl/cmip6{Tab}');
  await waitFor(() => expect(list).toHaveAttribute('aria-busy', 'true'));
  expect(within(list).queryByRole('button', { name: 'README' })).toBeNull();
  release();
  expect(await within(list).findByRole('button', { name: 'CMIP6/' })).toBeInTheDocument();
});

test('U3: the plan shows the limit of the rate as it was typed', async () => {
  render(<App />);
  await fill(await screen.findByLabelText(/^Source/), 'bdm://ipsl/cmip6/CMIP6');
  await fill(screen.getByLabelText(/^Destination/), 'bdm://dkrz/replica/CMIP6');
  await userEvent.selectOptions(screen.getByLabelText('Unit of the rate'), 'Gbit/s');
  await userEvent.type(screen.getByLabelText('Maximal rate'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  expect(await screen.findByText('2 Gbit/s = 250 MB/s')).toBeInTheDocument();
  expect(bodyOf('POST /plans')).toMatchObject({ options: { maxRateBytesPerSecond: 250_000_000 } });
}, 30_000);
