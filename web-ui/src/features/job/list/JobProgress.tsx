import type { Job } from '../../../api/messages';
import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText, percentText } from '../../../lib/units';
import classes from './JobProgress.module.css';
import { bytesThere, filesThere } from '../state/job-state';

/** While the source is still being listed, totals are lower bounds: no bar and no percentage then. */
export function JobProgress({ job }: { job: Job }) {
  if (!job.listingComplete) return <LowerBounds job={job} />;
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        {countText(filesThere(job))} of {filesText(job.files.total)}
      </div>
      <ProgressBar total={barTotal(job)} shares={barShares(job)} />
      <div className={classes.soft}>
        <span>
          {bytesText(bytesThere(job))} of {bytesText(job.bytes.total)}
        </span>
        <span className={classes.percent}>{percentText(bytesThere(job), job.bytes.total)}</span>
      </div>
      {job.files.failed > 0 && <div className={classes.bad}>{filesText(job.files.failed)} failed</div>}
    </div>
  );
}

function LowerBounds({ job }: { job: Job }) {
  if (job.files.total === 0) return <span className={classes.none}>not listed yet</span>;
  return (
    <div className={classes.progress}>
      <div className={classes.line}>
        {countText(filesThere(job))} of at least {filesText(job.files.total)}
      </div>
      <div className={classes.soft}>
        <span>
          {bytesText(bytesThere(job))} of at least {bytesText(job.bytes.total)}
        </span>
      </div>
      {job.files.failed > 0 && <div className={classes.bad}>{filesText(job.files.failed)} failed</div>}
    </div>
  );
}

/** A job of empty files has no bytes; then files are what moves. */
function barTotal(job: Job): number {
  return job.bytes.total > 0 ? job.bytes.total : job.files.total;
}

/** What has arrived of files that are not in place yet is shown paler. */
function barShares(job: Job) {
  const there = job.state === 'SUCCEEDED' ? classes.there : classes.moving;
  if (job.bytes.total === 0) {
    return [
      { amount: filesThere(job), className: there },
      { amount: job.files.failed, className: classes.failed },
    ];
  }
  const room = job.bytes.total - bytesThere(job) - job.bytes.failed;
  const arrived = Math.min(room, job.bytes.moved - job.bytes.durable);
  return [
    { amount: bytesThere(job), className: there },
    { amount: arrived, className: classes.arrived },
    { amount: job.bytes.failed, className: classes.failed },
  ];
}
