import { useState } from 'react';
import type { Job } from '../../../api/messages';
import { isLimit, RateField } from '../../../components/form/RateField';
import { Confirm } from '../../../components/page/Confirm';
import { limitText } from '../../../lib/units';
import { useChangeJob } from '../job-queries';
import classes from './LimitDialog.module.css';

interface LimitDialogProps {
  job: Job;
  /** bytes per second; null for none */
  maxRate: number | null;
  onClose: () => void;
}

/** Asks for the most that a job may transfer; an empty field removes the limit. */
export function LimitDialog({ job, maxRate, onClose }: LimitDialogProps) {
  const change = useChangeJob(job.id);
  const [wanted, setWanted] = useState(maxRate);
  return (
    <Confirm
      opened
      title="Limit the rate of this job"
      action={wanted === null ? 'Remove the limit' : 'Set the limit'}
      ready={isLimit(wanted) && wanted !== maxRate}
      running={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ maxRateBytesPerSecond: wanted ?? 0 }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {maxRate === null ? 'This job has no limit of its own.' : `The limit is ${limitText(maxRate)}.`} A
        change takes effect within seconds. Limits of the link and of the site hold as well.
      </p>
      <RateField label="Maximal rate" size="sm" bytesPerSecond={maxRate} onChange={setWanted} hasFocus />
      <p className={classes.same}>
        {wanted === null || !isLimit(wanted) ? 'No limit of its own' : limitText(wanted)}
      </p>
    </Confirm>
  );
}
