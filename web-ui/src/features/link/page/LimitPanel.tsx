import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { limitText } from '../../../lib/units';
import { useMay } from '../../../lib/session';
import { useRemoveLimit, useSetLimit, type Ends, type LinkLimit } from '../link-queries';
import { CountField, isCount } from '../state/CountField';
import { LimitText } from '../state/link-words';
import { isLimit, RateField } from '../../../components/form/RateField';
import classes from './LimitPanel.module.css';

interface LimitProps {
  ends: Ends;
  limit: LinkLimit | null;
  /** false for what this site sends: the number of streams is limited where they end */
  hasStreams?: boolean;
  /** false for a data node, too: it has one connection for each active file */
  hasFiles?: boolean;
}

/** The most that all jobs and nodes together may take over a link. */
export function LimitPanel({ ends, limit, hasStreams = true, hasFiles = false }: LimitProps) {
  const mayChange = useMay('operator');
  return (
    <Panel title="Limit" aside={limit === null ? 'none' : <LimitText limit={limit} />}>
      {mayChange && (
        <Form
          key={limit?.changedAt ?? 'none'}
          ends={ends}
          limit={limit}
          hasStreams={hasStreams}
          hasFiles={hasFiles}
        />
      )}
      {limit === null && !mayChange && <p className={classes.words}>Nobody has limited this link.</p>}
      {limit !== null && (
        <p className={classes.soft}>
          {limit.note !== '' && !mayChange && <bdi className={classes.note}>{limit.note}</bdi>}
          Set by <bdi>{limit.changedBy}</bdi>, <Moment at={limit.changedAt} full />
        </p>
      )}
    </Panel>
  );
}

function Form({ ends, limit, hasStreams, hasFiles }: Required<LimitProps>) {
  const set = useSetLimit(ends);
  const known = limit?.maxRateBytesPerSecond ?? null;
  const [rate, setRate] = useState(known);
  const [streams, setStreams] = useState<number | string>(limit?.maxStreams ?? '');
  const [files, setFiles] = useState<number | string>(limit?.maxActiveFiles ?? '');
  const [note, setNote] = useState(limit?.note ?? '');
  const isRight = isLimit(rate) && isCount(streams) && isCount(files);
  const isNone = rate === null && streams === '' && files === '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        // 0 removes that part of the limit
        if (isRight && !isNone)
          set.mutate({
            maxRateBytesPerSecond: rate ?? 0,
            maxStreams: hasStreams ? Number(streams) : null,
            maxActiveFiles: hasFiles ? Number(files) : null,
            note: note.trim(),
          });
      }}
    >
      <RateField label="Rate" bytesPerSecond={known} onChange={setRate} />
      {hasStreams && (
        <div className={classes.counts}>
          <CountField label="Streams" value={streams} onChange={setStreams} />
          {hasFiles && <CountField label="Active files" value={files} onChange={setFiles} />}
        </div>
      )}
      <p className={classes.soft} aria-live="polite">
        {rate === null ? 'The rate has no limit.' : `${limitText(rate)}.`} It holds for all jobs and nodes
        together, within 2 s.
      </p>
      <TextInput
        size="xs"
        label="Note"
        placeholder="What it is for"
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {set.isError && <ErrorPanel error={set.error} />}
      <div className={classes.answers}>
        {limit !== null && <RemoveButton ends={ends} />}
        <Button size="xs" type="submit" loading={set.isPending} disabled={!isRight || isNone}>
          Set the limit
        </Button>
      </div>
    </form>
  );
}

function RemoveButton({ ends }: { ends: Ends }) {
  const remove = useRemoveLimit(ends);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Remove the limit …
      </Button>
      <Confirm
        opened={asking}
        title="Remove the limit?"
        action="Remove the limit"
        running={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>Within 2 s its jobs take as much of the network as they can.</p>
      </Confirm>
    </>
  );
}
