import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Confirm } from '../../../components/page/Confirm';
import { useSteerJobs, type BulkWish } from '../job-queries';
import { isFinal, isMoving } from '../state/job-state';
import classes from './BulkActions.module.css';

const PRIORITIES = [1, 2, 3, 4, 5];

/** What can be done with the selected jobs, each with those that it suits. */
export function BulkActions({ jobs, onDone }: { jobs: Job[]; onDone: () => void }) {
  const steer = useSteerJobs();
  const [asking, setAsking] = useState(false);
  const moving = jobs.filter(isMoving);
  const paused = jobs.filter((job) => job.state === 'PAUSED');
  const failed = jobs.filter((job) => isFinal(job) && job.files.failed > 0);
  const open = jobs.filter((job) => !isFinal(job));
  const run = (of: Job[], wish: BulkWish) =>
    steer.mutate(
      { jobIds: of.map((job) => job.id), wish },
      {
        onSuccess: onDone,
        onSettled: () => setAsking(false),
      },
    );
  const button = (text: string, of: Job[], wish: BulkWish) =>
    of.length > 0 && (
      <Button size="xs" variant="default" disabled={steer.isPending} onClick={() => run(of, wish)}>
        {text} {of.length}
      </Button>
    );
  return (
    <fieldset className={classes.bar} aria-label="Selected jobs">
      <span className={classes.count}>{jobs.length} selected</span>
      {button('Pause', moving, { verb: 'pause' })}
      {button('Resume', paused, { verb: 'resume' })}
      {button('Retry failed files of', failed, { verb: 'retry' })}
      {open.length > 0 && (
        <Menu withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" disabled={steer.isPending}>
              Priority of {open.length}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {PRIORITIES.map((priority) => (
              <Menu.Item key={priority} onClick={() => run(open, { priority })}>
                {priority} {priority === 1 ? '(first)' : priority === 5 ? '(last)' : ''}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {open.length > 0 && (
        <Button
          size="xs"
          variant="default"
          className={classes.destroys}
          disabled={steer.isPending}
          onClick={() => setAsking(true)}
        >
          Cancel {open.length} …
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
        Clear
      </Button>
      {steer.isError && <ErrorPanel error={steer.error} />}
      <Confirm
        opened={asking}
        title={open.length === 1 ? 'Cancel this job?' : `Cancel ${open.length} jobs?`}
        action={open.length === 1 ? 'Cancel the job' : `Cancel ${open.length} jobs`}
        destroys
        running={steer.isPending}
        error={null}
        onConfirm={() => run(open, { verb: 'cancel' })}
        onClose={() => setAsking(false)}
      >
        <p>They end for good and cannot be resumed. Files that are there already stay.</p>
        <ul>
          {open.slice(0, 8).map((job) => (
            <li key={job.id}>
              <bdi>{job.label ?? job.id}</bdi>
            </li>
          ))}
          {open.length > 8 && <li>and {open.length - 8} more</li>}
        </ul>
      </Confirm>
    </fieldset>
  );
}
