import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aPage } from '../testing/messages';
import { FakeServer } from '../testing/fake-server';
import { fill } from '../testing/fill';
import { App } from './App';

test('asks for a token, and says in words that a wrong one is refused', async () => {
  new FakeServer()
    .refuse('GET /login', 401, 'NOT_AUTHENTICATED', 'nobody is logged in')
    .refuse('POST /login', 401, 'NOT_AUTHENTICATED', 'the token is invalid, revoked or expired');
  render(<App />);
  await userEvent.type(await screen.findByLabelText('Token'), 'wrong{Enter}');
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  expect(await screen.findByText('The token is invalid, revoked or expired.')).toBeInTheDocument();
});

test('asks for a user and a password where the site has users', async () => {
  const server = new FakeServer()
    .on('GET /login/ways', { token: true, password: true })
    .refuse('GET /login', 401, 'NOT_AUTHENTICATED', 'nobody is logged in')
    .refuse('POST /login', 401, 'NOT_AUTHENTICATED', 'the user name or the password is wrong');
  render(<App />);
  await userEvent.type(await screen.findByLabelText('User'), 'ann');
  await fill(screen.getByLabelText('Password'), 'correct horse battery staple');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('The user name or the password is wrong.')).toBeInTheDocument();
  expect(server.bodies[server.requests.indexOf('POST /login')]).toEqual({
    user: 'ann',
    password: 'correct horse battery staple',
  });
  await userEvent.type(screen.getByLabelText('Token'), 'wrong{Enter}');
  expect(await screen.findByText('The token is invalid, revoked or expired.')).toBeInTheDocument();
  expect(server.bodies[server.requests.lastIndexOf('POST /login')]).toEqual({ token: 'wrong' });
});

test('leads to the login page of the institution where the site has one', async () => {
  new FakeServer()
    .on('GET /login/ways', { token: true, password: false, oidc: true, oidcName: 'Example University' })
    .refuse('GET /login', 401, 'NOT_AUTHENTICATED', 'nobody is logged in');
  render(<App />);
  expect(await screen.findByRole('link', { name: 'Log in with Example University' })).toHaveAttribute(
    'href',
    '/api/v1/login/oidc',
  );
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['no-role', /Your account has no role at this site/],
  ['late', /took longer than 10 minutes/],
  ['Call+0900', /The login failed/],
  ['constructor', /The login failed/],
])('says why a login at the institution ended: %s', async (reason, sentence) => {
  new FakeServer().refuse('GET /login', 401, 'NOT_AUTHENTICATED', 'nobody is logged in');
  window.history.replaceState(null, '', `/?login=${reason}`);
  render(<App />);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.queryByText(/0900/)).not.toBeInTheDocument();
  window.history.replaceState(null, '', '/');
});

test('shows the overview after login, and the login page again after logout', async () => {
  const server = new FakeServer()
    .refuse('GET /login', 401, 'NOT_AUTHENTICATED', 'nobody is logged in')
    .on('POST /login', {
      owner: 'admin',
      roles: ['admin'],
      csrfToken: 'csrf-2',
      expiresAt: '2030-01-01T00:00:00Z',
    })
    .on('POST /logout', undefined, 204)
    .on('GET /jobs', aPage());
  render(<App />);
  await userEvent.type(await screen.findByLabelText('Token'), 'right{Enter}');
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Account admin' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByLabelText('Token')).toHaveValue('');
  expect(server.headers[server.requests.indexOf('POST /logout')]?.get('X-CSRF-Token')).toBe('csrf-2');
});

test('a session that ended in between leads to the login page', async () => {
  new FakeServer().refuse('GET /jobs', 401, 'NOT_AUTHENTICATED', 'the session ended');
  render(<App />);
  expect(await screen.findByLabelText('Token')).toBeInTheDocument();
});

test('says what to check when the server does not answer at all', async () => {
  new FakeServer().goAway();
  render(<App />);
  expect(await screen.findByText('NO_ANSWER')).toBeInTheDocument();
  expect(screen.getByText(/Check that mover-server runs/)).toBeInTheDocument();
});
