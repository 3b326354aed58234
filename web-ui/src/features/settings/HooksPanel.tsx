import { None } from '../../components/table/None';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { ShownOnce } from '../../components/form/ShownOnce';
import { Moment } from '../../components/Moment';
import { Badge } from '../../components/page/Badge';
import { Confirm } from '../../components/page/Confirm';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { wholeList } from '../../lib/paged-list';
import { NewHook } from './NewHook';
import { useDeleteHook, useHooks, useTryHook, type Hook } from './settings-queries';
import classes from './SettingsPage.module.css';

export function HooksPanel() {
  const hooks = useHooks(true);
  const attempt = useTryHook();
  const remove = useDeleteHook();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Hook | null>(null);
  const [removed, setRemoved] = useState<Hook | null>(null);
  return (
    <>
      <div className={classes.head}>
        <span>Who is told when a job ends: a web address, a program, or a mailbox.</span>
        <Button size="xs" onClick={() => setMaking(true)}>
          Add a hook
        </Button>
      </div>
      {attempt.isError && <ErrorPanel error={attempt.error} />}
      {attempt.data !== undefined && (
        <output className={attempt.data.arrived ? classes.good : classes.bad}>
          {attempt.data.arrived
            ? `The test message of ${attempt.variables ?? ''} arrived.`
            : `The test message of ${attempt.variables ?? ''} did not arrive: ${attempt.data.failure ?? ''}`}
        </output>
      )}
      <DataTable
        label="Hooks"
        columns={hookColumns(
          (name) => attempt.mutate(name),
          attempt.isPending ? (attempt.variables ?? null) : null,
          setRemoved,
        )}
        list={wholeList(hooks)}
        rowKey={({ name }) => name}
        empty={<Empty title="No hook">Add one to be told of failures by e-mail.</Empty>}
      />
      {isMaking && (
        <NewHook
          onClose={() => setMaking(false)}
          onMade={(hook) => {
            setMaking(false);
            if (hook.secret !== null) setMade(hook);
          }}
        />
      )}
      {made !== null && (
        <ShownOnce title={`Secret of ${made.name}`} secret={made.secret ?? ''} onClose={() => setMade(null)}>
          This is shown once. The receiver checks with it that a message comes from this site: the header{' '}
          <code>Bdm-Signature</code> is an HMAC-SHA-256 of the message with this secret.
        </ShownOnce>
      )}
      <Confirm
        opened={removed !== null}
        title="Remove this hook?"
        action="Remove the hook"
        destroys
        running={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          removed !== null && remove.mutate(removed.name, { onSuccess: () => setRemoved(null) })
        }
        onClose={() => setRemoved(null)}
      >
        <p>
          <bdi>{removed?.target}</bdi> is told of nothing more, also not of what did not arrive yet.
        </p>
      </Confirm>
    </>
  );
}

function hookColumns(
  onTry: (name: string) => void,
  trying: string | null,
  onRemove: (hook: Hook) => void,
): readonly Column<Hook>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      track: 'minmax(90px, 0.8fr)',
      phone: 'title',
      cell: ({ name }) => (
        <bdi>
          <strong>{name}</strong>
        </bdi>
      ),
    },
    {
      id: 'target',
      header: 'Tells',
      track: 'minmax(150px, 1.6fr)',
      cell: ({ target }) => <bdi title={target}>{target}</bdi>,
    },
    {
      id: 'events',
      header: 'Of',
      track: 'minmax(110px, 1.1fr)',
      cell: (hook) => <WantedEvents hook={hook} />,
    },
    {
      id: 'state',
      header: 'State',
      track: 'minmax(120px, 1.2fr)',
      cell: (hook) => <HookState hook={hook} />,
    },
    {
      id: 'delivered',
      header: 'Last told',
      track: '100px',
      phone: 'hide',
      cell: ({ deliveredAt }) => (deliveredAt === null ? <None /> : <Moment at={deliveredAt} />),
    },
    {
      id: 'actions',
      header: '',
      track: '160px',
      end: true,
      cell: (hook) => (
        <span className={classes.buttons}>
          <Button
            size="compact-xs"
            variant="default"
            loading={trying === hook.name}
            onClick={() => onTry(hook.name)}
          >
            Test
          </Button>
          <Button size="compact-xs" variant="default" className={classes.bad} onClick={() => onRemove(hook)}>
            Remove …
          </Button>
        </span>
      ),
    },
  ];
}

function WantedEvents({ hook }: { hook: Hook }) {
  const events = hook.events.includes('*') ? 'everything' : hook.events.join(', ');
  const words = hook.labelStart === null ? events : `${events} of ${hook.labelStart}…`;
  return <bdi title={words}>{words}</bdi>;
}

function HookState({ hook }: { hook: Hook }) {
  if (hook.failure === null) return <Badge tone="good">working</Badge>;
  return (
    <span className={classes.bad} title={hook.failure}>
      {hook.failures} failed: {hook.failure}
    </span>
  );
}
