import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/settings');
  server = new FakeServer();
});

const hook = {
  name: 'night',
  target: 'https://flow.example.org/bdm',
  events: ['FAILED'],
  labelStart: null,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'ann',
  deliveredAt: null,
  deliveredEvent: '41',
  failure: 'flow.example.org answered 503',
  failures: 3,
  nextAt: null,
  secret: null,
};
const doctor = {
  site: 'dkrz',
  node: 'n1',
  host: 'mover1',
  version: '0.1.0',
  examinedAt: '2026-11-20T10:00:00Z',
  verdict: 'ADVICE',
  checks: [
    { id: 'clock', subject: 'host', verdict: 'OK', found: 'The clock is in step.', change: null },
    {
      id: 'mtu',
      subject: 'host',
      verdict: 'ADVICE',
      found: 'The MTU of eth0 is 1,500 bytes.',
      change: 'ip link set eth0 mtu 9000',
    },
  ],
};

test('a hook for a mailbox is made, and the secret of one for an address is shown once', async () => {
  server.on('GET /hooks', aPage(hook)).on('POST /hooks', { ...hook, secret: 'c2VjcmV0' }, 201);
  render(<App />);
  expect(await screen.findByText(/3 failed: flow.example.org answered 503/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Add a hook' }));
  await userEvent.type(screen.getByLabelText(/^Name/), 'ann');
  await fill(screen.getByLabelText(/^Address/), 'ann@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Add the hook' }));
  expect(await screen.findByText('c2VjcmV0')).toBeInTheDocument();
  expect(server.bodies[server.requests.indexOf('POST /hooks')]).toEqual({
    name: 'ann',
    target: 'mailto:ann@example.org',
    events: ['PARTIAL', 'FAILED'],
    labelStart: null,
  });
});

test('a test of a hook says why its message did not arrive', async () => {
  server
    .on('GET /hooks', aPage(hook))
    .on('POST /hooks/night/test', { arrived: false, failure: 'the name is not known' });
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByText(/night did not arrive: the name is not known/)).toBeInTheDocument();
});

test('the doctor shows first what has to be changed', async () => {
  server.on('GET /doctor', doctor);
  window.history.replaceState(null, '', '/settings?tab=doctor');
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Examine this node' }));
  await screen.findByText('ip link set eth0 mtu 9000');
  const [, first, second] = screen.getAllByRole('row');
  expect(first).toHaveTextContent('mtu');
  expect(second).toHaveTextContent('clock');
});

test('who may only read finds the own password alone, and is told when the new one differs', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['reader'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.on('POST /users/me/password', null, 204);
  render(<App />);
  expect(await screen.findByRole('tab', { name: 'Password' })).toBeInTheDocument();
  expect(screen.getAllByRole('tab')).toHaveLength(1);
  await fill(screen.getByLabelText('Password until now'), 'the old password');
  await fill(screen.getByLabelText('New password'), 'a much longer one');
  await fill(screen.getByLabelText('New password again'), 'a much longer on');
  expect(screen.getByText('The two differ.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('New password again'), 'e');
  await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
  expect(await screen.findByText('The password is changed.')).toBeInTheDocument();
});
