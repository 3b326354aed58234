import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { CountField, isCount } from '../state/CountField';
import { isLimit, RateField } from '../../../components/form/RateField';
import { useRemovePlaceLimit, useSetPlaceLimit, type Limit, type Place } from '../limit-queries';
import classes from './PlaceLimitsPanel.module.css';

interface DialogProps {
  place: Place;
  limit: Limit | null;
  onClose: () => void;
}

/** The most that all jobs together may take of an export or a node. */
export function PlaceLimitDialog({ place, limit, onClose }: DialogProps) {
  const set = useSetPlaceLimit(place);
  const remove = useRemovePlaceLimit(place);
  const [rateIn, setRateIn] = useState(limit?.maxRateInBytesPerSecond ?? null);
  const [rateOut, setRateOut] = useState(limit?.maxRateOutBytesPerSecond ?? null);
  const [files, setFiles] = useState<number | string>(limit?.maxActiveFiles ?? '');
  const [streams, setStreams] = useState<number | string>(limit?.maxStreams ?? '');
  const [note, setNote] = useState(limit?.note ?? '');
  const isNone = rateIn === null && rateOut === null && files === '' && streams === '';
  const isRight = isLimit(rateIn) && isLimit(rateOut) && isCount(files) && isCount(streams);
  const isNode = place.kind === 'NODE';
  const save = () =>
    set.mutate(
      {
        // 0 removes that part of the limit
        maxRateInBytesPerSecond: rateIn ?? 0,
        maxRateOutBytesPerSecond: rateOut ?? 0,
        maxActiveFiles: Number(files),
        maxStreams: isNode ? Number(streams) : null,
        note: note.trim(),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={`Limit of ${isNode ? 'the node' : 'the export'} ${place.name}`}
      action="Set the limit"
      ready={isRight && !isNone}
      running={set.isPending}
      error={set.error ?? remove.error}
      onSubmit={save}
      onClose={onClose}
    >
      <RateField
        label="Rate of what comes"
        unitLabel="Unit of what comes"
        bytesPerSecond={rateIn}
        onChange={setRateIn}
      />
      <RateField
        label="Rate of what is sent"
        unitLabel="Unit of what is sent"
        bytesPerSecond={rateOut}
        onChange={setRateOut}
      />
      <CountField label="Active files" value={files} onChange={setFiles} />
      {isNode && <CountField label="Streams" value={streams} onChange={setStreams} />}
      <TextInput
        size="xs"
        label="Note"
        placeholder="What it is for"
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <p className={classes.soft}>It counts for all jobs together, within 2 s.</p>
      {limit !== null && (
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          Remove the limit
        </Button>
      )}
    </FormDialog>
  );
}
