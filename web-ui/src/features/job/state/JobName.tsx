import { Link } from '@tanstack/react-router';
import type { Job } from '../../../api/messages';
import classes from './JobName.module.css';

/** The name that people gave it, as a link, and beside it the id that commands take; a long name is cut, the id is not. */
export function JobName({ job }: { job: Job }) {
  return (
    <span className={classes.job}>
      <Link
        to="/jobs/$jobId"
        params={{ jobId: job.id }}
        className={classes.name}
        title={`${job.label ?? job.id}, ${job.id}${job.owner == null ? '' : `, of ${job.owner}`}`}
      >
        <bdi>{job.label ?? job.id}</bdi>
      </Link>
      {job.label !== null && <span className={classes.id}>{job.id}</span>}
    </span>
  );
}
