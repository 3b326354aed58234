import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { aJob, anAttention, aPage } from '../testing/messages';
import { FakeServer } from '../testing/fake-server';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  server = new FakeServer();
});

const panel = async (name: string) => screen.findByRole('region', { name });

test('what needs a person stands on top, with its jobs', async () => {
  server.on('GET /attention', aPage(anAttention()));
  render(<App />);
  const section = await panel('Needs a person');
  expect(await within(section).findByText('NO_SPACE')).toBeInTheDocument();
  expect(section).toHaveTextContent('Free space at the destination, then resume the job.');
  expect(within(section).getByRole('link', { name: '5HB0Z8RT' })).toHaveAttribute('href', '/jobs/5HB0Z8RT');
  expect(screen.getByRole('link', { name: '1 needs you' })).toBeInTheDocument();
});

test('the button of an item sends the request that settles it', async () => {
  let isSettled = false;
  server.on('GET /attention', () => (isSettled ? aPage() : aPage(anAttention())));
  server.on('POST /jobs/5HB0Z8RT/resume', () => {
    isSettled = true;
    return aJob();
  });
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Resume the job' }));
  expect(await screen.findByText('Nothing needs a person.')).toBeInTheDocument();
});

// U5
test('the cure stands before the button that resumes', async () => {
  const request = { method: 'POST', path: '/api/v1/jobs/5HB0Z8RT/resume', body: null };
  server.on(
    'GET /attention',
    aPage(
      anAttention({
        actions: [
          {
            label: 'See the space of the exports',
            command: 'bdm-client export list',
            page: '/sites/dkrz',
            request: null,
          },
          { label: 'Pin its new key', command: 'bdm-client site rekey X CODE', page: null, request: null },
          { label: 'Resume the job', command: 'bdm-client resume 5HB0Z8RT', page: null, request },
        ],
      }),
    ),
  );
  render(<App />);
  const section = await panel('Needs a person');
  const resume = await within(section).findByRole('button', { name: 'Resume the job' });
  const cure = within(section).getByRole('link', { name: 'See the space of the exports' });
  expect(cure).toHaveAttribute('href', '/sites/dkrz');
  expect(cure.compareDocumentPosition(resume) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('what would destroy something asks first', async () => {
  const request = { method: 'DELETE', path: '/api/v1/jobs/job-7', body: null };
  server.on('GET /attention', aPage(anAttention({ request })));
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete the job …' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('The export replica of site dkrz is full.');
  expect(server.requests.filter((each) => each.startsWith('DELETE'))).toEqual([]);
});

test('items of one cause stand together and are put away together', async () => {
  const item = (job: string) =>
    anAttention({ id: `paused-${job}`, jobIds: [job], files: 2, text: `${job} is paused: full.` });
  const acknowledged: string[] = [];
  server.on('GET /attention', () =>
    aPage(...['job-7', 'job-9'].filter((job) => !acknowledged.includes(job)).map(item)),
  );
  for (const job of ['job-7', 'job-9'])
    server.on(`POST /attention/paused-${job}/acknowledgement`, () => {
      acknowledged.push(job);
      return item(job);
    });
  render(<App />);
  const section = await panel('Needs a person');
  await within(section).findByText('NO_SPACE');
  expect(section).toHaveTextContent('job-7 is paused: full. and 1 more like it');
  expect(section).toHaveTextContent('4 files');
  expect(within(section).getAllByRole('link')).toHaveLength(2);
  await userEvent.click(within(section).getByRole('button', { name: 'Acknowledge NO_SPACE' }));
  expect(await screen.findByText('Nothing needs a person.')).toBeInTheDocument();
  expect(acknowledged).toEqual(['job-7', 'job-9']);
});

test('who only reads sees what needs a person, and no button', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.on('GET /attention', aPage(anAttention()));
  render(<App />);
  const section = await panel('Needs a person');
  await within(section).findByText('NO_SPACE');
  expect(within(section).queryByRole('button')).toBeNull();
});

test('running jobs, throughput, health and space are there in one look', async () => {
  server.on('GET /jobs', aPage(aJob()));
  server.on(
    'GET /links',
    aPage({
      source: 'ipsl',
      destination: 'dkrz',
      bytesPerSecond: 1_250_000_000,
      streams: 4,
      isPaired: true,
      jobs: 1,
      limit: null,
      windows: null,
    }),
  );
  server.on(
    'GET /sites',
    aPage({
      name: 'ipsl',
      local: false,
      state: 'UNREACHABLE',
      stateSince: '2026-11-20T10:00:00Z',
      ban: null,
      maintenance: null,
    }),
  );
  server.on('GET /nodes', aPage({ id: 'node-1', state: 'UP', jobs: 1 }));
  server.on(
    'GET /exports',
    aPage({
      site: 'dkrz',
      name: 'replica',
      mode: 'RW',
      available: true,
      problem: null,
      freeBytes: 1 << 30,
      totalBytes: 16 * (1 << 30),
    }),
  );
  render(<App />);
  expect(await within(await panel('Running jobs')).findByText('41 %')).toBeInTheDocument();
  expect(await within(await panel('Throughput')).findAllByText('10.0 Gbit/s')).toHaveLength(2);
  const health = await panel('Sites and nodes');
  expect(await within(health).findByText('unreachable')).toBeInTheDocument();
  expect(await within(health).findByText('1 job')).toBeInTheDocument();
  expect(await within(await panel('Free space')).findByText('1.00 GiB free, 93 % used')).toBeInTheDocument();
});

// U13
test('a new site shows what to do first, until there is a job', async () => {
  server.on('GET /sites', aPage({ name: 'dkrz', local: true }));
  const { unmount } = render(<App />);
  const steps = await panel('First steps');
  expect(within(steps).getByRole('link', { name: 'Pair' })).toHaveAttribute('href', '/sites');
  expect(within(steps).getByRole('link', { name: 'Look' })).toHaveAttribute('href', '/replicate');
  expect(within(steps).getByRole('link', { name: 'Replicate' })).toHaveAttribute('href', '/replicate');
  expect(screen.getByText(/^Times are in .*UTC/)).toBeInTheDocument();
  unmount();
  server.on('GET /jobs', aPage(aJob()));
  render(<App />);
  await panel('Running jobs');
  expect(await screen.findByText('41 %')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

// U5
test('a cause of several items offers the cures of all of them, with commands where no page does it', async () => {
  const token = (host: string) => ({
    label: 'Give it a token',
    command: `bdm-client data-node set ${host} --node-token-file FILE`,
    page: `/data-nodes?node=${host}`,
    request: null,
  });
  const rekey = {
    label: 'Pin its new key',
    command: 'bdm-client site rekey X CODE',
    page: null,
    request: null,
  };
  server.on(
    'GET /attention',
    aPage(
      anAttention({ id: 'a', actions: [token('one.example')] }),
      anAttention({ id: 'b', actions: [token('two.example'), rekey] }),
      anAttention({ id: 'c', actions: [token('two.example')] }),
    ),
  );
  render(<App />);
  const section = within(await panel('Needs a person'));
  expect(await section.findByRole('link', { name: 'Give it a token: one.example' })).toHaveAttribute(
    'href',
    '/data-nodes?node=one.example',
  );
  expect(section.getAllByRole('link', { name: /^Give it a token/ })).toHaveLength(2);
  expect(section.getByText('bdm-client site rekey X CODE')).toBeInTheDocument();
});

test('the button of a cause ends only what it says', async () => {
  const retry = { method: 'POST' as const, path: '/api/v1/jobs/job-2/retry', body: null };
  server
    .on('GET /attention', aPage(anAttention(), anAttention({ id: 'failed-job-2', request: retry })))
    .on('POST /jobs/5HB0Z8RT/resume', aJob())
    .on('POST /jobs/job-2/retry', aJob());
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Resume the job' }));
  await waitFor(() => expect(server.requests).toContain('POST /jobs/5HB0Z8RT/resume'));
  expect(server.requests).not.toContain('POST /jobs/job-2/retry');
});

test('a site that has moved something is not asked for its first steps any more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const firstSteps = () => server.requests.filter((request) => request === 'GET /jobs?limit=1').length;
    server.on('GET /jobs', aPage(aJob()));
    render(<App />);
    await waitFor(() => expect(firstSteps()).toBe(1));
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(firstSteps()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

// U7
test('lists that are cut say how many more there are', async () => {
  server
    .on('GET /jobs', aPage(...Array.from({ length: 40 }, (_, at) => aJob({ id: `job-${at}` }))))
    .on(
      'GET /attention',
      aPage(...Array.from({ length: 13 }, (_, at) => anAttention({ id: `a${at}`, jobIds: [`job-${at}`] }))),
    );
  render(<App />);
  const running = await panel('Running jobs');
  const more = await within(running).findByRole('link', { name: /^and \d+ more$/ });
  const shown = within(running).getAllByRole('row').length - 1;
  expect(more).toHaveTextContent(`and ${40 - shown} more`);
  expect(await panel('Needs a person')).toHaveTextContent('job-9and 3 more');
});
