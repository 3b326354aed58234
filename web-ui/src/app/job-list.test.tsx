import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aJob, aPage } from '../testing/messages';
import { FakeEventSource, FakeServer } from '../testing/fake-server';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/jobs');
  server = new FakeServer();
});

function rowOf(label: string): HTMLElement {
  return screen.getByRole('link', { name: label }).closest<HTMLElement>('[role="row"]')!;
}

test('shows of each job where it is, how far, how fast and what limits it', async () => {
  server.on('GET /jobs', aPage(aJob()));
  render(<App />);
  await screen.findByRole('link', { name: 'CMIP6 IPSL historical tas' });
  const row = rowOf('CMIP6 IPSL historical tas');
  expect(row).toHaveTextContent('ACTIVE');
  expect(row).toHaveTextContent('41 %of 2.73 TiB');
  expect(within(row).getByTitle('1.14 TiB of 2.73 TiB, 500 of 1,200 files')).toBeInTheDocument();
  expect(row).toHaveTextContent('9.45 Gbit/s');
  expect(row).toHaveTextContent('network');
  expect(row).toHaveTextContent('ipsl → dkrz');
  expect(
    within(row).getByTitle(/bdm:\/\/dkrz\/replica\/CMIP6\/CMIP\/IPSL\/IPSL-CM6A-LR\/historical$/),
  ).toBeInTheDocument();
});

test('shows lower bounds and no percentage while the source is still being listed', async () => {
  server.on('GET /jobs', aPage(aJob({ listingComplete: false })));
  render(<App />);
  await screen.findByText('500 of at least 1,200 files');
  expect(rowOf('CMIP6 IPSL historical tas')).not.toHaveTextContent('%');
});

test('says why a job does not move', async () => {
  const reason = {
    code: 'PEER_UNREACHABLE',
    text: 'No connection to the data port of cmcc.',
    since: '2026-11-20T10:00:00Z',
    nextAt: new Date(Date.now() + 60_000).toISOString(),
  };
  server.on('GET /jobs', aPage(aJob({ state: 'PAUSED', stateReason: reason })));
  render(<App />);
  expect(
    await screen.findByText('PEER_UNREACHABLE: No connection to the data port of cmcc.'),
  ).toBeInTheDocument();
  expect(rowOf('CMIP6 IPSL historical tas')).toHaveTextContent('PAUSED');
});

test('shows times in the local zone with UTC in the title', async () => {
  server.on('GET /jobs', aPage(aJob()));
  render(<App />);
  expect((await screen.findAllByTitle(/^2026-11-20 10:00:00 UTC/))[0]).toHaveAttribute(
    'datetime',
    '2026-11-20T10:00:00Z',
  );
});

test('names the first command when there is no job', async () => {
  server.on('GET /jobs', aPage());
  render(<App />);
  expect(await screen.findByText(/^bdm-client submit .* bdm:\/\/dkrz\//)).toBeInTheDocument();
});

test('an error shows its code and what to do next', async () => {
  server.refuse(
    'GET /jobs',
    503,
    'CATALOG_UNAVAILABLE',
    'The catalog does not answer.',
    'It is asked again.',
  );
  render(<App />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('CATALOG_UNAVAILABLE The catalog does not answer.');
  expect(alert).toHaveTextContent('It is asked again.');
  server.on('GET /jobs', aPage(aJob()));
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'CMIP6 IPSL historical tas' })).toBeInTheDocument();
});

test('labels are text, not markup', async () => {
  server.on('GET /jobs', aPage(aJob({ label: '<b>bold</b><script>alert(1)</script>' })));
  render(<App />);
  const link = await screen.findByRole('link', { name: '<b>bold</b><script>alert(1)</script>' });
  expect(link.querySelector('b, script')).toBeNull();
});

test('asks the server for the states of a filter, and keeps pauses that end by themselves with the running', async () => {
  const pausedBy = (code: string, label: string) =>
    aJob({
      id: label,
      label,
      state: 'PAUSED',
      stateReason: { code, text: code, since: '2026-11-20T10:00:00Z', nextAt: null },
    });
  server.on('GET /jobs', aPage(pausedBy('NO_SPACE', 'full'), pausedBy('WINDOW_CLOSED', 'night')));
  render(<App />);
  await screen.findByRole('link', { name: 'full' });
  await userEvent.click(screen.getByRole('radio', { name: 'Waiting for a person' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'night' })).toBeNull());
  expect(screen.getByRole('link', { name: 'full' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Running' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'full' })).toBeNull());
  expect(screen.getByRole('link', { name: 'night' })).toBeInTheDocument();
  expect(server.requests).toContain('GET /jobs?state=QUEUED,PLANNING,ACTIVE,PAUSED&sort=-createdAt&limit=50');
  expect(window.location.search).toBe('?show=running');
});

test('fetches older jobs with the cursor of the page before', async () => {
  server.on('GET /jobs', { items: [aJob()], nextCursor: 'c2' });
  render(<App />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  server.on('GET /jobs', aPage(aJob({ id: 'old', label: 'older' })));
  await userEvent.click(more);
  expect(await screen.findByRole('link', { name: 'older' })).toBeInTheDocument();
  expect(server.requests).toContain('GET /jobs?sort=-createdAt&limit=50&cursor=c2');
});

test('sorts on the server, and the address says so', async () => {
  server.on('GET /jobs', aPage(aJob()));
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Priority' }));
  await waitFor(() => expect(server.requests).toContain('GET /jobs?sort=-priority&limit=50'));
  expect(screen.getByRole('columnheader', { name: 'Priority' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('button', { name: 'Priority' }));
  await waitFor(() => expect(server.requests).toContain('GET /jobs?sort=priority&limit=50'));
  expect(window.location.search).toBe('?sort=priority');
});

test('finds by name, owner and day, which the address keeps', async () => {
  window.history.replaceState(null, '', '/jobs?label=tas&since=2026-11-20');
  server.on('GET /jobs', aPage());
  render(<App />);
  expect(await screen.findByText('No job matches')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('tas');
  await userEvent.type(screen.getByLabelText('Owner'), 'ann');
  await waitFor(() => expect(window.location.search).toBe('?label=tas&since=2026-11-20&owner=ann'));
  const since = new Date('2026-11-20T00:00:00').toISOString();
  await waitFor(() =>
    expect(server.requests).toContain(
      `GET /jobs?sort=-createdAt&label~=tas&owner=ann&since=${since}&limit=50`,
    ),
  );
});

test('steers the selected jobs, each where it suits', async () => {
  const ended = aJob({ id: 'job-2', label: 'ended', state: 'SUCCEEDED', endedAt: '2026-11-20T11:00:00Z' });
  server.on(
    'GET /jobs',
    aPage(aJob({ id: 'job-1', label: 'one' }), ended, aJob({ id: 'job-3', label: 'three' })),
  );
  for (const id of ['job-1', 'job-3']) server.on(`POST /jobs/${id}/pause`, aJob({ id }));
  render(<App />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
  expect(screen.getByText('3 selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Pause 2' }));
  await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
  const posts = server.requests.filter((request) => request.startsWith('POST'));
  expect(posts).toEqual(['POST /jobs/job-1/pause', 'POST /jobs/job-3/pause']);
});

test('who only reads selects nothing', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.on('GET /jobs', aPage(aJob()));
  render(<App />);
  await screen.findByRole('link', { name: 'CMIP6 IPSL historical tas' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

describe('live', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  });

  const ended = aJob({ state: 'SUCCEEDED', endedAt: '2026-11-20T11:00:00Z' });
  const count = () => server.requests.filter((request) => request.startsWith('GET /jobs')).length;

  test('a message of the feed brings the change within a second', async () => {
    server.on('GET /jobs', aPage(ended));
    render(<App />);
    await screen.findByText('SUCCEEDED');
    act(() => FakeEventSource.last.begin());
    expect(await screen.findByText('Live')).toBeInTheDocument();
    server.on('GET /jobs', aPage(aJob({ id: 'new', label: 'a new one' }), ended));
    act(() => FakeEventSource.last.tell({ id: '1', jobId: 'new', kind: 'JOB_CREATED', text: 'x' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('link', { name: 'a new one' })).toBeInTheDocument();
  });

  test('a burst of messages asks the server once', async () => {
    server.on('GET /jobs', aPage(ended));
    render(<App />);
    await screen.findByText('SUCCEEDED');
    act(() => FakeEventSource.last.begin());
    await act(() => vi.advanceTimersByTimeAsync(100));
    const before = count();
    act(() => {
      for (let number = 0; number < 100; number += 1)
        FakeEventSource.last.tell({ id: String(number), jobId: '7KQ2M4XW' });
    });
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(count()).toBe(before + 1);
  });

  test('without a feed it asks every two seconds, and says so', async () => {
    server.on('GET /jobs', aPage(ended));
    render(<App />);
    await screen.findByText('SUCCEEDED');
    act(() => FakeEventSource.last.breakForGood());
    expect(screen.getByText('Every 2 s')).toBeInTheDocument();
    const before = count();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    expect(count() - before).toBeGreaterThanOrEqual(3);
    expect(FakeEventSource.all.length).toBeGreaterThanOrEqual(2);
  });

  test('when the server goes away, what was known stays and says how old it is', async () => {
    server.on('GET /jobs', aPage(aJob()));
    render(<App />);
    await screen.findByRole('link', { name: 'CMIP6 IPSL historical tas' });
    server.goAway();
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(screen.getByText(/Shown as it was at/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'CMIP6 IPSL historical tas' })).toBeInTheDocument();
  });
});

test('all that are shown are not those that a phone has not shown yet', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) => ({ ...wide(query), matches: query === '(max-width: 760px)' });
  try {
    server.on('GET /jobs', aPage(...Array.from({ length: 40 }, (_, at) => aJob({ id: `job-${at}` }))));
    render(<App />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
    expect(await screen.findByText('12 selected')).toBeInTheDocument();
  } finally {
    window.matchMedia = wide;
  }
});
