import { Link } from '@tanstack/react-router';
import type { Job } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { filesRateText, rateText } from '../../../lib/units';
import { JobEstimate } from '../state/JobEstimate';
import { JobProgress } from './JobProgress';
import { StateBadge } from '../state/StateBadge';
import { StateText } from '../state/StateText';
import classes from './JobTable.module.css';
import { endpointsOf, meanRate, toneOf } from '../state/job-state';

const COLUMNS = [
  ['Job', classes.columnJob],
  ['State', classes.columnState],
  ['From → to', classes.columnPath],
  ['Progress', classes.columnProgress],
  ['Rate', classes.columnRate],
  ['Estimated end', classes.columnEnd],
  ['Limited by', classes.columnLimit],
  ['Priority', classes.columnPriority],
  ['Created', classes.columnCreated],
] as const;

// On narrow screens a row is laid out as a card. Roles are named because the layout would take them away.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

export function JobTable({ jobs }: { jobs: Job[] }) {
  return (
    <table className={classes.table} role="table" aria-label="Jobs">
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map(([name, className]) => (
            <th key={name} scope="col" role="columnheader" className={className}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </tbody>
    </table>
  );
}

function JobRow({ job }: { job: Job }) {
  return (
    <tr role="row" className={classes.row}>
      <td role="cell" className={classes.columnJob}>
        <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.label}>
          <bdi>{job.label ?? job.id}</bdi>
        </Link>
        <div className={classes.soft}>
          {job.label == null ? '' : <code className={classes.id}>{job.id}</code>} {job.kind}
        </div>
      </td>
      <td role="cell" className={classes.columnState}>
        <StateBadge state={job.state} tone={toneOf(job)} />
        <StateText job={job} />
      </td>
      <td role="cell" className={classes.columnPath}>
        <JobPath job={job} />
      </td>
      <td role="cell" className={classes.columnProgress}>
        <JobProgress job={job} />
      </td>
      <td role="cell" className={classes.columnRate}>
        <JobRate job={job} />
      </td>
      <td role="cell" className={classes.columnEnd}>
        <Cell name="Estimated end" />
        <JobEstimate job={job} />
      </td>
      <td role="cell" className={classes.columnLimit}>
        <Cell name="Limited by" />
        {job.limitedBy?.split(',')[0] ?? <span className={classes.soft}>–</span>}
      </td>
      <td role="cell" className={classes.columnPriority} title="1 is first, 5 is last">
        <Cell name="Priority" />
        {job.priority}
      </td>
      <td role="cell" className={classes.columnCreated}>
        <Cell name="Created" />
        <Moment at={job.createdAt} />
      </td>
    </tr>
  );
}

/** The name of the column, where the row is a card. */
function Cell({ name }: { name: string }) {
  return (
    <span className={classes.name} aria-hidden>
      {name}
    </span>
  );
}

function JobPath({ job }: { job: Job }) {
  const endpoints = endpointsOf(job);
  if (endpoints == null) return <span className={classes.soft}>many, see its files</span>;
  return (
    <>
      <div className={classes.path}>
        <Name>{endpoints.source}</Name>
      </div>
      <div className={classes.path}>
        <span className={classes.soft}>→ </span>
        <Name>{endpoints.destination}</Name>
      </div>
    </>
  );
}

/** Of a job that ended: over all its time. */
function JobRate({ job }: { job: Job }) {
  if (job.state === 'ACTIVE') {
    return (
      <>
        <div>{rateText(job.rate.bytesPerSecond)}</div>
        <div className={classes.soft}>{filesRateText(job.rate.filesPerSecond)}</div>
      </>
    );
  }
  const mean = meanRate(job);
  if (mean == null) return <span className={classes.soft}>–</span>;
  return (
    <>
      <div>{rateText(mean)}</div>
      <div className={classes.soft}>average</div>
    </>
  );
}
