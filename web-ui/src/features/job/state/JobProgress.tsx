import type { Job } from '../../../api/messages';
import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText, percentText } from '../../../lib/units';
import { bytesThere, filesThere } from './job-state';
import classes from './JobProgress.module.css';

/**
 * How much is there: the bar and the number beside it say the same. While the source is still being listed, totals are lower bounds: no bar and
 * no percentage then.
 */
export function JobProgress({ job }: { job: Job }) {
  if (!job.listingComplete) return <LowerBounds job={job} />;
  const { there, total, text } = amounts(job);
  return (
    <span className={classes.progress} title={text}>
      <span className={classes.bar}>
        <ProgressBar total={total} shares={barShares(job)} />
      </span>
      <span className={classes.percent}>{percentText(there, total)}</span>
      {job.files.failed > 0 ? (
        <span className={classes.bad}>{countText(job.files.failed)} failed</span>
      ) : (
        <span className={classes.of}>
          of {job.bytes.total > 0 ? bytesText(job.bytes.total) : filesText(total)}
        </span>
      )}
    </span>
  );
}

function LowerBounds({ job }: { job: Job }) {
  if (job.files.total === 0) return <span className={classes.of}>not listed yet</span>;
  return (
    <span className={classes.of}>
      {countText(filesThere(job))} of at least {filesText(job.files.total)}
    </span>
  );
}

/** A job of empty files has no bytes; then files are what moves. */
function amounts(job: Job) {
  const files = `${countText(filesThere(job))} of ${filesText(job.files.total)}`;
  if (job.bytes.total === 0) return { there: filesThere(job), total: job.files.total, text: files };
  return {
    there: bytesThere(job),
    total: job.bytes.total,
    text: `${bytesText(bytesThere(job))} of ${bytesText(job.bytes.total)}, ${files}`,
  };
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
  const arrived = Math.max(0, Math.min(room, job.bytes.moved - job.bytes.durable));
  return [
    { amount: bytesThere(job), className: there },
    { amount: arrived, className: classes.arrived },
    { amount: job.bytes.failed, className: classes.failed },
  ];
}
