import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { limitText } from '../../../lib/units';
import { useMay } from '../../../lib/session';
import { keysOfLink, type Ends, type LinkLimit } from '../link-queries';
import { useRemovePlaceLimit, useSetPlaceLimit, type Direction } from '../limit-queries';
import { CountField, isCount } from '../state/CountField';
import { LimitText } from '../state/link-words';
import { isLimit, RateField } from '../../../components/form/RateField';
import classes from './LimitPanel.module.css';

interface LimitProps {
  ends: Ends;
  /** of what this site sends, the number of streams is limited where they end */
  direction?: Direction;
  limit: LinkLimit | null;
  /** false for a data node: it has one connection for each active file */
  hasFiles?: boolean;
}

/** The most that all jobs and nodes together may take over a link. */
export function LimitPanel({ ends, direction = 'in', limit, hasFiles = false }: LimitProps) {
  const mayChange = useMay('operator');
  return (
    <Panel title="Limit" aside={limit === null ? 'none' : <LimitText limit={limit} />}>
      {mayChange && (
        <Form
          key={limit?.changedAt ?? 'none'}
          ends={ends}
          direction={direction}
          limit={limit}
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

/** A link has the name of its other end. */
const placeOf = ({ source, destination }: Ends, direction: Direction) =>
  ({ kind: 'LINK', name: direction === 'in' ? source : destination }) as const;

function Form({ ends, direction, limit, hasFiles }: Required<LimitProps>) {
  const set = useSetPlaceLimit(placeOf(ends, direction), ...keysOfLink(ends));
  const isIn = direction === 'in';
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
            [isIn ? 'maxRateInBytesPerSecond' : 'maxRateOutBytesPerSecond']: rate ?? 0,
            maxStreams: isIn ? Number(streams) : null,
            maxActiveFiles: hasFiles ? Number(files) : null,
            // of both directions together: what was not changed here is left
            note: note.trim() === (limit?.note ?? '') ? null : note.trim(),
          });
      }}
    >
      <RateField label="Rate" bytesPerSecond={known} onChange={setRate} />
      {isIn && (
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
        {limit !== null && <RemoveButton ends={ends} direction={direction} />}
        <Button size="xs" type="submit" loading={set.isPending} disabled={!isRight || isNone}>
          Set the limit
        </Button>
      </div>
    </form>
  );
}

function RemoveButton({ ends, direction }: { ends: Ends; direction: Direction }) {
  const remove = useRemovePlaceLimit(placeOf(ends, direction), direction, ...keysOfLink(ends));
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
