import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { useMaySteer } from '../../../lib/session';
import { countText, filesText } from '../../../lib/units';
import classes from './JobActions.module.css';
import { useSteerJob, type JobVerb } from '../job-queries';
import { filesThere, isFinal, isMoving } from '../state/job-state';

/** What can be done with a job in its state. What destroys work asks first. */
export function JobActions({ job, onOpenJob }: { job: Job; onOpenJob: (jobId: string) => void }) {
  const steer = useSteerJob(job.id);
  const maySteer = useMaySteer();
  const [asking, setAsking] = useState(false);
  const run = (verb: JobVerb) =>
    steer.mutate(verb, {
      onSuccess: (answered) => {
        setAsking(false);
        if (verb === 'retry') onOpenJob(answered.id);
      },
      onError: () => setAsking(false),
    });
  const running = (verb: JobVerb) => steer.isPending && steer.variables === verb;
  const disabled = !maySteer || steer.isPending;
  const button = (verb: JobVerb, text: string) => (
    <Button variant="default" loading={running(verb)} disabled={disabled} onClick={() => run(verb)}>
      {text}
    </Button>
  );
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        {!maySteer && <span className={classes.note}>Your role is read-only.</span>}
        {isMoving(job) && button('pause', 'Pause')}
        {job.state === 'PAUSED' && button('resume', 'Resume now')}
        {isFinal(job) && job.files.failed > 0 && button('retry', `Retry ${filesText(job.files.failed)}`)}
        {!isFinal(job) && (
          <Button
            variant="default"
            className={classes.destroys}
            disabled={disabled}
            onClick={() => setAsking(true)}
          >
            Cancel job …
          </Button>
        )}
      </div>
      {steer.isError && <ErrorPanel error={steer.error} />}
      <CancelQuestion
        job={job}
        opened={asking}
        running={running('cancel')}
        onCancelJob={() => run('cancel')}
        onPause={isMoving(job) ? () => run('pause') : null}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

interface CancelQuestionProps {
  job: Job;
  opened: boolean;
  running: boolean;
  onCancelJob: () => void;
  onPause: (() => void) | null;
  onClose: () => void;
}

function CancelQuestion({ job, opened, running, onCancelJob, onPause, onClose }: CancelQuestionProps) {
  const open = job.files.total - filesThere(job) - job.files.failed;
  return (
    // lockScroll would put a style element into the page, which the content security policy refuses
    <Modal
      opened={opened}
      onClose={onClose}
      title="Cancel this job?"
      lockScroll={false}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <p className={classes.first}>
        <strong>{job.label == null ? job.id : <bdi>{job.label}</bdi>}</strong> ends for good. It cannot be
        resumed.
      </p>
      <ul>
        <li>{filesText(filesThere(job))} that are there already stay.</li>
        <li>
          {job.listingComplete ? '' : 'At least '}
          {countText(open)} more are given up; what has arrived of them is removed.
        </li>
      </ul>
      {onPause != null && <p>To resume it later, pause it instead.</p>}
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep the job
        </Button>
        {onPause != null && (
          <Button variant="default" onClick={onPause}>
            Pause instead
          </Button>
        )}
        <Button className={classes.destroy} loading={running} onClick={onCancelJob}>
          Cancel the job
        </Button>
      </div>
    </Modal>
  );
}
