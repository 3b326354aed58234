import { Tabs } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { FileState, Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { StaleNotice } from '../../../components/StaleNotice';
import { useTitle } from '../../../lib/title';
import { urlChoice, urlOptional, urlText, useUrlState } from '../../../lib/url-state';
import { EventsPanel } from './EventsPanel';
import { ExplanationPanel } from './ExplanationPanel';
import { FileCountsPanel } from './FileCountsPanel';
import { FilesPanel } from './FilesPanel';
import { JobActions } from './JobActions';
import { JobFacts } from './JobFacts';
import { ReportPanel } from './ReportPanel';
import { FILE_STATES } from '../state/file-states';
import { StateBadge } from '../state/StateBadge';
import { StateText } from '../state/StateText';
import classes from './JobPage.module.css';
import { useJob } from '../job-queries';
import type { JobTab, JobView } from './job-view';
import { toneOf } from '../state/job-state';

const FIELDS = {
  tab: urlChoice<JobTab>(['files', 'events', 'explanation', 'report'], 'files'),
  state: urlOptional<FileState>(FILE_STATES.map(({ state }) => state)),
  q: urlText(),
};

export function JobPage() {
  const { jobId = '' } = useParams({ strict: false });
  const [search, change] = useUrlState(FIELDS);
  const navigate = useNavigate();
  const view: JobView = { tab: search.tab, fileState: search.state, pathPrefix: search.q };
  const onView = (next: JobView) => change({ tab: next.tab, state: next.fileState, q: next.pathPrefix });
  const onOpenJob = (id: string) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } });
  const query = useJob(jobId);
  useTitle(query.data === undefined ? jobId : `${query.data.state} ${query.data.label ?? jobId}`);
  if (query.isPending) return <Loading what="the job" />;
  if (query.data === undefined) {
    return (
      <>
        <AllJobs />
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const job = query.data;
  return (
    <>
      {query.isError && <StaleNotice error={query.error} shownSinceMillis={query.dataUpdatedAt} />}
      <AllJobs />
      <div className={classes.head}>
        <div className={classes.title}>
          <h1>
            <bdi>{job.label ?? job.id}</bdi>
          </h1>
          <code className={classes.id}>{job.id}</code>
        </div>
        <JobActions job={job} onOpenJob={onOpenJob} />
      </div>
      <div className={classes.state}>
        <StateBadge state={job.state} tone={toneOf(job)} />
        <StateText job={job} />
      </div>
      <div className={classes.panels}>
        <FileCountsPanel job={job} onState={(fileState) => onView({ ...view, tab: 'files', fileState })} />
        <JobFacts job={job} />
      </div>
      <JobTabs job={job} view={view} onView={onView} />
    </>
  );
}

function AllJobs() {
  return (
    <Link to="/jobs" className={classes.back}>
      ← All jobs
    </Link>
  );
}

function JobTabs({ job, view, onView }: { job: Job; view: JobView; onView: (view: JobView) => void }) {
  return (
    <Tabs
      value={view.tab}
      onChange={(tab) => onView({ ...view, tab: (tab ?? 'files') as JobTab })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="files">Files</Tabs.Tab>
        <Tabs.Tab value="events">Events</Tabs.Tab>
        <Tabs.Tab value="explanation">Explanation</Tabs.Tab>
        <Tabs.Tab value="report">Report</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="files" className={classes.tab}>
        <FilesPanel job={job} view={view} onView={onView} />
      </Tabs.Panel>
      <Tabs.Panel value="events" className={classes.tab}>
        <EventsPanel job={job} />
      </Tabs.Panel>
      <Tabs.Panel value="explanation" className={classes.tab}>
        <ExplanationPanel job={job} />
      </Tabs.Panel>
      <Tabs.Panel value="report" className={classes.tab}>
        <ReportPanel job={job} />
      </Tabs.Panel>
    </Tabs>
  );
}
