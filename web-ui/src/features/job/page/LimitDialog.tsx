import { NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '../../../api/messages';
import { Confirm } from '../../../components/page/Confirm';
import { typedLimit } from '../../../lib/rate-limits';
import { useChangeJob } from '../job-queries';
import classes from './LimitDialog.module.css';
import { inUnit, limitText, otherUnit, toBytesPerSecond, type LimitUnit } from './rate-limit';

const UNITS: LimitUnit[] = ['MB/s', 'Mbit/s'];

interface LimitDialogProps {
  job: Job;
  /** bytes per second; null for none */
  maxRate: number | null;
  onClose: () => void;
}

/** Asks for the most that a job may transfer; an empty field removes the limit. */
export function LimitDialog({ job, maxRate, onClose }: LimitDialogProps) {
  const change = useChangeJob(job.id);
  const [unit, setUnit] = useState<LimitUnit>('MB/s');
  const [value, setValue] = useState<number | string>(maxRate === null ? '' : inUnit(maxRate, unit));
  const wanted = value === '' ? null : toBytesPerSecond(Number(value), unit);
  const isWrong = wanted !== null && !(wanted >= 1);
  const isSame = wanted === maxRate;
  const onUnit = (next: LimitUnit) => {
    if (wanted !== null && !isWrong) setValue(inUnit(wanted, next));
    setUnit(next);
  };
  return (
    <Confirm
      opened
      title="Limit the rate of this job"
      action={wanted === null ? 'Remove the limit' : 'Set the limit'}
      ready={!isWrong && !isSame}
      running={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ maxRateBytesPerSecond: wanted ?? 0 }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {maxRate === null ? 'This job has no limit of its own.' : `The limit is ${typedLimit(maxRate)}.`} A
        change takes effect within seconds. Limits of the link and of the site hold as well.
      </p>
      <div className={classes.fields}>
        <NumberInput
          label="Maximal rate"
          placeholder="No limit"
          value={value}
          onChange={setValue}
          min={0}
          allowNegative={false}
          decimalScale={3}
          hideControls
          thousandSeparator=","
          error={isWrong && 'A limit is more than 0; leave the field empty for none.'}
          data-autofocus
        />
        <SegmentedControl
          aria-label="Unit"
          data={UNITS}
          value={unit}
          onChange={(next) => onUnit(next as LimitUnit)}
        />
      </div>
      <p className={classes.same}>
        {wanted === null || isWrong ? 'No limit of its own' : `= ${limitText(wanted, otherUnit(unit))}`}
      </p>
    </Confirm>
  );
}
