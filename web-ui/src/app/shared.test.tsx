import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { App } from './App';

const destination: Schemas['SharedDestinationView'] = {
  site: 'ceda',
  state: 'ACTIVE',
  bytesDone: 3 * 1024 ** 4,
  bytesTotal: 4 * 1024 ** 4,
  filesDone: 300,
  filesTotal: 400,
  filesFailed: 0,
};
const shared: Schemas['SharedCampaignView'] = {
  name: 'Ocean for Europe',
  state: 'RUNNING',
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: null,
  estimatedEnd: '2026-12-01T00:00:00Z',
  files: 400,
  bytes: 4 * 1024 ** 4,
  bytesPerSecond: 1024 ** 2,
  datasetCount: 2_000,
  datasets: ['CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Omon.tos.gn.v20180803'],
  destinations: [destination, { ...destination, site: 'nci', state: 'WAITING', bytesDone: 0 }],
  points: [
    { at: '2026-11-20T10:00:00Z', bytesDone: 1024 ** 3 },
    { at: '2026-11-20T12:00:00Z', bytesDone: 3 * 1024 ** 4 },
  ],
};
const campaign = {
  id: 'campaign-4',
  name: 'Ocean for Europe',
  state: 'RUNNING',
  selection: 'bdm://ipsl/cmip6/ocean',
  files: 400,
  bytes: 4 * 1024 ** 4,
  owner: 'ann',
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: null,
  destinations: [],
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.on('GET /shared/campaigns/s3cret', shared).on('GET /campaigns/campaign-4', campaign);
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

test('whoever has the link sees how far a campaign is, without a login and without a menu', async () => {
  server.refuse('GET /login', 401, 'UNAUTHENTICATED', 'nobody is logged in');
  open('/shared/s3cret');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ocean for Europe' })).toBeVisible();
  expect(screen.getByRole('row', { name: /ceda.*ACTIVE.*75 %.*1.00 TiB/ })).toBeVisible();
  expect(screen.getByText('the first 1 of 2,000')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(server.requests.filter((each) => !each.startsWith('GET /shared/'))).toEqual([]);
});

test('a link that has ended says what to do', async () => {
  server.refuse('GET /shared/campaigns/old', 404, 'NOT_FOUND', 'nothing is shared here');
  open('/shared/old');
  expect(await screen.findByRole('heading', { name: 'Nothing is shared here' })).toBeVisible();
  expect(screen.getByText(/Ask whoever sent it/)).toBeVisible();
});

test('an operator makes a link, which is shown once, and ends it', async () => {
  server
    .on('POST /campaigns/campaign-4/link', { path: '/api/v1/shared/campaigns/s3cret' })
    .on('DELETE /campaigns/campaign-4/link', undefined);
  open('/campaigns/campaign-4');
  await userEvent.click(await screen.findByRole('button', { name: 'Share …' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect(await screen.findByText(`${window.location.origin}/shared/s3cret`)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'End the link' }));
  expect(await screen.findByText(/The link has ended/)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/\/shared\/s3cret/)).toBeNull());
});

test('a reader cannot share', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  open('/campaigns/campaign-4');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ocean for Europe' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Share …' })).toBeNull();
});
