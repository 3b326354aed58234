import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/campaigns');
  server = new FakeServer();
});

const part = {
  site: 'ipsl',
  destination: 'bdm://ipsl/replica/CMIP6',
  job: 'ipsl:job-7',
  state: 'ACTIVE',
  bytesDone: 250,
  bytesTotal: 1000,
  filesDone: 1,
  filesTotal: 4,
  filesFailed: 0,
  trouble: null,
  changedAt: '2026-11-20T10:00:00Z',
};
const campaign = {
  id: 'campaign-1',
  name: 'CMIP6 for all',
  owner: 'ann',
  state: 'ACTIVE',
  selection: 'bdm://dkrz/data/CMIP6',
  files: 4,
  bytes: 1000,
  createdAt: '2026-11-20T10:00:00Z',
  endedAt: null,
  destinations: [
    part,
    {
      ...part,
      site: 'cmcc',
      destination: 'bdm://cmcc/in/CMIP6',
      job: null,
      bytesDone: 0,
      filesDone: 0,
      trouble: 'cmcc does not answer',
    },
  ],
};

test('shows of each campaign how far all its destinations are', async () => {
  server.on('GET /campaigns', aPage(campaign));
  render(<App />);
  const row = (await screen.findByRole('link', { name: 'CMIP6 for all' })).closest<HTMLElement>(
    '[role="row"]',
  )!;
  expect(row).toHaveTextContent('ipsl, cmcc');
  expect(row).toHaveTextContent('12 %');
});

test('a campaign says what holds up a destination, and leads to its job', async () => {
  server.on('GET /campaigns/campaign-1', campaign);
  window.history.replaceState(null, '', '/campaigns/campaign-1');
  render(<App />);
  const table = await screen.findByRole('table', { name: 'Destinations' });
  expect(within(table).getByText('cmcc does not answer')).toBeInTheDocument();
  expect(within(table).getByRole('link', { name: 'ipsl:job-7' })).toHaveAttribute(
    'href',
    '/jobs/ipsl%3Ajob-7',
  );
});

test('a new campaign shows its plan first, and confirms what is too large only then', async () => {
  server
    .on('GET /campaigns', aPage())
    .on('POST /campaigns/plans', {
      files: 4,
      bytes: 1 << 30,
      destinations: 1,
      totalFiles: 4,
      totalBytes: 1 << 30,
      complete: true,
      needsConfirmation: true,
    })
    .on('POST /campaigns', campaign)
    .on('GET /campaigns/campaign-1', campaign);
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'New campaign' }));
  await userEvent.type(screen.getByLabelText(/^Name/), 'all');
  await fill(screen.getByLabelText(/^Source/), 'bdm://dkrz/data/CMIP6');
  await fill(screen.getByLabelText(/^Destinations/), 'bdm://ipsl/replica/CMIP6');
  await userEvent.click(screen.getByRole('button', { name: 'Show the plan' }));
  expect(await screen.findByText(/4 files with 1.00 GiB, to 1 site/)).toBeInTheDocument();
  expect(server.requests).not.toContain('POST /campaigns');
  await userEvent.click(screen.getByRole('button', { name: 'Begin the campaign' }));
  expect(await screen.findByRole('heading', { name: 'CMIP6 for all' })).toBeInTheDocument();
  expect(server.bodies[server.requests.indexOf('POST /campaigns')]).toMatchObject({
    name: 'all',
    source: 'bdm://dkrz/data/CMIP6',
    destinations: ['bdm://ipsl/replica/CMIP6'],
    confirmBytes: 1 << 30,
  });
});

test('who may only read begins and cancels none', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.on('GET /campaigns', aPage(campaign));
  render(<App />);
  await screen.findByRole('link', { name: 'CMIP6 for all' });
  expect(screen.queryByRole('button', { name: 'New campaign' })).toBeNull();
});
