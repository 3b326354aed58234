import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const subscription: Schemas['SubscriptionView'] = {
  id: 'subscription-3',
  label: 'Monthly temperature',
  owner: 'ann',
  query: { facets: { table_id: ['Amon'] }, excluded: { experiment_id: ['piControl'] } } as never,
  destination: 'bdm://dkrz/replica',
  everySeconds: 21_600,
  state: 'ACTIVE',
  nextAt: '2030-01-01T00:00:00Z',
  createdAt: '2026-11-01T00:00:00Z',
  runs: 12,
  incomplete: 0,
  last: {
    begunAt: '2026-11-20T10:00:00Z',
    endedAt: '2026-11-20T10:01:00Z',
    found: 1200,
    added: 3,
    jobs: 1,
    left: 0,
    trouble: '',
  },
  indexes: [
    {
      index: 'east',
      harvested: '2026-11-20T09:00:00Z',
      fullAt: null,
      warning: 'it answered 3 of 9 pages',
      failingSince: '2026-11-20T09:00:00Z',
      emptySince: null,
    },
  ],
  needsApproval: false,
  acceptIncomplete: false,
  maxBytesPerRun: 1e12,
  maxDatasetsPerRun: null,
  onNewVersion: 'replicate',
  onRetracted: null,
  onSuperseded: 'quarantine',
  sourcePolicy: null,
};
const found: Schemas['FoundBySubscriptionView'] = {
  dataset: 'CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803',
  state: 'SUBMITTED',
  text: '',
  job: 'JOB1',
  request: null,
  foundAt: '2026-11-20T10:00:00Z',
};
const plan: Schemas['SubscriptionPlanView'] = {
  datasets: 1203,
  files: 40_000,
  bytes: 9e12,
  runDatasets: 100,
  runFiles: 4_000,
  runBytes: 12e12,
  complete: false,
  needsConfirmation: true,
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server
    .on('GET /subscriptions', aPage(subscription))
    .on('GET /subscriptions/subscription-3', subscription)
    .on('GET /subscriptions/subscription-3/datasets', aPage(found));
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

function signIn(role: string): void {
  server.on('GET /login', { owner: 'eva', roles: [role], csrfToken: 'x', expiresAt: '2030-01-01T00:00:00Z' });
}

const sent = (request: string) => server.bodies[server.requests.indexOf(request)];
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('each shows what it asks for, how often, and what its last run did', async () => {
  open('/subscriptions');
  expect(
    await screen.findByRole('row', {
      name: /Monthly temperature.*ACTIVE.*table_id=Amon experiment_id!=piControl.*6 h.*1,200 found, 3 new, 1 job/,
    }),
  ).toBeVisible();
});

test('a new one counts first, and confirms what is too large only then', async () => {
  server.on('POST /subscriptions/plans', plan).on('POST /subscriptions', subscription);
  open('/subscriptions');
  await userEvent.click(await button('New subscription …'));
  await fill(screen.getByLabelText('Query'), 'table_id=Amon experiment_id!=piControl');
  await fill(screen.getByLabelText('Destination'), 'bdm://dkrz/replica');
  await userEvent.type(screen.getByLabelText('Most in one run, in TB'), '2');
  await userEvent.selectOptions(screen.getByLabelText('When a newer version is there'), 'quarantine');
  await userEvent.click(await button('Count what it finds'));
  expect(await screen.findByText(/at least 1,203 dataset versions/)).toBeVisible();
  expect(sent('POST /subscriptions')).toBeUndefined();
  expect(sent('POST /subscriptions/plans')).toMatchObject({
    query: { facets: { table_id: ['Amon'] }, excluded: { experiment_id: ['piControl'] }, text: null },
    destination: 'bdm://dkrz/replica',
    everySeconds: 21_600,
    maxBytesPerRun: 2e12,
    onSuperseded: 'quarantine',
    onRetracted: null,
  });
  await userEvent.click(await button('Keep the subscription'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Monthly temperature' })).toBeVisible();
  expect(sent('POST /subscriptions')).toMatchObject({ confirmBytes: 12e12 });
});

test('a changed wish has to be counted again', async () => {
  server.on('POST /subscriptions/plans', plan);
  open('/subscriptions');
  await userEvent.click(await button('New subscription …'));
  await fill(screen.getByLabelText('Query'), 'table_id=Amon');
  await fill(screen.getByLabelText('Destination'), 'bdm://dkrz/replica');
  await userEvent.click(await button('Count what it finds'));
  await button('Keep the subscription');
  await userEvent.type(screen.getByLabelText('Query'), ' source_id=X');
  expect(await button('Count what it finds')).toBeEnabled();
});

test('its page says how far each index was harvested, and what it found', async () => {
  open('/subscriptions/subscription-3');
  expect(await screen.findByRole('row', { name: /east.*never.*it answered 3 of 9 pages/ })).toBeVisible();
  const row = await screen.findByRole('row', { name: /tas.gr.v20180803.*SUBMITTED/ });
  expect(within(row).getByRole('link', { name: 'JOB1' })).toHaveAttribute('href', '/jobs/JOB1');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'LEFT_OUT');
  await waitFor(() => expect(server.requests.at(-1)).toContain('state=LEFT_OUT'));
  expect(window.location.search).toBe('?state=LEFT_OUT');
});

test('it is paused at once, and ended only after a question', async () => {
  server
    .on('POST /subscriptions/subscription-3/pause', { ...subscription, state: 'PAUSED' })
    .on('DELETE /subscriptions/subscription-3', { ...subscription, state: 'REMOVED' });
  open('/subscriptions/subscription-3');
  await userEvent.click(await button('Pause'));
  await waitFor(() => expect(server.requests).toContain('POST /subscriptions/subscription-3/pause'));
  await userEvent.click(await button('End …'));
  expect(server.requests).not.toContain('DELETE /subscriptions/subscription-3');
  await userEvent.click(await button('End the subscription'));
  await waitFor(() => expect(server.requests).toContain('DELETE /subscriptions/subscription-3'));
});

test('a reader has no buttons', async () => {
  signIn('reader');
  open('/subscriptions/subscription-3');
  expect(await screen.findByRole('heading', { level: 1, name: 'Monthly temperature' })).toBeVisible();
  for (const name of ['Pause', 'Run now', 'End …']) expect(screen.queryByRole('button', { name })).toBeNull();
});
