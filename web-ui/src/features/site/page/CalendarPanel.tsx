import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { momentOfInput } from '../../../components/form/moment-input';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Confirm } from '../../../components/page/Confirm';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { useMay } from '../../../lib/session';
import { useAddMaintenance, useMaintenance, useRemoveMaintenance, type Maintenance } from '../site-queries';
import classes from './CalendarPanel.module.css';

/** When nothing is asked of a site, or, of this site, nothing comes in. */
export function CalendarPanel({ name, isLocal = false }: { name: string; isLocal?: boolean }) {
  const calendar = useMaintenance(name);
  const mayChange = useMay('operator');
  return (
    <Panel title="Maintenance">
      <p className={classes.soft}>
        {isLocal
          ? 'During maintenance of this site nothing comes in. Work stops cleanly before and resumes after it.'
          : 'During its maintenance nothing is asked of it. Work stops cleanly before and resumes after it.'}
      </p>
      <Known asked={calendar} what="the calendar">
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((entry) => (
              <Entry key={entry.number} name={name} entry={entry} mayRemove={mayChange} />
            ))}
            {items.length === 0 && <li className={classes.none}>Nothing is planned.</li>}
          </ul>
        )}
      </Known>
      {mayChange && <AddForm name={name} />}
    </Panel>
  );
}

interface EntryProps {
  name: string;
  entry: Maintenance;
  mayRemove: boolean;
}

function Entry({
  name,
  entry: { number, beginsAt, endsAt, note, isNow, addedBy, uid },
  mayRemove,
}: EntryProps) {
  const remove = useRemoveMaintenance(name);
  const [asking, setAsking] = useState(false);
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        <span>
          <Moment at={beginsAt} /> – <Moment at={endsAt} /> {isNow && <Badge tone="held">now</Badge>}
        </span>
        <span className={classes.soft}>
          {note !== '' && (
            <>
              <bdi>{note}</bdi>,{' '}
            </>
          )}
          {uid === '' ? 'added' : 'imported'} by <bdi>{addedBy}</bdi>
        </span>
      </div>
      {mayRemove && (
        <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
          Remove …{' '}
          <VisuallyHidden>
            entry {number}
            {note === '' ? '' : `, ${note}`}
          </VisuallyHidden>
        </Button>
      )}
      <Confirm
        opened={asking}
        title="Remove this entry?"
        action="Remove the entry"
        destroys
        running={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(number, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>{isNow ? 'Work that waits for it resumes within 2 s.' : 'Work goes on during this time.'}</p>
      </Confirm>
    </li>
  );
}

function AddForm({ name }: { name: string }) {
  const add = useAddMaintenance(name);
  const [begin, setBegin] = useState('');
  const [end, setEnd] = useState('');
  const [note, setNote] = useState('');
  const [from, to] = [momentOfInput(begin), momentOfInput(end)];
  const isWrong = from !== null && to !== null && to <= from;
  const clear = () => {
    setBegin('');
    setEnd('');
    setNote('');
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== null && to !== null && !isWrong)
          add.mutate({ beginsAt: from, endsAt: to, note: note.trim() }, { onSuccess: clear });
      }}
    >
      <div className={classes.times}>
        <TextInput
          size="xs"
          type="datetime-local"
          label="Begins"
          value={begin}
          onChange={(event) => setBegin(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="datetime-local"
          label="Ends"
          value={end}
          error={isWrong && 'It ends before it begins.'}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
      </div>
      <div className={classes.last}>
        <TextInput
          size="xs"
          label="Note"
          maxLength={1000}
          placeholder="What for, for the next reader"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          loading={add.isPending}
          disabled={from === null || to === null || isWrong}
        >
          Add
        </Button>
      </div>
      {add.isError && <ErrorPanel error={add.error} />}
    </form>
  );
}
