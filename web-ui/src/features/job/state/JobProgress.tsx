import type { Job } from '../../../api/messages';
import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText } from '../../../lib/units';
import { filesThere, isFinal } from './job-state';
import classes from './JobProgress.module.css';
import { progressOf } from './progress';

/**
 * How much is there: the bar and the number beside it say the same. While the source is still being listed, totals are lower bounds: no bar and
 * no percentage then.
 */
export function JobProgress({ job }: { job: Job }) {
  if (!job.listingComplete) return <LowerBounds job={job} />;
  const { total, percent, shares, text } = progressOf(job);
  const files = `${countText(filesThere(job))} of ${filesText(job.files.total)}`;
  return (
    <span className={classes.progress} title={job.bytes.total > 0 ? `${text}, ${files}` : text}>
      <span className={classes.bar}>
        <ProgressBar total={total} shares={shares} />
      </span>
      <span className={classes.percent}>{percent}</span>
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
  if (job.files.total === 0)
    return <span className={classes.of}>{isFinal(job) ? 'nothing was listed' : 'not listed yet'}</span>;
  if (job.files.failed > 0)
    return (
      <span className={classes.badLine}>
        {countText(job.files.failed)} of {filesText(job.files.total)} failed
      </span>
    );
  return (
    <span className={classes.bounds}>
      {countText(filesThere(job))} of at least {filesText(job.files.total)}
    </span>
  );
}
