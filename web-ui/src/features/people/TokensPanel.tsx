import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/form/FormDialog';
import { ShownOnce } from '../../components/form/ShownOnce';
import { Moment } from '../../components/Moment';
import { Confirm } from '../../components/page/Confirm';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { wholeList } from '../../lib/paged-list';
import { dayBegin } from '../../lib/time';
import { useCreateToken, useRevokeToken, useTokens, type RoleName, type Token } from './people-queries';
import { RoleChoice } from './RoleChoice';
import classes from './UsersPanel.module.css';

export function TokensPanel() {
  const tokens = useTokens();
  const revoke = useRevokeToken();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Token | null>(null);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const columns: readonly Column<Token>[] = [
    {
      id: 'name',
      header: 'Name',
      track: 'minmax(130px, 1.4fr)',
      phone: 'title',
      cell: ({ name, id }) => (
        <bdi title={id}>
          <strong>{name}</strong>
        </bdi>
      ),
    },
    { id: 'roles', header: 'Roles', track: 'minmax(90px, 1fr)', cell: ({ roles }) => roles.join(', ') },
    {
      id: 'created',
      header: 'Created',
      track: '90px',
      cell: ({ createdAt }) => <Moment at={createdAt} short />,
    },
    {
      id: 'expires',
      header: 'Expires',
      track: '90px',
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className={classes.soft}>never</span> : <Moment at={expiresAt} short />,
    },
    {
      id: 'used',
      header: 'Last used',
      track: '110px',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className={classes.soft} title="Not since the server was started">
            –
          </span>
        ) : (
          <Moment at={lastUsedAt} />
        ),
    },
    {
      id: 'actions',
      header: '',
      track: '90px',
      end: true,
      cell: (token) => (
        <Button
          size="compact-xs"
          variant="default"
          className={classes.destroys}
          onClick={() => setRevoked(token)}
        >
          Revoke …
        </Button>
      ),
    },
  ];
  return (
    <>
      <div className={classes.head}>
        <Button size="xs" onClick={() => setMaking(true)}>
          Make a token
        </Button>
      </div>
      <DataTable
        label="Tokens"
        columns={columns}
        list={wholeList(tokens)}
        rowKey={({ id }) => id}
        empty={<Empty title="No token" />}
      />
      {isMaking && (
        <NewToken
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
        />
      )}
      {made !== null && (
        <ShownOnce title={`Token ${made.name}`} secret={made.token ?? ''} onClose={() => setMade(null)}>
          This is shown once and stored nowhere in clear. Write it into a file that only its user may read,
          and give the file to the program with <code>--token-file</code>.
        </ShownOnce>
      )}
      <Confirm
        opened={revoked !== null}
        title="Revoke this token?"
        action="Revoke the token"
        destroys
        running={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoked !== null && revoke.mutate(revoked.id, { onSuccess: () => setRevoked(null) })}
        onClose={() => setRevoked(null)}
      >
        <p>
          Whoever uses <bdi>{revoked?.name}</bdi> is refused at once. Jobs that were submitted with it
          continue.
        </p>
      </Confirm>
    </>
  );
}

function NewToken({ onClose, onMade }: { onClose: () => void; onMade: (token: Token) => void }) {
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [role, setRole] = useState<RoleName>('submitter');
  const [until, setUntil] = useState('');
  const wish = { name: name.trim(), roles: [role], expiresAt: dayBegin(until, 1) };
  return (
    <FormDialog
      title="Make a token"
      action="Make the token"
      ready={wish.name !== ''}
      running={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(wish, { onSuccess: onMade })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Who or what uses it; the owner of the jobs that it submits."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <RoleChoice value={role} onValue={setRole} />
      <TextInput
        type="date"
        label="Last day"
        description="Empty for a token that does not expire."
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
