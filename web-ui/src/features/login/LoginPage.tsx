import { Button, PasswordInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { Command } from '../../components/Command';
import { ErrorPanel } from '../../components/ErrorPanel';
import { isSignedOut, useLogin } from '../../lib/session';
import { useTitle } from '../../lib/title';
import classes from './LoginPage.module.css';

export function LoginPage() {
  useTitle('Log in');
  const [token, setToken] = useState('');
  const login = useLogin();
  const refused = isSignedOut(login.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (token.trim() !== '') login.mutate(token.trim());
  };
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={classes.title}>Bulk Data Mover</h1>
        <p className={classes.lead}>Log in with a token of this site.</p>
        <PasswordInput
          label="Token"
          name="token"
          autoComplete="current-password"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={refused ? 'The token is invalid, revoked or expired.' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the token' }}
          // the only field of a page that is only for it
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
        {login.isError && !refused && <ErrorPanel error={login.error} />}
        <Button type="submit" loading={login.isPending} disabled={token.trim() === ''}>
          Log in
        </Button>
        <div className={classes.hint}>
          <p>The first token was written when the server first started. On its machine:</p>
          <Command>cat ~/.bdm/admin.token</Command>
          <p>
            Another one: <code>bdm-client token create</code>
          </p>
        </div>
      </form>
    </main>
  );
}
