import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { useMay } from '../../../lib/session';
import { useRemoveWindows, useSetWindows, type Ends, type LinkWindows } from '../link-queries';
import { WindowBadge } from '../state/link-words';
import classes from './WindowsPanel.module.css';
import { hoursOf, noHours, windowsOf } from '../../../lib/weekly-hours';
import { WeekPicture } from './WeekPicture';

/** When a link is open: a week that is switched hour by hour, and the same as text. */
export function WindowsPanel({ ends, windows }: { ends: Ends; windows: LinkWindows | null }) {
  const mayChange = useMay('operator');
  return (
    <Panel title="Open hours" aside={<WindowBadge windows={windows} />}>
      {mayChange ? <Form ends={ends} windows={windows} /> : <Shown windows={windows} />}
      {windows !== null && (
        <p className={classes.soft}>
          Set by <bdi>{windows.changedBy}</bdi>, <Moment at={windows.changedAt} full />
        </p>
      )}
    </Panel>
  );
}

function Shown({ windows }: { windows: LinkWindows | null }) {
  if (windows === null) return <p className={classes.words}>This link has no hours: it is always open.</p>;
  const hours = hoursOf(windows.windows);
  return (
    <>
      {hours !== null && <WeekPicture hours={hours} onOpen={null} />}
      <ul className={classes.list}>
        {windows.windows.map((window) => (
          <li key={window}>{window}</li>
        ))}
      </ul>
    </>
  );
}

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ZONES = [...new Set([OWN_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function Form({ ends, windows }: { ends: Ends; windows: LinkWindows | null }) {
  const known = (windows?.windows ?? []).join('\n');
  // null: nothing is changed, and what the server says is shown
  const [draft, setDraft] = useState<string | null>(null);
  const [zoneOfNone, setZoneOfNone] = useState(OWN_ZONE);
  const set = useSetWindows(ends);
  const text = draft ?? known;
  const lines = linesOf(text);
  const hours = lines.length === 0 ? noHours(zoneOfNone) : hoursOf(lines);
  const isChanged = draft !== null && lines.join('\n') !== known;
  const settled = { onSuccess: () => setDraft(null) };
  const show = (zone: string, open: readonly boolean[]) => {
    setZoneOfNone(zone);
    setDraft(open.some(Boolean) ? windowsOf({ zone, open }).join('\n') : '');
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && lines.length > 0) set.mutate(lines, settled);
      }}
    >
      {hours === null ? (
        <p className={classes.soft}>
          The picture shows full hours of one time zone. These windows are changed as text.
        </p>
      ) : (
        <>
          <WeekPicture hours={hours} onOpen={(open) => show(hours.zone, open)} />
          <NativeSelect
            size="xs"
            label="Time zone"
            data={ZONES.includes(hours.zone) ? ZONES : [hours.zone, ...ZONES]}
            value={hours.zone}
            onChange={(event) => show(event.currentTarget.value, hours.open)}
          />
        </>
      )}
      <Textarea
        size="xs"
        label="The same as text, a window each line"
        placeholder="Mon-Fri 18:00-06:00 Europe/Berlin"
        rows={Math.min(8, Math.max(2, lines.length + 1))}
        value={text}
        classNames={{ input: classes.text ?? '' }}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {set.isError && <ErrorPanel error={set.error} />}
      <div className={classes.answers}>
        <span className={classes.soft}>
          {lines.length === 0
            ? 'No hours: the link is always open.'
            : 'Outside of these hours work stops cleanly and resumes by itself.'}
        </span>
        {isChanged && (
          <Button size="xs" variant="default" onClick={() => setDraft(null)}>
            Undo
          </Button>
        )}
        {windows !== null && <RemoveButton ends={ends} onRemoved={() => setDraft(null)} />}
        <Button size="xs" type="submit" loading={set.isPending} disabled={!isChanged || lines.length === 0}>
          Set the hours
        </Button>
      </div>
    </form>
  );
}

function RemoveButton({ ends, onRemoved }: { ends: Ends; onRemoved: () => void }) {
  const remove = useRemoveWindows(ends);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const settled = () => {
    close();
    onRemoved();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Always open …
      </Button>
      <Confirm
        opened={asking}
        title="Open this link at all hours?"
        action="Open it always"
        running={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: settled })}
        onClose={close}
      >
        <p>Its hours are removed. Jobs that wait for them resume by themselves.</p>
      </Confirm>
    </>
  );
}
