import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Panel } from '../../components/page/Panel';
import { useChangePassword } from './settings-queries';
import classes from './SettingsPage.module.css';

const PASSWORD_LENGTH_MIN = 12;

export function PasswordPanel() {
  const change = useChangePassword();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [again, setAgain] = useState('');
  const differs = again !== '' && again !== newPassword;
  const isReady = oldPassword !== '' && newPassword.length >= PASSWORD_LENGTH_MIN && again === newPassword;
  const clear = () => {
    setOldPassword('');
    setNewPassword('');
    setAgain('');
  };
  return (
    <Panel title="Your password">
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) change.mutate({ oldPassword, newPassword }, { onSuccess: clear });
        }}
      >
        <span className={classes.soft}>
          For those who log in with a password. Your other sessions end when it changes.
        </span>
        <PasswordInput
          label="Password until now"
          autoComplete="current-password"
          value={oldPassword}
          onChange={(event) => setOldPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          description={`At least ${PASSWORD_LENGTH_MIN} characters.`}
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          value={again}
          error={differs ? 'The two differ.' : undefined}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isReady} loading={change.isPending}>
          Change the password
        </Button>
        {change.isSuccess && newPassword === '' && (
          <span className={classes.good}>The password is changed.</span>
        )}
        {change.isError && <ErrorPanel error={change.error} />}
      </form>
    </Panel>
  );
}
