import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Job, Report } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { PageHead } from '../../../components/page/PageHead';
import { StaleNotice } from '../../../components/StaleNotice';
import { limitText } from '../../../lib/units';
import { useUrlState } from '../../../lib/url-state';
import { useJob } from '../job-queries';
import { endpointsOf } from '../state/job-state';
import { JobActions } from './JobActions';
import classes from './JobPage.module.css';
import { JobTabs } from './JobTabs';
import { JobWhy } from './JobWhy';
import { JOB_VIEW, type ChangeView, type JobView } from './job-view';
import { useExplanation, useReport } from './page-queries';
import { ProgressPanel } from './ProgressPanel';
import { RatePanel } from './RatePanel';
import { StagePicture } from './StagePicture';

/** One job: where it is and why, how far and how fast, what holds it up, and its files. */
export function JobPage() {
  const { jobId = '' } = useParams({ strict: false });
  const [view, change] = useUrlState(JOB_VIEW);
  const job = useJob(jobId);
  if (job.isPending) return <Loading what="the job" />;
  if (job.data === undefined) {
    return (
      <>
        <PageHead title={jobId} above={<AllJobs />} />
        <ErrorPanel error={job.error} onRetry={() => void job.refetch()} />
      </>
    );
  }
  return (
    <>
      {job.isError && <StaleNotice error={job.error} shownSinceMillis={job.dataUpdatedAt} />}
      <Known job={job.data} view={view} onView={change} />
    </>
  );
}

function Known({ job, view, onView }: { job: Job; view: JobView; onView: ChangeView }) {
  const navigate = useNavigate();
  const explanation = useExplanation(job).data;
  const report = useReport(job).data;
  return (
    <>
      <PageHead title={job.label ?? job.id} above={<AllJobs />} about={<About job={job} report={report} />}>
        <JobActions
          job={job}
          maxRate={report?.options?.maxRateBytesPerSecond}
          onOpenJob={(jobId) => void navigate({ to: '/jobs/$jobId', params: { jobId } })}
        />
      </PageHead>
      <JobWhy job={job} explanation={explanation} />
      <div className={classes.panels}>
        <ProgressPanel
          job={job}
          shown={view.tab === 'files' ? view.state : null}
          onState={(state) => onView({ tab: 'files', state, code: '', q: '' })}
        />
        <RatePanel job={job} />
        <StagePicture job={job} explanation={explanation} />
      </div>
      <JobTabs job={job} report={report} explanation={explanation} view={view} onView={onView} />
    </>
  );
}

function AllJobs() {
  return <Link to="/jobs">← All jobs</Link>;
}

/** Who made it and when, from where to where. */
function About({ job, report }: { job: Job; report: Report | undefined }) {
  const endpoints = endpointsOf(job);
  const limit = report?.options?.maxRateBytesPerSecond;
  return (
    <>
      {endpoints !== null && (
        <span className={classes.route}>
          <Name>{endpoints.source}</Name> → <Name>{endpoints.destination}</Name>
        </span>
      )}
      <span className={classes.facts}>
        {job.label !== null && <code className={classes.id}>{job.id}</code>}
        <span>
          created <Moment at={job.createdAt} />
          {job.owner != null && (
            <>
              {' '}
              by <bdi>{job.owner}</bdi>
            </>
          )}
        </span>
        <span title="1 is first, 5 is last">priority {job.priority}</span>
        {limit != null && limit > 0 && <span>limited to {limitText(limit)}</span>}
        {job.retryOf != null && (
          <span>
            retry of{' '}
            <Link to="/jobs/$jobId" params={{ jobId: job.retryOf }}>
              {job.retryOf}
            </Link>
          </span>
        )}
      </span>
    </>
  );
}
