import { None } from '../../../components/table/None';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import type { Job } from '../../../api/messages';
import { countText, rateText } from '../../../lib/units';
import { useJobs } from '../job-queries';
import { JobEstimate } from '../state/JobEstimate';
import { JobName } from '../state/JobName';
import { JobProgress } from '../state/JobProgress';
import { toneOf } from '../state/job-state';
import { StateBadge } from '../state/StateBadge';

const SHOWN = 12;

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'job',
    header: 'Job',
    track: 'minmax(150px, 1.8fr)',
    phone: 'title',
    cell: (job) => <JobName job={job} />,
  },
  {
    id: 'state',
    header: 'State',
    track: '104px',
    cell: (job) => (
      <span title={job.stateReason?.text}>
        <StateBadge state={job.state} tone={toneOf(job)} />
      </span>
    ),
  },
  {
    id: 'progress',
    header: 'Progress',
    track: 'minmax(156px, 1fr)',
    cell: (job) => <JobProgress job={job} />,
  },
  {
    id: 'rate',
    header: 'Rate',
    track: '86px',
    end: true,
    cell: (job) => (job.state === 'ACTIVE' ? rateText(job.rate.bytesPerSecond) : <None />),
  },
  { id: 'end', header: 'Estimated end', track: '104px', cell: (job) => <JobEstimate job={job} oneLine /> },
];

/** The jobs that run or wait for their turn, the first of the queue on top. */
export function RunningJobs() {
  const jobs = useJobs({ show: 'running', sort: 'priority', label: '', owner: '', since: '' });
  const shown = { ...jobs, rows: jobs.rows.slice(0, SHOWN), hasMore: false };
  const isMore = jobs.rows.length > SHOWN;
  const isMoreKnown = !jobs.hasMore;
  return (
    <Panel
      title="Running jobs"
      flush
      aside={
        isMore && (
          <Link to="/jobs" search={{ show: 'running' } as never}>
            and {isMoreKnown ? '' : 'at least '}
            {countText(jobs.rows.length - SHOWN)} more
          </Link>
        )
      }
    >
      <DataTable
        label="Running jobs"
        columns={COLUMNS}
        list={shown}
        rowKey={(job) => job.id}
        framed={false}
        empty={<Empty title="No job is running" />}
      />
    </Panel>
  );
}
