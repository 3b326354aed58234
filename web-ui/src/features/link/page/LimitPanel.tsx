import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { useMay } from '../../../lib/session';
import { useRemoveLimit, useSetLimit, type Ends, type LinkLimit } from '../link-queries';
import { LimitText } from '../state/link-words';
import {
  bitsText,
  bytesPerSecondOf,
  inUnit,
  limitText,
  RATE_UNITS,
  type RateUnit,
} from '../state/network-rate';
import classes from './LimitPanel.module.css';

interface LimitProps {
  ends: Ends;
  limit: LinkLimit | null;
  /** false for what this site sends: the number of streams is limited where they end */
  hasStreams?: boolean;
}

/** The most that all jobs and nodes together may take over a link. */
export function LimitPanel({ ends, limit, hasStreams = true }: LimitProps) {
  const mayChange = useMay('operator');
  return (
    <Panel title="Limit" aside={limit === null ? 'none' : <LimitText limit={limit} />}>
      {mayChange && (
        <Form key={limit?.changedAt ?? 'none'} ends={ends} limit={limit} hasStreams={hasStreams} />
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

function Form({ ends, limit, hasStreams }: Required<LimitProps>) {
  const set = useSetLimit(ends);
  const [unit, setUnit] = useState<RateUnit>('Mbit/s');
  const known = limit?.maxRateBytesPerSecond ?? null;
  const [rate, setRate] = useState<number | string>(known === null ? '' : inUnit(known, unit));
  const [streams, setStreams] = useState<number | string>(limit?.maxStreams ?? '');
  const [note, setNote] = useState(limit?.note ?? '');
  const wanted = rate === '' ? null : bytesPerSecondOf(Number(rate), unit);
  const isWrong = (wanted !== null && !(wanted >= 1)) || (streams !== '' && !(Number(streams) >= 1));
  const isNone = wanted === null && streams === '';
  const change = (next: RateUnit) => {
    if (wanted !== null) setRate(inUnit(wanted, next));
    setUnit(next);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        // 0 removes that part of the limit
        if (!isWrong && !isNone)
          set.mutate({
            maxRateBytesPerSecond: wanted ?? 0,
            maxStreams: hasStreams ? Number(streams) : null,
            note: note.trim(),
          });
      }}
    >
      <div className={classes.rate}>
        <NumberInput
          size="xs"
          label="Rate"
          placeholder="No limit"
          value={rate}
          onChange={setRate}
          min={0}
          allowNegative={false}
          decimalScale={6}
          hideControls
          error={wanted !== null && !(wanted >= 1) && 'A limit is more than 0.'}
        />
        <NativeSelect
          size="xs"
          aria-label="Unit"
          data={[...RATE_UNITS]}
          value={unit}
          onChange={(event) => change(event.currentTarget.value as RateUnit)}
        />
        {hasStreams && (
          <NumberInput
            size="xs"
            label="Streams"
            placeholder="No limit"
            value={streams}
            onChange={setStreams}
            min={1}
            allowNegative={false}
            allowDecimal={false}
            hideControls
          />
        )}
      </div>
      <p className={classes.soft} aria-live="polite">
        {wanted === null ? 'The rate has no limit.' : `= ${limitText(wanted)} = ${bitsText(wanted)}.`} It
        holds for all jobs and nodes together, within 2 s.
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
        <Button size="xs" type="submit" loading={set.isPending} disabled={isWrong || isNone}>
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
