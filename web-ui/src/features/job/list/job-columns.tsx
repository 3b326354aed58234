import { None } from '../../../components/table/None';
import type { Job } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import type { Column } from '../../../components/table/DataTable';
import { rateText } from '../../../lib/units';
import { JobEstimate } from '../state/JobEstimate';
import { JobName } from '../state/JobName';
import { JobProgress } from '../state/JobProgress';
import { endpointsOf, meanRate, stateWords, toneOf } from '../state/job-state';
import { StateBadge } from '../state/StateBadge';
import classes from './job-columns.module.css';

/** One line for each job: what is longer is cut and stands in the title. */
export const JOB_COLUMNS: readonly Column<Job>[] = [
  {
    id: 'label',
    header: 'Job',
    track: 'minmax(110px, 1.4fr)',
    sort: 'label',
    phone: 'title',
    cell: (job) => <JobName job={job} />,
  },
  {
    id: 'state',
    header: 'State',
    track: 'minmax(130px, 1.7fr)',
    sort: 'state',
    cell: (job) => <StateAndReason job={job} />,
  },
  {
    id: 'route',
    header: 'From → to',
    track: 'minmax(90px, 0.8fr)',
    cell: (job) => <Route job={job} />,
  },
  {
    id: 'progress',
    header: 'Progress',
    track: '176px',
    cell: (job) => <JobProgress job={job} />,
  },
  { id: 'rate', header: 'Rate', track: '82px', end: true, cell: (job) => <Rate job={job} /> },
  {
    id: 'end',
    header: 'Estimated end',
    track: '98px',
    phone: 'hide',
    cell: (job) => <JobEstimate job={job} oneLine />,
  },
  {
    id: 'limit',
    header: 'Limited by',
    wide: true,
    track: 'minmax(70px, 0.7fr)',
    phone: 'hide',
    cell: (job) =>
      job.limitedBy == null ? <None /> : <span title={job.limitedBy}>{job.limitedBy.split(',')[0]}</span>,
  },
  {
    id: 'priority',
    header: 'Priority',
    track: '68px',
    end: true,
    sort: 'priority',
    phone: 'hide',
    cell: (job) => <span title="1 is first, 5 is last">{job.priority}</span>,
  },
  {
    id: 'created',
    header: 'Created',
    track: '78px',
    sort: 'createdAt',
    cell: (job) => <Moment at={job.createdAt} short />,
  },
];

/** The reason is what a person has to know: it stays on a phone. */
function StateAndReason({ job }: { job: Job }) {
  const { code, what } = stateWords(job);
  const says = job.stateReason == null ? null : code === null ? what : `${code}: ${what}`;
  return (
    <span className={classes.state}>
      <StateBadge state={job.state} tone={toneOf(job)} />
      {says !== null && (
        <bdi className={classes.reason} title={says}>
          {says}
        </bdi>
      )}
    </span>
  );
}

function Route({ job }: { job: Job }) {
  const endpoints = endpointsOf(job);
  if (endpoints === null) return <span className={classes.soft}>many</span>;
  const place = (endpoint: string) => /^[a-z]+:\/\/([^/]+)/.exec(endpoint)?.[1] ?? endpoint;
  return (
    <bdi title={`${endpoints.source} → ${endpoints.destination}`}>
      {place(endpoints.source)} <span className={classes.soft}>→</span> {place(endpoints.destination)}
    </bdi>
  );
}

/** Of a job that ended: over all its time. */
function Rate({ job }: { job: Job }) {
  if (job.state === 'ACTIVE') return <>{rateText(job.rate.bytesPerSecond)}</>;
  const mean = meanRate(job);
  if (mean === null) return <None />;
  return (
    <span className={classes.soft} title="Average over all its time">
      {rateText(mean)}
    </span>
  );
}
