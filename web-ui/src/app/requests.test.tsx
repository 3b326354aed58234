import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const request: Schemas['ReplicationRequestView'] = {
  id: 'request-7',
  requester: 'eva',
  reason: 'A study of monsoons',
  state: 'OPEN',
  createdAt: '2026-11-20T10:00:00Z',
  query: { table_id: ['Amon'], '!experiment_id': ['piControl'] } as never,
  datasetIds: [],
  datasets: 12,
  files: 300,
  bytes: 4e12,
  draft: null,
  decidedAt: null,
  decidedBy: null,
  remark: null,
  job: null,
  jobState: null,
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.on('GET /requests', aPage(request)).on('GET /requests/request-7', request);
});

function open(address: string): void {
  window.history.replaceState(null, '', address);
  render(<App />);
}

function signIn(role: string, owner = 'eva'): void {
  server.on('GET /login', { owner, roles: [role], csrfToken: 'x', expiresAt: '2030-01-01T00:00:00Z' });
}

const sent = (of: string) => server.bodies[server.requests.indexOf(of)];
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('what waits for a decision is shown first', async () => {
  open('/requests');
  expect(
    await screen.findByRole('row', {
      name: /A study of monsoons.*table_id=Amon experiment_id!=piControl.*300 files, 3.64 TiB.*OPEN.*eva/,
    }),
  ).toBeVisible();
  expect(server.requests.find((each) => each.startsWith('GET /requests?'))).toContain('state=OPEN');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'ALL');
  await waitFor(() => expect(server.requests.at(-1)).not.toContain('state='));
});

test('approving names a destination, and the job is linked', async () => {
  server.on('POST /requests/request-7/approve', { ...request, state: 'APPROVED', job: 'JOB1' });
  open('/requests/request-7');
  expect(await button('Approve and submit')).toBeDisabled();
  server.on('GET /requests/request-7', { ...request, state: 'APPROVED', job: 'JOB1', jobState: 'QUEUED' });
  await fill(screen.getByLabelText('Destination'), 'bdm://dkrz/replica');
  await fill(screen.getByLabelText('Remark'), 'until March');
  await userEvent.click(await button('Approve and submit'));
  expect(await screen.findByRole('link', { name: 'JOB1' })).toHaveAttribute('href', '/jobs/JOB1');
  expect(sent('POST /requests/request-7/approve')).toEqual({
    destination: 'bdm://dkrz/replica',
    remark: 'until March',
  });
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
});

test('a refused approval says why, and the form stays', async () => {
  server.refuse('POST /requests/request-7/approve', 400, 'UNKNOWN_EXPORT', 'there is no export nowhere');
  open('/requests/request-7');
  await fill(await screen.findByLabelText('Destination'), 'bdm://dkrz/nowhere');
  await userEvent.click(await button('Approve and submit'));
  expect(await screen.findByText(/there is no export nowhere/)).toBeVisible();
  expect(screen.getByLabelText('Destination')).toHaveValue('bdm://dkrz/nowhere');
});

test('declining needs no destination', async () => {
  server.on('POST /requests/request-7/decline', { ...request, state: 'DECLINED' });
  open('/requests/request-7');
  await userEvent.click(await button('Decline'));
  await waitFor(() => expect(sent('POST /requests/request-7/decline')).toEqual({ remark: null }));
});

test('a requester asks by names or by facets, takes it back, and does not decide', async () => {
  signIn('requester');
  server
    .on('POST /requests', request)
    .on('POST /requests/request-7/withdraw', { ...request, state: 'WITHDRAWN' });
  open('/requests');
  await userEvent.click(await button('Ask for data …'));
  await userEvent.click(screen.getByRole('radio', { name: 'A query' }));
  const facets = screen.getByLabelText('Facets');
  await fill(facets, 'table_id=Amon monsoon');
  expect(await screen.findByText(/words cannot be asked for/)).toBeVisible();
  await fill(facets, 'table_id=Amon experiment_id!=piControl');
  await fill(screen.getByLabelText('What it is for'), 'A study of monsoons');
  await userEvent.click(await button('Send the request'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Request request-7' })).toBeVisible();
  expect(sent('POST /requests')).toEqual({
    query: { table_id: ['Amon'], '!experiment_id': ['piControl'] },
    reason: 'A study of monsoons',
  });
  expect(screen.queryByRole('button', { name: 'Approve and submit' })).toBeNull();
  await userEvent.click(await button('Withdraw …'));
  await userEvent.click(await button('Withdraw the request'));
  await waitFor(() => expect(server.requests).toContain('POST /requests/request-7/withdraw'));
});

test('nobody takes back what somebody else asked for', async () => {
  signIn('requester', 'otto');
  open('/requests/request-7');
  expect(await screen.findByText('A study of monsoons')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw …' })).toBeNull();
});

test('who only asks for data begins with the own requests, and asks for nothing that is refused', async () => {
  signIn('requester');
  open('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  expect(await screen.findByRole('row', { name: /A study of monsoons/ })).toBeVisible();
  const menu = within(screen.getAllByRole('navigation', { name: 'Pages' })[0]!);
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'New replication',
    'Requests',
    'Settings',
  ]);
  expect(server.requests.filter((each) => /attention|jobs|links|sites/.test(each))).toEqual([]);
});
