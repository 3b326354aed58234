import type { FileState, Job } from '../../../api/messages';
import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, filesText, percentText } from '../../../lib/units';
import classes from './FileCountsPanel.module.css';
import { FILE_STATES } from '../state/file-states';
import { bytesThere, filesThere } from '../state/job-state';

const BAR_CLASSES: Partial<Record<FileState, string | undefined>> = {
  DONE: classes.barDone,
  SKIPPED_SAME: classes.barSkipped,
  VERIFYING: classes.barVerifying,
  FAILED: classes.barFailed,
};

/** Files per state, which sum to the total; each leads to these files. */
export function FileCountsPanel({ job, onState }: { job: Job; onState: (state: FileState | null) => void }) {
  const atLeast = job.listingComplete ? '' : 'at least ';
  const there = bytesThere(job);
  return (
    <section className={classes.panel} aria-label="Files per state">
      <p className={classes.headline}>
        <strong>{countText(filesThere(job))}</strong> of {atLeast}
        {filesText(job.files.total)} there
        <span className={classes.bytes}>
          {bytesText(there)} of {atLeast}
          {bytesText(job.bytes.total)}
          {job.listingComplete && job.bytes.total > 0 && ` · ${percentText(there, job.bytes.total)}`}
        </span>
      </p>
      {job.listingComplete ? (
        <ProgressBar
          total={job.files.total}
          shares={FILE_STATES.filter(({ state }) => BAR_CLASSES[state] !== undefined).map(
            ({ state, count }) => ({
              amount: count(job.files),
              className: BAR_CLASSES[state],
            }),
          )}
        />
      ) : (
        <p className={classes.listing}>The source is still being listed: totals are lower bounds.</p>
      )}
      <table className={classes.counts} aria-label="Counts">
        <tbody>
          {FILE_STATES.map(({ state, count, text, tone }) => (
            <tr key={state} className={count(job.files) === 0 ? classes.zero : undefined}>
              <th scope="row">
                <button type="button" className={classes.state} onClick={() => onState(state)}>
                  <span className={`${classes.dot} ${classes[tone]}`} aria-hidden />
                  {text}
                </button>
              </th>
              <td>{countText(count(job.files))}</td>
            </tr>
          ))}
          <tr className={classes.total}>
            <th scope="row">
              <button type="button" className={classes.state} onClick={() => onState(null)}>
                {job.listingComplete ? 'Total' : 'Total so far'}
              </button>
            </th>
            <td>{countText(job.files.total)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
