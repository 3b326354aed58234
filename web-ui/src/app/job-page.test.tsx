import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Job } from '../api/messages';
import { aFile, aJob, anEvent, aPage } from '../testing/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

function open(job: Job): void {
  server.on(`GET /jobs/${job.id}`, job).on(`GET /jobs/${job.id}/files`, aPage(aFile()));
  window.history.replaceState(null, '', `/jobs/${job.id}`);
  render(<App />);
}

function logInAs(owner: string, role: string): void {
  server.on('GET /login', { owner, roles: [role], csrfToken: 'c', expiresAt: '2030-01-01T00:00:00Z' });
}

test('bar and percentage are of the bytes, and only states that some file is in are counted', async () => {
  open(aJob());
  expect(await screen.findByText('41 %')).toBeInTheDocument();
  expect(screen.getByText('1.14 TiB of 2.73 TiB')).toBeInTheDocument();
  const counts = within(screen.getByRole('group', { name: 'Files by state' })).getAllByRole('button');
  expect(counts.map((count) => count.textContent)).toEqual([
    'DONE 480',
    'SKIPPED_SAME 20',
    'VERIFYING 3',
    'ACTIVE 8',
    'WAITING 4',
    'PENDING 685',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'WAITING 4' }));
  await waitFor(() => expect(server.requests).toContain('GET /jobs/7KQ2M4XW/files?state=WAITING&limit=100'));
});

test('a file that is being moved shows how far it is', async () => {
  const job = aJob();
  server.on(`GET /jobs/${job.id}`, job);
  server.on(
    `GET /jobs/${job.id}/files`,
    aPage(aFile({ state: 'ACTIVE', size: 4096, bytesMoved: 3072, bytesDurable: 1024, evidenceLevel: null })),
  );
  window.history.replaceState(null, '', `/jobs/${job.id}`);
  render(<App />);
  expect(await screen.findByText('3.00 KiB of 4.00 KiB')).toBeInTheDocument();
});

test('pause is sent with the CSRF token of the session, and the answer is shown', async () => {
  const job = aJob();
  open(job);
  const paused = aJob({
    state: 'PAUSED',
    stateReason: {
      code: 'BY_USER',
      text: 'It was paused by admin.',
      since: '2026-11-20T10:30:00Z',
      nextAt: null,
    },
  });
  server.on(`POST /jobs/${job.id}/pause`, () => {
    server.on(`GET /jobs/${job.id}`, paused);
    return paused;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('It was paused by admin.')).toBeInTheDocument();
  expect(screen.getByText(/Paused until a person resumes it/)).toBeInTheDocument();
  expect(server.headers[server.requests.indexOf(`POST /jobs/${job.id}/pause`)]?.get('X-CSRF-Token')).toBe(
    'csrf-1',
  );
});

test('cancel asks first what is kept and what is lost, and can be taken back', async () => {
  const job = aJob();
  open(job);
  await userEvent.click(await screen.findByRole('button', { name: /Cancel job/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('500 files that are there already stay.');
  expect(dialog).toHaveTextContent('700 more are given up');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep the job' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('a refused change shows its code and what to do next', async () => {
  const job = aJob();
  open(job);
  server.refuse(`POST /jobs/${job.id}/pause`, 409, 'ILLEGAL_STATE', 'It has ended.', 'Look at it again.');
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('ILLEGAL_STATE It has ended.Look at it again.');
});

test('retry makes a new job and leads to it', async () => {
  const files = { ...aJob().files, pending: 0, active: 0, verifying: 0, waiting: 0, failed: 700 };
  open(aJob({ state: 'PARTIAL', endedAt: '2026-11-20T11:00:00Z', files }));
  const again = aJob({ id: 'NEW1', label: 'again', retryOf: '7KQ2M4XW' });
  server
    .on('POST /jobs/7KQ2M4XW/retry', again, 201)
    .on('GET /jobs/NEW1', again)
    .on('GET /jobs/NEW1/files', aPage());
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 700 files' }));
  expect(await screen.findByRole('heading', { name: 'again' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '7KQ2M4XW' })).toHaveAttribute('href', '/jobs/7KQ2M4XW');
});

test('an ended job without failures cannot be steered', async () => {
  open(aJob({ state: 'SUCCEEDED', endedAt: '2026-11-20T11:00:00Z' }));
  await screen.findByRole('heading', { level: 1 });
  for (const name of [/Pause/, /Resume/, /Cancel job/, /Retry/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('a reader finds no button that changes the job', async () => {
  logInAs('eve', 'reader');
  open(aJob());
  await screen.findByText('41 %');
  for (const name of [/Pause/, /Priority/, /Limit/, /Cancel job/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a submitter steers the own jobs only', async () => {
  logInAs('ann', 'submitter');
  open(aJob({ owner: 'ann' }));
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeInTheDocument();
  cleanup();
  open(aJob({ id: 'OTHER', owner: 'bob' }));
  await screen.findByText('41 %');
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('priority and limit are changed while the job runs', async () => {
  open(aJob());
  server.on('PATCH /jobs/7KQ2M4XW', aJob());
  const sent = () => server.bodies.filter((_, index) => server.requests[index]!.startsWith('PATCH'));
  await userEvent.click(await screen.findByRole('button', { name: 'Priority 3' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '1 – first' }));
  await waitFor(() => expect(sent()).toEqual([{ priority: 1 }]));
  await userEvent.click(screen.getByRole('button', { name: 'Limit …' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Maximal rate'), '2000');
  expect(within(dialog).getByText('2 Gbit/s = 250 MB/s')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set the limit' }));
  await waitFor(() => expect(sent()).toEqual([{ priority: 1 }, { maxRateBytesPerSecond: 250_000_000 }]));
});

test('a job of another site has a colon in its id', async () => {
  const job = aJob({ id: 'north:job-7', label: 'far away' });
  server.on('GET /jobs/north%3Ajob-7', job).on('GET /jobs/north%3Ajob-7/files', aPage(aFile()));
  window.history.replaceState(null, '', '/jobs/north:job-7');
  render(<App />);
  expect(await screen.findByRole('heading', { name: 'far away' })).toBeInTheDocument();
});

test('a file opens with its attempts', async () => {
  const attempt = {
    number: 1,
    outcome: 'FAILED',
    source: 'ipsl',
    bytes: 4096,
    started: '2026-11-20T10:00:00Z',
    ended: '2026-11-20T10:00:05Z',
    code: 'CONNECTION_LOST',
    text: 'The connection to ipsl was lost.',
  };
  server.on('GET /jobs/7KQ2M4XW/files/f1', aFile({ attempts: 2, tries: [attempt] as never }));
  open(aJob());
  await userEvent.click(await screen.findByRole('button', { name: /tas_Amon/ }));
  const dialog = await screen.findByRole('dialog');
  const attempts = await within(dialog).findByRole('list', { name: 'Attempts' });
  expect(attempts).toHaveTextContent('CONNECTION_LOST The connection to ipsl was lost.');
  expect(window.location.search).toBe('?file=f1');
});

test('files are asked for by state and by the beginning of their path', async () => {
  open(aJob());
  await userEvent.selectOptions(await screen.findByLabelText('State'), 'FAILED');
  await fill(screen.getByLabelText('Path begins with'), 'CMIP6/a&b');
  await waitFor(() =>
    expect(server.requests).toContain('GET /jobs/7KQ2M4XW/files?state=FAILED&q=CMIP6/a&b&limit=100'),
  );
  expect(window.location.search).toContain('state=FAILED');
});

test('an empty page with a next one is not the end of the files', async () => {
  open(aJob());
  await screen.findByRole('button', { name: /tas_Amon/ });
  server.on('GET /jobs/7KQ2M4XW/files', { items: [], nextCursor: 'c2' });
  await userEvent.selectOptions(screen.getByLabelText('State'), 'WAITING');
  const more = await screen.findByRole('button', { name: 'Show more' });
  server.on('GET /jobs/7KQ2M4XW/files', aPage(aFile({ destination: 'bdm://dkrz/replica/found.nc' })));
  await userEvent.click(more);
  expect(await screen.findByTitle('bdm://dkrz/replica/found.nc')).toBeInTheDocument();
});

test('an unknown job says so and leads back', async () => {
  server.refuse(
    'GET /jobs/nosuch',
    404,
    'UNKNOWN_JOB',
    'There is no job nosuch.',
    "List the jobs with 'bdm-client list'.",
  );
  window.history.replaceState(null, '', '/jobs/nosuch');
  render(<App />);
  expect(await screen.findByRole('alert')).toHaveTextContent('UNKNOWN_JOB There is no job nosuch.');
  expect(screen.getByRole('link', { name: '← All jobs' })).toHaveAttribute('href', '/jobs');
});

test('what a server leaves out is not known, and not a defect', async () => {
  const { id, kind, state, priority, createdAt, listingComplete, files, bytes, rate, verify } = aJob();
  const bare = { id, kind, state, priority, createdAt, listingComplete, files, bytes, rate, verify };
  server.on('GET /jobs', aPage(bare));
  open(bare as Job);
  expect(await screen.findByRole('heading', { level: 1, name: id })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: '← All jobs' }));
  expect(await screen.findByText('many')).toBeInTheDocument();
});

test('events are shown oldest first with their sentences', async () => {
  server.on(
    'GET /jobs/7KQ2M4XW/events',
    aPage(anEvent(), anEvent({ id: '2', code: 'SOURCE_CHANGED', text: 'tas.nc changed while it was read.' })),
  );
  open(aJob());
  await userEvent.click(await screen.findByRole('tab', { name: 'Events' }));
  const main = within(screen.getByRole('main'));
  const events = await main.findAllByRole('listitem');
  expect(events.map((event) => event.textContent)).toEqual([
    expect.stringContaining('The job became ACTIVE.'),
    expect.stringContaining('SOURCE_CHANGED tas.nc changed while it was read.'),
  ]);
});

// U7
test('a job that failed shows its end, and lists nothing any more', async () => {
  open(
    aJob({
      state: 'FAILED',
      listingComplete: false,
      endedAt: '2026-11-20T11:00:00Z',
      stateReason: {
        code: 'SOURCE_NOT_FOUND',
        text: 'There is no such directory.',
        since: '2026-11-20T11:00:00Z',
        nextAt: null,
      },
      files: { ...aJob().files, total: 0 },
    }),
  );
  expect(await screen.findByText('The source was not listed to its end')).toBeInTheDocument();
  expect(screen.getByText('No file was listed.')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/Listing the source|listed yet/);
});

// U3
test('the limit of a job stands on its page as it was typed', async () => {
  server.on('GET /jobs/7KQ2M4XW/report', { failures: [], options: { maxRateBytesPerSecond: 100_000 } });
  open(aJob());
  expect(await screen.findByText('limited to 100 kB/s = 800 kbit/s')).toBeInTheDocument();
});

// U7
test('the report counts the examples that it leaves out, and has the bytes of the page', async () => {
  const failure = {
    code: 'CHECKSUM_MISMATCH',
    files: 7,
    advice: 'Retry.',
    examples: [1, 2, 3].map((at) => ({ destination: `bdm://dkrz/replica/f${at}`, text: 'other digest' })),
  };
  server.on('GET /jobs/7KQ2M4XW/report', {
    evidence: [],
    restsOn: null,
    bench: null,
    time: { listingMillis: 0, movingMillis: 0, verifyingMillis: 0, placingMillis: 0 },
    bytes: { ...aJob().bytes, durable: 1, moved: 1 },
    reused: { files: 0, bytes: 0 },
    streams: 4,
    decisions: 0,
    dataSecurity: 'tls',
    withoutTls: [],
    mirror: null,
    failures: [failure],
    startedAt: null,
    endedAt: null,
  });
  server.on('GET /jobs/7KQ2M4XW', aJob());
  window.history.replaceState(null, '', '/jobs/7KQ2M4XW?tab=report');
  render(<App />);
  const more = await screen.findByRole('link', { name: 'and 4 more' });
  expect(more).toHaveAttribute('href', '/jobs/7KQ2M4XW?state=FAILED&code=CHECKSUM_MISMATCH');
  expect(screen.getAllByText(/1\.14 TiB of 2\.73 TiB/)).toHaveLength(2);
});

// U13
test('on a phone a job page has the first files, and a button for more', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) => ({ ...wide(query), matches: query === '(max-width: 760px)' });
  try {
    server.on('GET /jobs/7KQ2M4XW', aJob());
    server.on(
      'GET /jobs/7KQ2M4XW/files',
      aPage(...Array.from({ length: 100 }, (_, at) => aFile({ id: `f${at}` }))),
    );
    window.history.replaceState(null, '', '/jobs/7KQ2M4XW');
    render(<App />);
    const files = await screen.findByRole('table', { name: 'Files' });
    await waitFor(() => expect(within(files).getAllByRole('row')).toHaveLength(13));
    await userEvent.click(screen.getByRole('button', { name: 'Show more, 88 are below' }));
    expect(within(files).getAllByRole('row')).toHaveLength(37);
  } finally {
    window.matchMedia = wide;
  }
});

// U5
test('the page of a paused job names what removes the cause', async () => {
  const action = { label: 'Check the pairing', command: 'x', page: '/sites/ipsl', request: null };
  server.on('GET /attention/paused-7KQ2M4XW', { actions: [action] });
  const since = '2026-11-20T10:00:00Z';
  open(
    aJob({ state: 'PAUSED', stateReason: { code: 'CREDENTIALS', text: 'Not pinned.', since, nextAt: null } }),
  );
  expect(await screen.findByRole('link', { name: 'Check the pairing' })).toHaveAttribute(
    'href',
    '/sites/ipsl',
  );
});
