import { None } from '../../components/table/None';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { FormDialog } from '../../components/form/FormDialog';
import { Moment } from '../../components/Moment';
import { Badge } from '../../components/page/Badge';
import { Confirm } from '../../components/page/Confirm';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { wholeList } from '../../lib/paged-list';
import {
  useCreateUser,
  useDeleteUser,
  usePatchUser,
  useUsers,
  type RoleName,
  type User,
} from './people-queries';
import { RoleChoice } from './RoleChoice';
import classes from './UsersPanel.module.css';

const PASSWORD_LENGTH_MIN = 12;

export function UsersPanel() {
  const users = useUsers();
  const remove = useDeleteUser();
  const [dialog, setDialog] = useState<'none' | 'new' | { change: User } | { remove: User }>('none');
  const close = () => setDialog('none');
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      header: 'Name',
      track: 'minmax(120px, 1fr)',
      phone: 'title',
      cell: ({ name, shownName }) => (
        <bdi>
          <strong>{name}</strong> {shownName !== null && <span className={classes.soft}>{shownName}</span>}
        </bdi>
      ),
    },
    { id: 'role', header: 'Role', track: '100px', cell: ({ role }) => role },
    {
      id: 'state',
      header: 'State',
      track: '110px',
      cell: ({ disabled }) => (
        <Badge tone={disabled ? 'held' : 'good'}>{disabled ? 'disabled' : 'may log in'}</Badge>
      ),
    },
    {
      id: 'email',
      header: 'E-mail',
      track: 'minmax(120px, 1.2fr)',
      phone: 'hide',
      cell: ({ email }) => (email == null ? <None /> : <bdi title={email}>{email}</bdi>),
    },
    {
      id: 'password',
      header: 'Password of',
      track: '90px',
      phone: 'hide',
      cell: ({ passwordChangedAt }) => <Moment at={passwordChangedAt} short />,
    },
    {
      id: 'actions',
      header: '',
      track: '168px',
      end: true,
      cell: (user) => (
        <span className={classes.actions}>
          <Button size="compact-xs" variant="default" onClick={() => setDialog({ change: user })}>
            Change
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            className={classes.destroys}
            onClick={() => setDialog({ remove: user })}
          >
            Remove …
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <div className={classes.head}>
        <Button size="xs" onClick={() => setDialog('new')}>
          Add a person
        </Button>
      </div>
      <DataTable
        label="People"
        columns={columns}
        list={wholeList(users)}
        rowKey={({ name }) => name}
        empty={<Empty title="Nobody has a password yet">Until then people log in with tokens.</Empty>}
      />
      {dialog === 'new' && <NewUser onClose={close} />}
      {typeof dialog === 'object' && 'change' in dialog && (
        <ChangedUser user={dialog.change} onClose={close} />
      )}
      {typeof dialog === 'object' && 'remove' in dialog && (
        <Confirm
          opened
          title="Remove this person?"
          action={`Remove ${dialog.remove.name}`}
          destroys
          running={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(dialog.remove.name, { onSuccess: close })}
          onClose={close}
        >
          <p>
            <bdi>{dialog.remove.name}</bdi> cannot log in any more, and the sessions end at once. Jobs stay,
            with this name as their owner.
          </p>
        </Confirm>
      )}
      {remove.isError && dialog === 'none' && <ErrorPanel error={remove.error} />}
    </>
  );
}

function NewUser({ onClose }: { onClose: () => void }) {
  const create = useCreateUser();
  const [name, setName] = useState('');
  const [shownName, setShownName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('reader');
  const [password, setPassword] = useState('');
  const wish = {
    name: name.trim(),
    role,
    password,
    shownName: shownName.trim() === '' ? null : shownName.trim(),
    email: email.trim() === '' ? null : email.trim(),
  };
  return (
    <FormDialog
      title="Add a person"
      action="Add the person"
      ready={wish.name !== '' && password.length >= PASSWORD_LENGTH_MIN}
      running={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(wish, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label="User name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <TextInput
        label="Full name"
        value={shownName}
        onChange={(event) => setShownName(event.currentTarget.value)}
      />
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleChoice value={role} onValue={setRole} />
      <PasswordInput
        label="First password"
        description={`At least ${PASSWORD_LENGTH_MIN} characters; the person changes it after the first login.`}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        required
      />
    </FormDialog>
  );
}

function ChangedUser({ user, onClose }: { user: User; onClose: () => void }) {
  const patch = usePatchUser(user.name);
  const [role, setRole] = useState<RoleName>(user.role);
  const [password, setPassword] = useState('');
  const save = (wish: Parameters<typeof patch.mutate>[0]) => patch.mutate(wish, { onSuccess: onClose });
  return (
    <FormDialog
      title={`Change ${user.name}`}
      action="Save"
      ready={role !== user.role || password.length >= PASSWORD_LENGTH_MIN}
      running={patch.isPending}
      error={patch.error}
      onSubmit={() =>
        save({ role: role === user.role ? null : role, password: password === '' ? null : password })
      }
      onClose={onClose}
    >
      <RoleChoice value={role} onValue={setRole} />
      <PasswordInput
        label="New password"
        description={`At least ${PASSWORD_LENGTH_MIN} characters; empty leaves it. All sessions of the person end.`}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => save({ disabled: !user.disabled })}>
        {user.disabled ? 'Let this person log in again' : 'Disable this person'}
      </Button>
    </FormDialog>
  );
}
