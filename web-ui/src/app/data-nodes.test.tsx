import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { Schemas } from '../api/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

const llnl: Schemas['DataNodeView'] = {
  node: 'esgf-data1.llnl.example',
  bytes: 4.2e12,
  bytesPerSecond: 3.1e7,
  connections: 6,
  connectionsConfigured: 8,
  connectionsMax: 8,
  failuresInARow: 0,
  isBanned: false,
  nextTryAt: null,
  trouble: null,
  settings: null,
};
const nci = {
  ...llnl,
  node: 'esgf.nci.example',
  connections: 0,
  connectionsMax: 2,
  failuresInARow: 7,
  nextTryAt: '2030-01-01T00:00:00Z',
  trouble: 'It answered 503 Service Unavailable.',
};
const ban = {
  place: 'esgf-node.ornl.example',
  isSite: false,
  reason: 'answers with HTML pages',
  until: null,
  bannedBy: 'carla',
  bannedAt: '2026-11-20T10:00:00Z',
};

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/data-nodes');
  server = new FakeServer();
  server
    .on('GET /data-nodes', aPage(llnl, nci))
    .on('GET /bans', aPage(ban, { ...ban, place: 'ipsl', isSite: true }));
});

const sent = (request: string) => server.bodies[server.requests.indexOf(request)];

test('the node with most failures stands first, and says why it is left alone', async () => {
  render(<App />);
  const row = await screen.findByRole('row', { name: /^esgf.nci.example/ });
  expect(row).toHaveTextContent('left alone');
  expect(row).toHaveTextContent('It answered 503 Service Unavailable.');
  expect(row).toHaveTextContent('0 of 2');
  const rows = within(screen.getByRole('table', { name: 'Data nodes' })).getAllByRole('row');
  expect(rows[1]).toBe(row);
});

test('a node that is banned and was never used is listed; a banned site is not', async () => {
  render(<App />);
  const row = await screen.findByRole('row', { name: /^esgf-node.ornl.example/ });
  expect(row).toHaveTextContent('Banned by carla: answers with HTML pages');
  expect(screen.queryByRole('row', { name: /^ipsl/ })).toBeNull();
  expect(screen.getByText('3 data nodes, 2 left alone now')).toBeVisible();
});

test('an operator bans a node, with a reason and an end', async () => {
  server.on('PUT /data-nodes/esgf-data1.llnl.example/ban', ban);
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ban … esgf-data1.llnl.example' }));
  await fill(screen.getByLabelText('Reason'), 'wrong checksums');
  await fill(screen.getByLabelText('Until'), '2020-01-01T00:00');
  expect(screen.getByText('This time has passed.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ban esgf-data1.llnl.example' })).toBeDisabled();
  await userEvent.clear(screen.getByLabelText('Until'));
  await userEvent.click(screen.getByRole('button', { name: 'Ban esgf-data1.llnl.example' }));
  expect(sent('PUT /data-nodes/esgf-data1.llnl.example/ban')).toEqual({
    reason: 'wrong checksums',
    until: null,
  });
});

test('a ban is lifted only after it was confirmed', async () => {
  server.on('DELETE /data-nodes/esgf-node.ornl.example/ban', null, 204);
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Lift ban … esgf-node.ornl.example' }));
  expect(server.requests).not.toContain('DELETE /data-nodes/esgf-node.ornl.example/ban');
  await userEvent.click(screen.getByRole('button', { name: 'Lift the ban' }));
  expect(server.requests).toContain('DELETE /data-nodes/esgf-node.ornl.example/ban');
});

test('a reader sees the nodes and bans none', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  render(<App />);
  await screen.findByRole('row', { name: /^esgf.nci.example/ });
  expect(screen.queryByRole('button', { name: /[Bb]an/ })).toBeNull();
});

test('without a data node the page says when one is listed', async () => {
  server.on('GET /data-nodes', aPage()).on('GET /bans', aPage());
  render(<App />);
  expect(await screen.findByText('No data node yet')).toBeVisible();
  expect(screen.getByText(/is listed when a job fetches files from it/)).toBeVisible();
});

test('settings of a node are changed; an empty field keeps the token', async () => {
  const settings: Schemas['DataNodeSettingsView'] = {
    node: llnl.node,
    connections: 4,
    preference: 'last',
    hasCa: false,
    hasToken: true,
    patienceSeconds: 0,
    staging: { way: 'tape-rest', patienceSeconds: 172_800, window: 9, prefix: '' },
    note: 'as agreed',
    changedBy: 'ana',
    changedAt: '2026-11-20T10:00:00Z',
  };
  server
    .on('GET /data-nodes', aPage({ ...llnl, settings }))
    .on(`PUT /data-nodes/${llnl.node}/settings`, settings)
    .on(`DELETE /data-nodes/${llnl.node}/settings`, undefined);
  render(<App />);
  const row = await screen.findByRole('row', { name: new RegExp(`^${llnl.node}`) });
  expect(row).toHaveTextContent(
    'asked last, at most 4 connections, with a token, staging tape-rest, staging patience 2880 min, at most 9 recalls: as agreed',
  );
  await userEvent.click(screen.getByRole('button', { name: `Settings … ${llnl.node}` }));
  expect(screen.getByLabelText('Token')).toHaveValue('');
  await userEvent.clear(screen.getByLabelText('Connections'));
  await userEvent.type(screen.getByLabelText('Connections'), '6');
  await userEvent.click(screen.getByRole('button', { name: 'Save the settings' }));
  expect(sent(`PUT /data-nodes/${llnl.node}/settings`)).toEqual({
    connections: 6,
    preference: 'last',
    token: null,
    caPem: null,
    note: 'as agreed',
  });
  await userEvent.click(screen.getByRole('button', { name: `Settings … ${llnl.node}` }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove all, token and certificates too' }));
  expect(server.requests).toContain(`DELETE /data-nodes/${llnl.node}/settings`);
});

// U5
test('the address of a data node opens its settings, also of one that is not listed yet', async () => {
  for (const host of ['esgf.nci.example', 'new.example:8443']) {
    window.history.replaceState(null, '', `/data-nodes?node=${host}`);
    const { unmount } = render(<App />);
    const dialog = await screen.findByRole('dialog', { name: `Settings of ${host}` });
    expect(within(dialog).getByLabelText('Token')).toBeInTheDocument();
    unmount();
  }
});
