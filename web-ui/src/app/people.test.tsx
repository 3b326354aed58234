import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { aPage } from '../testing/messages';
import { App } from './App';

let server: FakeServer;

beforeEach(() => {
  window.history.replaceState(null, '', '/people');
  server = new FakeServer();
});

const ann = {
  name: 'ann',
  shownName: 'Ann Example',
  email: 'ann@example.org',
  role: 'operator',
  disabled: false,
  createdAt: '2026-11-20T10:00:00Z',
  passwordChangedAt: '2026-11-20T10:00:00Z',
};
const token = {
  id: 'token-1',
  name: 'nightly',
  roles: ['submitter'],
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  token: null,
};

test('adds a person with a role and a first password', async () => {
  server.on('GET /users', aPage(ann)).on('POST /users', ann, 201);
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }));
  await userEvent.type(screen.getByLabelText(/^User name/), 'bob');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'submitter');
  await fill(screen.getByLabelText(/^First password/), 'short');
  expect(screen.getByRole('button', { name: 'Add the person' })).toBeDisabled();
  await fill(screen.getByLabelText(/^First password/), 'short but now long');
  await userEvent.click(screen.getByRole('button', { name: 'Add the person' }));
  await screen.findByRole('button', { name: 'Add a person' });
  expect(server.bodies[server.requests.indexOf('POST /users')]).toEqual({
    name: 'bob',
    role: 'submitter',
    password: 'short but now long',
    shownName: null,
    email: null,
  });
});

test('removes a person only after it was confirmed', async () => {
  server.on('GET /users', aPage(ann)).on('DELETE /users/ann', null, 204);
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove …' }));
  expect(server.requests).not.toContain('DELETE /users/ann');
  await userEvent.click(screen.getByRole('button', { name: 'Remove ann' }));
  expect(server.requests).toContain('DELETE /users/ann');
});

test('shows a token once, right after it was made', async () => {
  server
    .on('GET /tokens', aPage(token))
    .on('POST /tokens', { ...token, id: 'token-2', name: 'weekly', token: 'bdm_secret' }, 201);
  window.history.replaceState(null, '', '/people?tab=tokens');
  render(<App />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a token' }));
  await userEvent.type(screen.getByLabelText(/^Name/), 'weekly');
  await fill(screen.getByLabelText(/^Last day/), '2027-01-31');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
  expect(await screen.findByText('bdm_secret')).toBeInTheDocument();
  const wish = server.bodies[server.requests.indexOf('POST /tokens')] as { expiresAt: string };
  expect(wish).toMatchObject({ name: 'weekly', roles: ['submitter'] });
  expect(new Date(wish.expiresAt).getTime()).toBe(new Date('2027-02-01T00:00:00').getTime());
});

test('who does not administrate finds no way to this page', async () => {
  server.on('GET /login', {
    owner: 'eva',
    roles: ['operator'],
    csrfToken: 'x',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  server.refuse('GET /users', 403, 'NOT_ALLOWED', 'your role may not see the users');
  render(<App />);
  expect(await screen.findByText(/your role may not see the users/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'People and tokens' })).toBeNull();
});
