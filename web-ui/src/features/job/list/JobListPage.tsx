import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Command } from '../../../components/Command';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { StaleNotice } from '../../../components/StaleNotice';
import { sessionQuery } from '../../../lib/session';
import { useTitle } from '../../../lib/title';
import { JobTable } from './JobTable';
import classes from './JobListPage.module.css';
import { useJobs } from '../job-queries';
import { JOB_FILTERS, type JobFilter } from '../state/job-state';

interface JobListPageProps {
  filter: JobFilter;
  onFilter: (filter: JobFilter) => void;
}

export function JobListPage({ filter, onFilter }: JobListPageProps) {
  useTitle('Jobs');
  return (
    <>
      <div className={classes.head}>
        <h1>Jobs</h1>
        <SegmentedControl
          size="xs"
          aria-label="Which jobs"
          data={JOB_FILTERS}
          value={filter}
          onChange={(value) => onFilter(value as JobFilter)}
        />
      </div>
      <JobList filter={filter} />
    </>
  );
}

function JobList({ filter }: { filter: JobFilter }) {
  const jobs = useJobs(filter);
  if (jobs.isPending) return <Loading what="jobs" />;
  if (jobs.data === undefined) return <ErrorPanel error={jobs.error} onRetry={() => void jobs.refetch()} />;
  return (
    <>
      {jobs.isError && <StaleNotice error={jobs.error} shownSinceMillis={jobs.dataUpdatedAt} />}
      {jobs.data.length > 0 && <JobTable jobs={jobs.data} />}
      {jobs.data.length === 0 && !jobs.hasNextPage && <NoJobs filter={filter} />}
      {jobs.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={jobs.isFetchingNextPage}
            onClick={() => void jobs.fetchNextPage()}
          >
            Show older jobs
          </Button>
        </div>
      )}
    </>
  );
}

const NOTHING: Record<Exclude<JobFilter, 'all'>, string> = {
  running: 'No job is running.',
  waiting: 'No job waits for a person.',
  ended: 'No job has ended yet.',
};

function NoJobs({ filter }: { filter: JobFilter }) {
  const site = useQuery(sessionQuery).data?.site ?? 'HERE';
  if (filter !== 'all') return <div className={classes.empty}>{NOTHING[filter]}</div>;
  return (
    <div className={classes.empty}>
      <h2>No jobs yet</h2>
      <p>A job transfers a tree or a file from one site to another and verifies it. Submit the first one:</p>
      <div className={classes.commands}>
        <Command>{`bdm-client submit bdm://SITE/EXPORT/path bdm://${site}/EXPORT/path --recursive`}</Command>
      </div>
      <p>
        See what may be moved with <code>bdm-client export list</code>; pair with another site with{' '}
        <code>bdm-client site add</code>. The job shows up here by itself.
      </p>
    </div>
  );
}
