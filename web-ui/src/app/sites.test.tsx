import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const HASH = '4958fbc6f3222353c94356c62f55cf0cd7c3890d6111ef1bd726978d7978c5c6';
const codeOf = (site: string) =>
  `bdm1_${btoa(`${site}\ndata.${site}.example:8471\n${HASH}\n${'0'.repeat(64)}`)}`;

const dkrz: Schemas['SiteView'] = {
  name: 'dkrz',
  local: true,
  state: 'REACHABLE',
  stateSince: null,
  lastSeenAt: null,
  pairedAt: null,
  dataAddress: 'data.dkrz.example:8471',
  url: null,
  read: [],
  write: [],
  ban: null,
  maintenance: null,
  fingerprint: `SHA256:${HASH}`,
};
const ipsl = {
  ...dkrz,
  name: 'ipsl',
  local: false,
  stateSince: '2026-11-20T10:00:00Z',
  pairedAt: '2026-07-10T10:00:00Z',
  dataAddress: 'data.ipsl.example:8471',
  read: ['cmip6'],
  write: ['scratch/from-ipsl'],
};
const ban = {
  place: 'ipsl',
  isSite: true,
  reason: 'corrupt files',
  until: null,
  bannedBy: 'ann',
  bannedAt: '2026-11-20T10:00:00Z',
};
const invitation = {
  id: '25ae',
  name: 'bsc',
  code: null,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-21T10:00:00Z',
  read: ['cmip6'],
  write: [],
};
const entry = {
  number: 3,
  site: 'ipsl',
  beginsAt: '2026-11-20T10:00:00Z',
  endsAt: '2026-11-21T10:00:00Z',
  note: 'new switches',
  uid: '',
  isNow: false,
  addedBy: 'ann',
  addedAt: '2026-11-20T10:00:00Z',
};
const node = {
  id: 'node-1',
  state: 'UP',
  jobs: 2,
  isThis: true,
  process: 'process 1201 on mover1, home /var/lib/bdm',
  version: '0.1.0',
  url: null,
  roles: ['control', 'data'],
  fingerprint: HASH,
  startedAt: '2026-11-20T10:00:00Z',
  seenAt: '2026-11-20T10:00:00Z',
  dataAddress: 'data.dkrz.example:8471',
  exports: [{ name: 'replica', rootId: null, isWritable: true }],
};
const anExport = {
  site: 'dkrz',
  name: 'replica',
  mode: 'rw',
  available: true,
  problem: null,
  freeBytes: 2e12,
  totalBytes: null,
};
const link = {
  source: 'ipsl',
  destination: 'dkrz',
  isPaired: true,
  limit: null,
  windows: { windows: ['daily 20:00-06:00 UTC'], isOpen: true, changesAt: null },
  bytesPerSecond: 1.25e9,
  streams: 4,
  jobs: 2,
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server
    .on('GET /sites', aPage(dkrz, ipsl))
    .on('GET /sites/ipsl', {
      site: ipsl,
      relation: 'PEER',
      nodesToldAt: '2026-11-20T10:00:00Z',
      nodes: [{ dataAddress: 'data2.ipsl.example:8471', state: 'SILENT', triedAt: null }],
    })
    .on('GET /sites/ipsl/maintenance', aPage(entry))
    .on('GET /sites/dkrz/maintenance', aPage())
    .on('GET /invitations', aPage())
    .on('GET /links', aPage(link))
    .on('GET /limits', aPage())
    .on('GET /nodes', aPage(node, { ...node, id: 'node-2', isThis: false, jobs: 1 }))
    .on('GET /exports', aPage(anExport, { ...anExport, name: 'cmip6', mode: 'ro' }));
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
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');

test('each site shows whether it is reachable and what it may do here', async () => {
  open('/sites');
  const row = await screen.findByRole('row', { name: /^ipsl/ });
  expect(row).toHaveTextContent('reachable');
  expect(row).toHaveTextContent('scratch/from-ipsl');
  expect(screen.getByText('Paired with 1 site')).toBeVisible();
});

test('an invitation is made with rights, and its code is shown once', async () => {
  server.on('POST /invitations', { ...invitation, code: codeOf('dkrz') }, 201);
  open('/sites');
  await press('Add a site');
  await userEvent.type(screen.getByLabelText(/^Name of the other site/), 'bsc');
  await userEvent.type(screen.getByRole('combobox', { name: /bsc may read here/ }), 'cmip6/CMIP{Enter}');
  await press('Make the invitation');
  expect(await screen.findByText(codeOf('dkrz'))).toBeVisible();
  expect(sent('POST /invitations')).toEqual({ name: 'bsc', read: ['cmip6/CMIP'], write: [] });
  await press('I have copied it');
  expect(screen.queryByText(codeOf('dkrz'))).toBeNull();
});

test('a code is accepted only after its fingerprint was compared', async () => {
  server.on('POST /sites', { ...ipsl, name: 'bsc' }, 201);
  open('/sites');
  await press('Add a site');
  await userEvent.click(screen.getByText('I have a code'));
  const field = screen.getByLabelText('Invitation code');
  await fill(field, 'bdm1_abc');
  expect(screen.getByText(/Not an invitation code/)).toBeVisible();
  await fill(field, codeOf('bsc'));
  expect(screen.getByText('data.bsc.example:8471')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pair' })).toBeDisabled();
  await userEvent.click(screen.getByLabelText(/I compared it/));
  await press('Pair with bsc');
  expect(sent('POST /sites')).toEqual({ name: 'bsc', code: codeOf('bsc'), read: [], write: [] });
  expect(window.location.pathname).toBe('/sites/bsc');
});

test('a refused code shows why, and the form stays', async () => {
  server.refuse(
    'POST /sites',
    409,
    'INVITATION_EXPIRED',
    'the invitation is used or expired',
    'Ask for another.',
  );
  open('/sites');
  await press('Add a site');
  await userEvent.click(screen.getByText('I have a code'));
  await fill(screen.getByLabelText('Invitation code'), codeOf('bsc'));
  await userEvent.click(screen.getByLabelText(/I compared it/));
  await press('Pair with bsc');
  expect(await screen.findByText(/the invitation is used or expired/)).toBeVisible();
  expect(screen.getByText(/Ask for another/)).toBeVisible();
  expect(screen.getByLabelText('Invitation code')).toHaveValue(codeOf('bsc'));
});

test('an open invitation is revoked only after it was confirmed', async () => {
  server.on('GET /invitations', aPage(invitation)).on('DELETE /invitations/25ae', null, 204);
  open('/sites');
  await press(/^Revoke … the invitation for bsc/);
  expect(server.requests).not.toContain('DELETE /invitations/25ae');
  await press('Revoke the invitation');
  expect(server.requests).toContain('DELETE /invitations/25ae');
});

test('a site shows its nodes, its calendar, and its link with hours', async () => {
  open('/sites/ipsl');
  expect(await screen.findByRole('row', { name: /data2.ipsl.example:8471.*silent/ })).toBeVisible();
  expect(await screen.findByText('new switches')).toBeVisible();
  expect(await screen.findByText('daily 20:00-06:00 UTC')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Limits, hours, measurements' })).toHaveAttribute(
    'href',
    '/links/ipsl/dkrz',
  );
});

test('this site shows its nodes and its exports', async () => {
  open('/sites/dkrz');
  expect(await screen.findByRole('row', { name: /^node-1 this one/ })).toBeVisible();
  const panel = (await screen.findByRole('heading', { name: 'Exports' })).closest('section')!;
  expect(await within(panel).findByText('cmip6')).toBeVisible();
  expect(within(panel).getByText('read-only')).toBeVisible();
});

test('an export and a node of this site get limits', async () => {
  const limit: Schemas['LimitView'] = {
    kind: 'EXPORT',
    name: 'cmip6',
    source: null,
    destination: null,
    maxRateInBytesPerSecond: 400_000_000,
    maxRateOutBytesPerSecond: null,
    maxStreams: null,
    maxActiveFiles: 16,
    note: 'slow disks',
    changedBy: 'eva',
    changedAt: '2026-11-20T10:00:00Z',
  };
  server
    .on('GET /limits', aPage(limit))
    .on('PUT /limits/export/cmip6', limit)
    .on('PUT /limits/node/node-2', { ...limit, kind: 'NODE', name: 'node-2' });
  open('/sites/dkrz');
  const table = within(await screen.findByRole('table', { name: 'Limits of exports and nodes' }));
  expect(table.getByRole('row', { name: /^cmip6 export 400 MB\/s.*16.*slow disks/ })).toBeVisible();
  await press('Limit … cmip6');
  const form = within(await dialog());
  expect(form.queryByLabelText('Streams')).toBeNull();
  await userEvent.clear(form.getByLabelText('Rate of what comes'));
  await userEvent.type(form.getByLabelText('Rate of what is sent'), '800');
  await press('Set the limit');
  expect(server.bodies[server.requests.indexOf('PUT /limits/export/cmip6')]).toEqual({
    maxRateInBytesPerSecond: 0,
    maxRateOutBytesPerSecond: 100_000_000,
    maxActiveFiles: 16,
    maxStreams: null,
    note: 'slow disks',
  });
  await press('Limit … node-2');
  await userEvent.type(within(await dialog()).getByLabelText('Streams'), '4');
  await press('Set the limit');
  expect(server.bodies[server.requests.indexOf('PUT /limits/node/node-2')]).toMatchObject({ maxStreams: 4 });
});

test('draining a node says how many jobs it works on', async () => {
  server.on('POST /nodes/node-2/drain', null, 204);
  open('/sites/dkrz');
  await press('Drain … node-2');
  expect(await dialog()).toHaveTextContent('It works on 1 job');
  await press('Drain node-2');
  expect(server.requests).toContain('POST /nodes/node-2/drain');
});

test('the node that answers cannot be removed here', async () => {
  open('/sites/dkrz');
  expect(await screen.findByRole('button', { name: 'Remove … node-2' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove … node-1' })).toBeNull();
});

test('maintenance is added in the time zone of the reader, and ends after it begins', async () => {
  server.on('POST /sites/ipsl/maintenance', entry, 201);
  open('/sites/ipsl');
  await fill(await screen.findByLabelText('Begins'), '2027-01-02T08:00');
  await fill(screen.getByLabelText('Ends'), '2027-01-02T07:00');
  expect(screen.getByText('It ends before it begins.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  await fill(screen.getByLabelText('Ends'), '2027-01-02T18:00');
  await fill(screen.getByLabelText('Note'), 'new disks');
  await press('Add');
  expect(sent('POST /sites/ipsl/maintenance')).toEqual({
    beginsAt: new Date('2027-01-02T08:00').toISOString(),
    endsAt: new Date('2027-01-02T18:00').toISOString(),
    note: 'new disks',
  });
});

test('a ban says what happens, and takes a reason', async () => {
  server.on('PUT /sites/ipsl/ban', ban);
  open('/sites/ipsl');
  await press('Ban …');
  expect(await dialog()).toHaveTextContent('jobs that need it wait and say so');
  await fill(screen.getByLabelText('Reason'), 'corrupt files');
  await press('Ban ipsl');
  expect(sent('PUT /sites/ipsl/ban')).toEqual({ reason: 'corrupt files', until: null });
});

test('a banned site says who banned it and why', async () => {
  server.on('GET /sites', aPage(dkrz, { ...ipsl, ban }));
  open('/sites/ipsl');
  expect(await screen.findByText('Banned by ann: corrupt files')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Lift the ban …' })).toBeVisible();
});

test('a key of another site is not pinned', async () => {
  open('/sites/ipsl');
  await press('Pin a new key …');
  await fill(await screen.findByLabelText('Invitation code'), codeOf('bsc'));
  await userEvent.click(screen.getByLabelText(/I compared it/));
  expect(screen.getByText('This code is of bsc, not of ipsl.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pin the key' })).toBeDisabled();
});

test('unpairing says how many rights end, and leads back to the list', async () => {
  server.on('DELETE /sites/ipsl', null, 204);
  open('/sites/ipsl');
  await press('Unpair …');
  expect(await dialog()).toHaveTextContent('its rights to 2 places here end');
  await press('Unpair ipsl');
  await screen.findByRole('heading', { name: 'Sites' });
  expect(server.requests).toContain('DELETE /sites/ipsl');
});

test('an operator bans and plans; pairing and nodes are for administrators', async () => {
  signIn('operator');
  open('/sites/ipsl');
  expect(await screen.findByRole('button', { name: 'Ban …' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unpair …' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pin a new key …' })).toBeNull();
});

test.each(['/sites', '/sites/ipsl', '/sites/dkrz'])('a reader has no buttons on %s', async (address) => {
  signIn('reader');
  open(address);
  await screen.findAllByRole('row');
  await screen.findAllByText(/data2\.ipsl|node-1|scratch/);
  expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([]);
  expect(server.requests.filter((request) => request.includes('/invitations'))).toEqual([]);
});

test('a site that is not known says so', async () => {
  open('/sites/nobody');
  expect(await screen.findByText('No such site')).toBeVisible();
});
