import type { ReactNode } from 'react';
import type { FileState, Job } from '../../../api/messages';
import { Panel } from '../../../components/page/Panel';
import { ProgressBar } from '../../../components/ProgressBar';
import { bytesText, countText, durationText, filesRateText, filesText, rateText } from '../../../lib/units';
import { FILE_STATES } from '../state/file-states';
import { JobEstimate } from '../state/JobEstimate';
import { filesThere, isFinal, meanRate } from '../state/job-state';
import { progressOf } from '../state/progress';
import classes from './ProgressPanel.module.css';

interface ProgressPanelProps {
  job: Job;
  /** state whose files are shown; null for all */
  shown: FileState | null;
  onState: (state: FileState | null) => void;
}

/** How far, how fast, until when; and the files by state, each a filter of the files below. */
export function ProgressPanel({ job, shown, onState }: ProgressPanelProps) {
  return (
    <Panel title="Progress" aside={listingText(job)}>
      <Amount job={job} />
      <dl className={classes.figures}>{isFinal(job) ? <Ended job={job} /> : <Running job={job} />}</dl>
      <FileCounts job={job} shown={shown} onState={onState} />
      {(job.unknownDatasets ?? 0) > 0 && (
        <p className={classes.soft}>
          {countText(job.unknownDatasets)} of the wanted datasets are skipped: no index knows them. The events
          name each.
        </p>
      )}
      {job.mirror != null && <p className={classes.soft}>{job.mirror.text}</p>}
    </Panel>
  );
}

/** A job that ended lists nothing any more. */
function listingText(job: Job): string | undefined {
  if (job.listingComplete) return undefined;
  return isFinal(job) ? 'The source was not listed to its end' : 'Listing the source: totals grow';
}

function Amount({ job }: { job: Job }) {
  const { total, percent, shares, text } = progressOf(job);
  const atLeast = job.listingComplete ? '' : 'at least ';
  const files = `${countText(filesThere(job))} of ${atLeast}${filesText(job.files.total)}`;
  if (job.files.total === 0)
    return <p className={classes.soft}>{isFinal(job) ? 'No file was listed.' : 'No file is listed yet.'}</p>;
  return (
    <>
      {percent !== null && (
        <div className={classes.bar}>
          <ProgressBar total={total} shares={shares} />
          <strong className={classes.percent}>{percent}</strong>
        </div>
      )}
      <p className={classes.amount}>
        {job.bytes.total > 0 && (
          <>
            <strong>{text}</strong> ·{' '}
          </>
        )}
        {files}
      </p>
    </>
  );
}

function Running({ job }: { job: Job }) {
  const moves = job.state === 'ACTIVE';
  return (
    <>
      <Figure name="Rate">
        {moves ? (
          <>
            {rateText(job.rate.bytesPerSecond)}{' '}
            <span className={classes.soft}>{filesRateText(job.rate.filesPerSecond)}</span>
          </>
        ) : (
          '–'
        )}
      </Figure>
      <Figure name="Estimated end">
        <JobEstimate job={job} />
      </Figure>
      <Figure name="Sent again">
        {job.bytes.resent > 0 && <span title="After a loss">{bytesText(job.bytes.resent)}</span>}
      </Figure>
    </>
  );
}

function Ended({ job }: { job: Job }) {
  const millis =
    job.startedAt == null || job.endedAt == null ? null : Date.parse(job.endedAt) - Date.parse(job.startedAt);
  const mean = meanRate(job);
  return (
    <>
      <Figure name="Took">{millis === null ? null : durationText(millis)}</Figure>
      <Figure name="Mean rate">{mean === null ? null : rateText(mean)}</Figure>
      <Figure name="Transferred">{bytesText(job.bytes.moved)}</Figure>
      <Figure name="Sent again">{job.bytes.resent > 0 && bytesText(job.bytes.resent)}</Figure>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === false) return null;
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Only states that some file is in; their counts sum to the total. */
function FileCounts({ job, shown, onState }: ProgressPanelProps) {
  const states = FILE_STATES.filter(({ count }) => count(job.files) > 0);
  if (states.length === 0) return null;
  return (
    <fieldset className={classes.counts} aria-label="Files by state">
      {states.map(({ state, count, text, tone }) => (
        <button
          key={state}
          type="button"
          className={`${classes.count} ${state === shown ? classes.chosen : ''}`}
          aria-pressed={state === shown}
          title={`${text}. ${state === shown ? 'Shows the files of all states' : 'Shows these files'}`}
          onClick={() => onState(state === shown ? null : state)}
        >
          <span className={`${classes.dot} ${classes[tone]}`} aria-hidden />
          {state} <strong>{countText(count(job.files))}</strong>
        </button>
      ))}
    </fieldset>
  );
}
