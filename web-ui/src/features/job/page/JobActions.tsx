import { Button, Menu, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { countText, filesText } from '../../../lib/units';
import { useChangeJob, useSteerJob, type JobVerb } from '../job-queries';
import { useMaySteerJob } from '../job-rights';
import { filesThere, isFinal, isMoving } from '../state/job-state';
import classes from './JobActions.module.css';
import { LimitDialog } from './LimitDialog';

const PRIORITIES = [1, 2, 3, 4, 5];

type Question = 'cancel' | 'limit';

interface JobActionsProps {
  job: Job;
  /** null for no limit; undefined while it is not known */
  maxRate: number | null | undefined;
  onOpenJob: (jobId: string) => void;
}

/** What can be done with a job in its state, for those who may. What destroys work asks first. */
export function JobActions({ job, maxRate, onOpenJob }: JobActionsProps) {
  const steer = useSteerJob(job.id);
  const maySteer = useMaySteerJob()(job);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  if (!maySteer || (isFinal(job) && job.files.failed === 0)) return null;
  const run = (verb: JobVerb) =>
    steer.mutate(verb, {
      onSuccess: (answered) => {
        if (verb === 'retry') onOpenJob(answered.id);
      },
      onSettled: close,
    });
  const button = (verb: JobVerb, text: string) => (
    <Button
      size="xs"
      variant="default"
      loading={steer.isPending && steer.variables === verb}
      disabled={steer.isPending}
      onClick={() => run(verb)}
    >
      {text}
    </Button>
  );
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        {isMoving(job) && button('pause', 'Pause')}
        {job.state === 'PAUSED' && button('resume', 'Resume')}
        {isFinal(job) && button('retry', `Retry ${filesText(job.files.failed)}`)}
        {!isFinal(job) && (
          <>
            <PriorityMenu job={job} />
            <Button size="xs" variant="default" onClick={() => setQuestion('limit')}>
              Limit …
            </Button>
            <Button
              size="xs"
              variant="default"
              className={classes.destroys}
              disabled={steer.isPending}
              onClick={() => setQuestion('cancel')}
            >
              Cancel job …
            </Button>
          </>
        )}
      </div>
      {steer.isError && <ErrorPanel error={steer.error} />}
      <CancelQuestion
        job={job}
        opened={question === 'cancel'}
        running={steer.isPending && steer.variables === 'cancel'}
        onCancelJob={() => run('cancel')}
        onPause={isMoving(job) ? () => run('pause') : null}
        onClose={close}
      />
      {question === 'limit' && <LimitDialog job={job} maxRate={maxRate ?? null} onClose={close} />}
    </div>
  );
}

/** Takes effect at once, also for a job that runs. */
function PriorityMenu({ job }: { job: Job }) {
  const change = useChangeJob(job.id);
  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" loading={change.isPending}>
            Priority {job.priority}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {PRIORITIES.map((priority) => (
            <Menu.Item
              key={priority}
              disabled={priority === job.priority}
              onClick={() => change.mutate({ priority })}
            >
              {priority}
              {priority === 1 && ' – first'}
              {priority === 5 && ' – last'}
              {priority === job.priority && ' (now)'}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {change.isError && <ErrorPanel error={change.error} />}
    </>
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
