import { Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Command } from '../../components/Command';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Loading } from '../../components/Loading';
import { isSignedOut, loginWaysQuery, useLogin, type Credentials } from '../../lib/session';
import { useTitle } from '../../lib/title';
import { loginEndOf } from './login-end';
import classes from './LoginPage.module.css';

export function LoginPage() {
  useTitle('Log in');
  const ways = useQuery(loginWaysQuery).data;
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={classes.title}>Bulk Data Mover</h1>
        <LoginEnd />
        {ways?.oidc === true && <InstitutionLogin name={ways.oidcName} />}
        {ways === undefined ? <Loading what="the login" /> : <LoginForm takesPasswords={ways.password} />}
      </div>
    </main>
  );
}

/** What became of a login with the account of an institution. */
function LoginEnd() {
  const sentence = loginEndOf(window.location.search);
  if (sentence === null) return null;
  return (
    <p className={classes.end} role="alert">
      {sentence}
    </p>
  );
}

/** A link, since the browser leaves this page and comes back with a session. */
function InstitutionLogin({ name }: { name: string | null }) {
  return (
    <>
      <Button component="a" href="/api/v1/login/oidc">
        Log in with {name ?? 'your institution'}
      </Button>
      <Divider label="or" />
    </>
  );
}

function LoginForm({ takesPasswords }: { takesPasswords: boolean }) {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [token, setToken] = useState('');
  const login = useLogin();
  const refused = isSignedOut(login.error) ? login.variables : undefined;
  const wrongToken = refused !== undefined && 'token' in refused;
  const credentials = credentialsOf(user, password, token);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (credentials !== null) login.mutate(credentials);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.lead}>
        {takesPasswords ? 'Log in with your password or a token.' : 'Log in with a token of this site.'}
      </p>
      {takesPasswords && (
        <>
          <TextInput
            label="User"
            name="user"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={user}
            onChange={(event) => setUser(event.currentTarget.value)}
            // the first field of a page that is only for it
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={
              refused !== undefined && !wrongToken ? 'The user name or the password is wrong.' : undefined
            }
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Divider label="or" />
        </>
      )}
      <PasswordInput
        label="Token"
        name="token"
        autoComplete={takesPasswords ? 'off' : 'current-password'}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        error={wrongToken ? 'The token is invalid, revoked or expired.' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
        // the only field of a page that is only for it
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!takesPasswords}
      />
      {login.isError && refused === undefined && <ErrorPanel error={login.error} />}
      <Button type="submit" loading={login.isPending} disabled={credentials === null}>
        Log in
      </Button>
      <div className={classes.hint}>
        <p>
          The first token was written when the server first started, to <code>admin.token</code> in its home
          directory: what follows <code>home=</code> in the line that it printed when it was ready. On its
          machine:
        </p>
        <Command>cat HOME/admin.token</Command>
        <p>
          Another one: <code>bdm-client token create</code>. A user with a password:{' '}
          <code>bdm-client user create</code>
        </p>
      </div>
    </form>
  );
}

/** A token that was typed goes before what the browser filled in. */
function credentialsOf(user: string, password: string, token: string): Credentials | null {
  if (token.trim() !== '') return { token: token.trim() };
  return user.trim() !== '' && password !== '' ? { user: user.trim(), password } : null;
}
