import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const DATASET = 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803';
const holding: Schemas['HoldingView'] = {
  export: 'replica',
  path: 'CMIP6/CMIP/tas_185001-201412.nc',
  dataset: DATASET,
  state: 'DAMAGED',
  size: 43_690_133,
  modified: '2026-11-20T10:00:00Z',
  since: '2026-11-20T10:00:00Z',
  checkedAt: null,
  digests: [],
  mark: null,
  seen: null,
};
const survey: Schemas['SurveyView'] = {
  id: 'survey-3',
  kind: 'RECONCILE',
  subject: 'bdm://dkrz/replica',
  owner: 'ann',
  state: 'DONE',
  files: 1200,
  bytes: 5_000_000,
  findings: 3,
  problem: null,
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: '2026-11-20T10:01:00Z',
};
const finding: Schemas['FindingView'] = {
  export: 'replica',
  path: 'CMIP6/CMIP/a.nc',
  dataset: null,
  kind: 'MISSING',
  text: 'is not on disk',
};
const findings = [
  { ...finding, path: 'CMIP6/AMIP/other.nc' },
  finding,
  { ...finding, path: 'CMIP6/CMIP/b.nc', kind: 'EXTRA', text: 'is not a holding' },
];
const quarantined: Schemas['QuarantinedFileView'] = {
  export: 'replica',
  path: 'CMIP6/CMIP/tas_1.nc',
  keptAs: 'holding-1',
  dataset: DATASET,
  size: 1_048_576,
  since: '2026-11-20T10:00:00Z',
  state: 'RETRACTED',
  by: 'policy',
};
const scrub: Schemas['ScrubView'] = {
  isOn: true,
  state: 'CHECKING',
  percentPerWeek: 2,
  hours: '20:00-06:00',
  zone: 'Europe/Berlin',
  bytesPerSecond: 100_000_000,
  oldestCheckAt: null,
  damagedFiles: 2,
  missingFiles: 0,
  trouble: null,
  troubleAt: null,
  week: {
    beganAt: '2026-11-20T10:00:00Z',
    filesMax: 400,
    checked: 100,
    bytes: 1_048_576,
    damaged: 2,
    missing: 0,
    unreadable: 0,
  },
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server
    .on('GET /holdings', aPage(holding))
    .on('GET /surveys', aPage(survey))
    .on('GET /surveys/survey-3', survey)
    .on('GET /surveys/survey-3/findings', aPage(...findings))
    .on('GET /quarantine', aPage(quarantined, { ...quarantined, keptAs: 'holding-2', path: 'tas_2.nc' }))
    .on('GET /scrub', scrub);
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
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1);

test('the address says which files are shown', async () => {
  open('/holdings?state=DAMAGED&export=replica');
  expect(await screen.findByRole('row', { name: /tas_185001-201412.nc.*DAMAGED.*41.7 MiB/ })).toBeVisible();
  expect(server.requests.find((each) => each.startsWith('GET /holdings?'))).toMatch(
    /state=DAMAGED.*export=replica/,
  );
  await userEvent.selectOptions(screen.getByLabelText('State'), 'MISSING');
  expect(window.location.search).toContain('state=MISSING');
});

test('each tab has an address', async () => {
  open('/holdings');
  await userEvent.click(await screen.findByRole('tab', { name: 'Scans and checks' }));
  expect(window.location.search).toBe('?tab=surveys');
  expect(await screen.findByRole('row', { name: /bdm:\/\/dkrz\/replica.*Reconciliation/ })).toBeVisible();
});

test('findings are grouped by directory, the one with most first, and listed for the chosen one', async () => {
  open('/holdings/surveys/survey-3');
  await button('replica/CMIP6/CMIP');
  expect(rowsOf('Findings by directory').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/replica\/CMIP6\/CMIP.*1 MISSING, 1 EXTRA/),
    expect.stringMatching(/replica\/CMIP6\/AMIP.*1 MISSING/),
  ]);
  await userEvent.click(await button('replica/CMIP6/CMIP'));
  expect(await screen.findByRole('row', { name: /b.nc.*EXTRA.*is not a holding/ })).toBeVisible();
  expect(rowsOf('Findings')).toHaveLength(2);
  await userEvent.click(await button('All directories'));
  expect(await screen.findByRole('table', { name: 'Findings by directory' })).toBeVisible();
});

test('the findings of a running survey are asked for once, although the server always has a next page', async () => {
  server
    .on('GET /surveys/survey-3', { ...survey, state: 'OPEN', endedAt: null })
    .on('GET /surveys/survey-3/findings', { items: findings, nextCursor: '3' });
  open('/holdings/surveys/survey-3');
  await button('replica/CMIP6/CMIP');
  expect(server.requests.filter((each) => each.includes('/findings'))).toHaveLength(1);
});

test('a survey that failed says why', async () => {
  server.on('GET /surveys/survey-3', {
    ...survey,
    state: 'FAILED',
    findings: 0,
    problem: {
      code: 'TOO_LARGE',
      detail: 'more than a million findings',
      advice: 'Take a smaller directory.',
    },
  });
  open('/holdings/surveys/survey-3');
  expect(await screen.findByText('TOO_LARGE')).toBeVisible();
  expect(screen.getByText(/Take a smaller directory/)).toBeVisible();
});

test('a reconciliation is started and its page opens', async () => {
  server.on('POST /reconciliations', survey);
  open('/holdings?tab=surveys');
  await userEvent.click(await button('Start a scan or check …'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.selectOptions(within(dialog).getByLabelText('Kind'), 'Reconciliation');
  await fill(within(dialog).getByLabelText(/Subject/), 'bdm://dkrz/replica');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start the reconciliation' }));
  expect(await screen.findByRole('heading', { name: 'Reconciliation of bdm://dkrz/replica' })).toBeVisible();
  expect(sent('POST /reconciliations')).toEqual({ subject: 'bdm://dkrz/replica', withIndex: true });
});

test('a scan that the server refuses keeps the form and says why', async () => {
  server.refuse('POST /scans', 400, 'INVALID_REQUEST', 'there is no export nowhere');
  open('/holdings?tab=surveys');
  await userEvent.click(await button('Start a scan or check …'));
  await fill(await screen.findByLabelText(/Subject/), 'bdm://dkrz/nowhere');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/there is no export nowhere/)).toBeVisible();
  expect(screen.getByLabelText(/Subject/)).toHaveValue('bdm://dkrz/nowhere');
});

test('a restore asks first with numbers, and says what came back', async () => {
  server.on('POST /quarantine/restorations', { dataset: DATASET, files: 2 });
  open('/holdings?tab=quarantine');
  await userEvent.click((await screen.findAllByRole('button', { name: `Restore ${DATASET}` }))[0]!);
  expect(await screen.findByText(/2 files with 2.00 MiB go back to their places/)).toBeVisible();
  expect(sent('POST /quarantine/restorations')).toBeUndefined();
  await userEvent.click(await button('Restore the files'));
  expect(await screen.findByText(/Restored 2 files of/)).toBeVisible();
  expect(sent('POST /quarantine/restorations')).toEqual({ dataset: DATASET });
});

test('the scrub shows its week and leads to the damaged files', async () => {
  open('/holdings?tab=scrub');
  expect(await screen.findByText(/100 of 400 files checked \(25 %\)/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: '2 files' }));
  expect(await screen.findByRole('table', { name: 'Held files' })).toBeVisible();
  expect(window.location.search).toBe('?state=DAMAGED');
});

test('the budget of the scrub is checked before it is sent', async () => {
  server.on('PATCH /scrub', { ...scrub, percentPerWeek: 5 });
  open('/holdings?tab=scrub');
  await userEvent.click(await button('Change the budget …'));
  const dialog = await screen.findByRole('dialog');
  const hours = within(dialog).getByLabelText('Hours');
  await fill(hours, '20:00-26:00');
  expect(within(dialog).getByText(/Enter always, or one range/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Change the budget' })).toBeDisabled();
  await fill(hours, '21:00-05:00');
  const share = within(dialog).getByLabelText(/Share of all held files/);
  await userEvent.clear(share);
  await userEvent.type(share, '5');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change the budget' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('PATCH /scrub')).toEqual({
    percentPerWeek: 5,
    hours: '21:00-05:00',
    zone: 'Europe/Berlin',
    bytesPerSecond: 100_000_000,
  });
});

test('the scrub is paused with one button', async () => {
  server.on('PATCH /scrub', { ...scrub, isOn: false, state: 'OFF' });
  open('/holdings?tab=scrub');
  await userEvent.click(await button('Pause'));
  await waitFor(() => expect(sent('PATCH /scrub')).toEqual({ isOn: false }));
});

test.each([
  ['surveys', 'bdm://dkrz/replica', /Start a scan/],
  ['quarantine', 'tas_1.nc', /Restore/],
  ['scrub', 'CHECKING', /Pause|budget/],
])('a reader sees the tab %s without buttons that change something', async (tab, shown, action) => {
  signIn('reader');
  open(`/holdings?tab=${tab}`);
  expect(await screen.findByText(shown)).toBeVisible();
  expect(screen.queryByRole('button', { name: action })).toBeNull();
});
