import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { aJob, aPage } from '../testing/messages';
import { App } from './App';

const limit = {
  source: 'llnl',
  destination: 'dkrz',
  maxRateBytesPerSecond: 5e8,
  maxStreams: 8,
  maxActiveFiles: 16,
  note: 'agreed with the network group',
  changedBy: 'ann',
  changedAt: '2026-10-20T10:00:00Z',
};
const windows = {
  source: 'llnl',
  destination: 'dkrz',
  windows: ['Mon-Fri 18:00-06:00 UTC'],
  isOpen: false,
  changesAt: '2030-01-01T18:00:00Z',
  changedBy: 'ann',
  changedAt: '2026-10-20T10:00:00Z',
};
const link: Schemas['LinkView'] = {
  source: 'ipsl',
  destination: 'dkrz',
  isPaired: true,
  limit: null,
  windows: null,
  bytesPerSecond: 0,
  streams: 0,
  jobs: 0,
};
const busy = { ...link, bytesPerSecond: 1.25e9, streams: 4, jobs: 2 };
const llnl = { ...link, source: 'llnl', bytesPerSecond: 4.1e8, streams: 8, jobs: 1, limit, windows };
const all = { ...link, source: '*', isPaired: false, bytesPerSecond: 1.66e9, streams: 12, jobs: 3 };
const dataNode = { ...link, source: 'esgf.nci.example', isPaired: false, jobs: null };
const explanation = {
  source: 'llnl',
  destination: 'dkrz',
  reason: 'The limit of the link holds job-7 back.',
  limitedBy: 'link limit',
  jobs: [{ jobId: 'job-7', bytesPerSecond: 4.1e8, limit: 'the limit of the link' }],
  measured: null,
  host: null,
};
const bench = {
  id: 'bench-1',
  source: 'llnl',
  destination: 'dkrz',
  owner: 'ann',
  jobId: 'job-31',
  mode: 'mem-mem',
  state: 'DONE',
  beganAt: '2026-11-20T10:00:00Z',
  bytes: 4e9,
  bytesPerSecond: 5e8,
  seconds: 10,
  streams: 4,
  disks: null,
  limit: null,
  limitedBy: 'network',
  trouble: null,
};
const curve = (source: string, bytesPerSecond: number) => ({
  source,
  destination: 'dkrz',
  bytes: 1,
  files: 1,
  failures: 0,
  points: [{ at: '2026-11-20T10:00:00Z', bytesPerSecond, filesPerSecond: 1 }],
});
const rates: Schemas['RatesView'] = {
  since: '2026-11-20T10:00:00Z',
  until: '2026-11-20T10:10:00Z',
  stepSeconds: 300,
  links: [curve('llnl', 1024 ** 2), curve('ipsl', 2 * 1024 ** 2)],
};
const LINK = '/links/llnl/dkrz';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server
    .on('GET /links', aPage<Schemas['LinkView']>(busy, all, llnl, dataNode))
    .on('GET /data-nodes', aPage())
    .on('GET /rates', rates)
    .on(`GET ${LINK}/explanation`, explanation)
    .on(`GET ${LINK}/benches`, aPage(bench));
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

function signIn(role: string): void {
  server.on('GET /login', {
    owner: 'eva',
    roles: [role],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
}

const sent = (request: string) => server.bodies[server.requests.indexOf(request)];
const sources = async () => {
  await screen.findByRole('row', { name: /^ipsl/ });
  return within(screen.getByRole('table', { name: 'Links' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
};

test('the sum of all links stands first, then the fastest', async () => {
  open('/links');
  expect(await sources()).toEqual(['Everything', 'ipsl', 'llnl', 'esgf.nci.example']);
  expect(screen.getByText(/13.3 Gbit\/s into this site; 2 of 3 links move data/)).toBeVisible();
});

test('what this site sends is limited on a page of its own, by rate alone', async () => {
  const fromHere = {
    ...link,
    source: 'dkrz',
    destination: 'ipsl',
    isPaired: false,
    bytesPerSecond: 2 * 1024 ** 2,
    limit,
  };
  server.on('GET /links', aPage<Schemas['LinkView']>(all, busy, fromHere)).on('PUT /limits/link/ipsl', limit);
  open('/links');
  const panel = within(await screen.findByRole('region', { name: 'What this site sends' }));
  expect(panel.getByText(/16.8 Mbit\/s now/)).toBeVisible();
  expect(panel.getByText('no limit')).toBeVisible();
  expect(await sources()).toEqual(['Everything', 'ipsl']);
  await userEvent.click(panel.getByRole('link', { name: 'To ipsl' }));
  const rate = await screen.findByLabelText('Rate');
  expect(screen.queryByLabelText('Streams')).toBeNull();
  await userEvent.clear(rate);
  await userEvent.type(rate, '100');
  await userEvent.click(screen.getByRole('button', { name: 'Set the limit' }));
  expect(sent('PUT /limits/link/ipsl')).toMatchObject({
    maxRateOutBytesPerSecond: 100_000_000,
    maxStreams: null,
    maxActiveFiles: null,
  });
});

test('each link shows its last day and how many tries of files succeeded', async () => {
  server.on('GET /rates', {
    ...rates,
    links: [{ ...curve('llnl', 1024 ** 2), files: 90, failures: 10, bytes: 1024 ** 3 }, curve('ipsl', 5)],
  });
  open('/links');
  const row = await screen.findByRole('row', { name: /^llnl/ });
  expect(await within(row).findByTitle('llnl: 1.00 GiB in the last day')).toBeVisible();
  expect(within(row).getByTitle('90 of 100 tries of files in the last day')).toHaveTextContent('90 %');
  const all = screen.getByRole('row', { name: /^Everything/ });
  expect(within(all).getByTitle('91 of 101 tries of files in the last day')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^esgf.nci/ })).queryByTitle(/in the last day/)).toBeNull();
});

test('the address says which links are shown, and in which order', async () => {
  open('/links?show=sites&sort=-source');
  expect(await sources()).toEqual(['llnl', 'ipsl']);
  await userEvent.click(screen.getByText('All'));
  expect(window.location.search).not.toContain('show');
});

test('a link shows the health of its source, its limit and its hours', async () => {
  server.on('GET /sites', aPage({ name: 'llnl', state: 'UNREACHABLE', ban: null, maintenance: null }));
  open('/links');
  const row = await screen.findByRole('row', { name: /^llnl.*unreachable/ });
  expect(row).toHaveTextContent('500 MB/s, 8 streams');
  expect(row).toHaveTextContent('closed until');
});

test('a page of a link shows its rate over the time that the address names', async () => {
  open(`${LINK}?period=7d`);
  expect(await screen.findByRole('table', { name: 'Rates over time' }, { timeout: 8_000 })).toHaveTextContent(
    '8.39 Mbit/s',
  );
  const asked = new URL(server.requests.find((each) => each.startsWith('GET /rates'))!.slice(4), 'http://x');
  expect((Date.now() - Date.parse(asked.searchParams.get('since')!)) / 86_400_000).toBeCloseTo(7, 2);
  await userEvent.click(screen.getByRole('radio', { name: '1h' }));
  expect(window.location.search).toBe('?period=1h');
});

test('all links together are the sum', async () => {
  open('/links/*/dkrz');
  expect(await screen.findByRole('table', { name: 'Rates over time' }, { timeout: 8_000 })).toHaveTextContent(
    '25.2 Mbit/s',
  );
});

test('a page of a link says what holds it back', async () => {
  open(LINK);
  expect(await screen.findByText('The limit of the link holds job-7 back.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'job-7' })).toHaveAttribute('href', '/jobs/job-7');
});

test('a page of a link draws the stages of the job that moves most over it', async () => {
  const stage = { busy: 0.97, bytesPerSecond: 4.1e8, parallelism: 8, waiting: 3 };
  server.on('GET /jobs/job-7', aJob({ id: 'job-7' })).on('GET /jobs/job-7/explanation', {
    jobId: 'job-7',
    state: 'ACTIVE',
    reason: 'It moves.',
    code: null,
    since: null,
    next: null,
    nextAt: null,
    limitedBy: 'network',
    stages: [
      { ...stage, stage: 'source', busy: 0.2 },
      { ...stage, stage: 'network' },
    ],
    nodes: [],
    decisions: [],
    openFiles: [],
    host: null,
  });
  open(LINK);
  expect(await screen.findByText('Where the bytes of job-7 wait')).toBeVisible();
  expect(screen.getByRole('row', { name: /Network, limits 97 %/ })).toBeInTheDocument();
});

test('a limit is set in the unit of the network', async () => {
  server.on('PUT /limits/link/llnl', limit);
  open(LINK);
  const rate = await screen.findByLabelText('Rate');
  expect(rate).toHaveValue('500');
  expect(screen.getByLabelText('Unit')).toHaveValue('MB/s');
  await userEvent.selectOptions(screen.getByLabelText('Unit'), 'Gbit/s');
  expect(rate).toHaveValue('4');
  await userEvent.clear(rate);
  await userEvent.type(rate, '2.5');
  await userEvent.clear(screen.getByLabelText('Streams'));
  expect(screen.getByLabelText('Active files')).toHaveValue('16');
  await userEvent.click(screen.getByRole('button', { name: 'Set the limit' }));
  expect(sent('PUT /limits/link/llnl')).toEqual({
    maxRateInBytesPerSecond: 312_500_000,
    maxStreams: 0,
    maxActiveFiles: 16,
    note: null, // both directions have one note, and it was not touched
  });
});

test('a refused limit shows why beside the form', async () => {
  server.refuse('PUT /limits/link/llnl', 400, 'BAD_REQUEST', 'the note is too long', 'Shorten the note.');
  open(LINK);
  await userEvent.click(await screen.findByRole('button', { name: 'Set the limit' }));
  expect(await screen.findByText(/the note is too long/)).toBeVisible();
  expect(screen.getByText(/Shorten the note/)).toBeVisible();
});

test('a limit is removed only after it was confirmed', async () => {
  server.on('DELETE /limits/link/llnl?direction=in', null, 204);
  open(LINK);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the limit …' }));
  expect(server.requests).not.toContain('DELETE /limits/link/llnl?direction=in');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the limit' }));
  expect(server.requests).toContain('DELETE /limits/link/llnl?direction=in');
  expect(server.requests).not.toContain('PUT /limits/link/llnl');
});

test('hours switched in the picture are sent as windows', async () => {
  server.on('PUT /windows/llnl/dkrz', windows);
  open(LINK);
  await userEvent.click(await screen.findByRole('button', { name: 'Open all of Sun' }));
  await userEvent.click(screen.getByRole('button', { name: 'Set the hours' }));
  expect(sent('PUT /windows/llnl/dkrz')).toEqual({
    windows: ['Mon-Fri 18:00-06:00 UTC', 'Sun 00:00-24:00 UTC'],
  });
});

test('a link is opened for good only after it was confirmed', async () => {
  server.on('DELETE /windows/llnl/dkrz', null, 204);
  open(LINK);
  await userEvent.click(await screen.findByRole('button', { name: 'Always open …' }));
  expect(server.requests).not.toContain('DELETE /windows/llnl/dkrz');
  await userEvent.click(await screen.findByRole('button', { name: 'Open it always' }));
  expect(server.requests).toContain('DELETE /windows/llnl/dkrz');
});

test('a measurement is started in the mode that was chosen', async () => {
  server
    .on('GET /exports', aPage({ name: 'replica', mode: 'rw' }, { name: 'cmip6', mode: 'ro' }))
    .on(`POST ${LINK}/benches`, { ...bench, id: 'bench-2', state: 'RUNNING', seconds: null }, 201);
  open(LINK);
  await userEvent.selectOptions(await screen.findByLabelText('What to measure'), 'disk-disk');
  const target = await screen.findByLabelText('Writes to');
  await within(target).findByText('replica');
  expect(within(target).queryByText('cmip6')).toBeNull();
  await userEvent.selectOptions(target, 'replica');
  await userEvent.click(screen.getByRole('button', { name: 'Measure' }));
  expect(sent(`POST ${LINK}/benches`)).toEqual({ mode: 'disk-disk', seconds: 10, export: 'replica' });
});

test('while a measurement runs no other one is offered', async () => {
  server.on(`GET ${LINK}/benches`, aPage({ ...bench, state: 'RUNNING', seconds: null }));
  open(LINK);
  expect(await screen.findByText(/Measuring mem-mem/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Measure' })).toBeNull();
});

test('only paired sites are measured', async () => {
  open('/links/esgf.nci.example/dkrz');
  await screen.findByRole('button', { name: 'Set the limit' });
  expect(screen.queryByText('Measurements')).toBeNull();
});

test('a reader has no buttons', async () => {
  signIn('reader');
  open(LINK);
  expect(await screen.findByText('agreed with the network group')).toBeVisible();
  expect(screen.getByText('Mon-Fri 18:00-06:00 UTC')).toBeVisible();
  await screen.findByRole('row', { name: /mem-mem/ });
  expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
});
