import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { aPage } from '../testing/messages';
import { App } from './App';

const handover: Schemas['HandoverView'] = {
  id: 'handover-3',
  owner: 'ann',
  carrier: 'by-hand',
  source: '8896f38e-68d1-4708-bce4-b1b3a3405809',
  export: 'in',
  selection: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr',
  state: 'ENDED',
  awaits: 'PERSON',
  reason: '1 of 12 files is missing or wrong',
  task: null,
  files: 12,
  there: 11,
  unvouched: 0,
  named: 1,
  bytes: 524_288_000,
  bytesThere: 480_247_808,
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: '2026-11-20T11:00:00Z',
};
const file: Schemas['HandoverFileView'] = {
  export: 'in',
  path: 'CMIP6/CMIP/tas_1850.nc',
  source: '/css03_data/CMIP6/CMIP/tas_1850.nc',
  dataset: null,
  size: 43_690_133,
  state: 'EMPTY',
  reason: 'has 0 of 43690133 bytes',
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.on('GET /handovers', aPage(handover));
  shows({});
});

function shows(changes: Partial<typeof handover>): void {
  server.on('GET /handovers/handover-3', { ...handover, ...changes });
  server.on('GET /handovers/handover-3/files', aPage(file));
}

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

const sent = (of: string) => server.bodies[server.requests.indexOf(of)];
const button = (name: string) => screen.findByRole('button', { name });

async function buttons(): Promise<(string | null)[]> {
  await screen.findByRole('row', { name: /tas_1850/ });
  const named = /Compare the files|Hand over again|Cancel handover/;
  return screen.queryAllByRole('button', { name: named }).map((each) => each.textContent);
}

test('the list says whom a handover waits for and how much is missing or wrong', async () => {
  open('/handovers');
  const row = await screen.findByRole('row', { name: /IPSL-CM6A-LR/ });
  expect(row).toHaveAccessibleName(/ENDED.*a person.*11 of 12 files.*1 missing or wrong.*by-hand/);
  await userEvent.click(within(row).getByRole('link'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Handover 3' })).toBeVisible();
});

test('each file has its state and what is wrong with it, and the list for the carrier can be saved', async () => {
  open('/handovers/handover-3');
  expect(
    await screen.findByRole('row', { name: /in\/CMIP6\/CMIP\/tas_1850\.nc.*EMPTY.*has 0 of 43690133 bytes/ }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'List for the carrier' })).toHaveAttribute(
    'href',
    '/api/v1/handovers/handover-3/list',
  );
  await userEvent.selectOptions(screen.getByLabelText('State of files'), 'MISSING');
  await waitFor(() => expect(server.requests.at(-1)).toContain('state=MISSING'));
});

test('what is missing or wrong is handed over again, and others are replaced only when asked for', async () => {
  server.on('POST /handovers/handover-3/again', handover);
  open('/handovers/handover-3');
  await userEvent.click(await button('Hand over again …'));
  await userEvent.click(await button('Hand the files over'));
  await waitFor(() => expect(sent('POST /handovers/handover-3/again')).toEqual({ replace: false }));
  server.requests.length = 0;
  server.bodies.length = 0;
  await userEvent.click(await button('Hand over again …'));
  await userEvent.click(screen.getByRole('checkbox', { name: /replace other files/ }));
  await userEvent.click(await button('Hand the files over'));
  await waitFor(() => expect(sent('POST /handovers/handover-3/again')).toEqual({ replace: true }));
});

test('a comparison that is refused says why', async () => {
  server.refuse('POST /handovers/handover-3/compare', 409, 'ILLEGAL_STATE', 'handover-3 is SUBMITTING');
  open('/handovers/handover-3');
  await userEvent.click(await button('Compare the files'));
  expect(await screen.findByText(/handover-3 is SUBMITTING/)).toBeVisible();
});

test('cancelling asks first', async () => {
  shows({ state: 'WAITING', awaits: 'CARRIER', endedAt: null });
  server.on('POST /handovers/handover-3/cancel', { ...handover, state: 'CANCELLING' });
  open('/handovers/handover-3');
  await userEvent.click(await button('Cancel handover …'));
  expect(server.requests).not.toContain('POST /handovers/handover-3/cancel');
  await userEvent.click(await button('Cancel the handover'));
  await waitFor(() => expect(server.requests).toContain('POST /handovers/handover-3/cancel'));
});

test.each([
  ['ENDED', 'PERSON', 11, ['Compare the files', 'Hand over again …']],
  ['ENDED', 'NOBODY', 12, ['Compare the files']],
  ['WAITING', 'CARRIER', 0, ['Cancel handover …']],
  ['WAITING', 'PERSON', 0, ['Compare the files', 'Cancel handover …']],
  ['SUBMITTING', 'PERSON', 0, ['Hand over again …', 'Cancel handover …']],
  ['COMPARING', 'NOBODY', 0, ['Cancel handover …']],
  ['CANCELLING', 'CARRIER', 0, []],
  ['CANCELLING', 'PERSON', 0, ['Cancel handover …']],
] as const)('%s that waits for %s with %d of 12 files offers %j', async (state, awaits, there, offered) => {
  shows({ state, awaits, there });
  open('/handovers/handover-3');
  expect(await buttons()).toEqual(offered);
});

test('who may not steer looks and changes nothing', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  open('/handovers/handover-3');
  expect(await buttons()).toEqual([]);
});
