import { Link } from '@tanstack/react-router';
import type { Job, Report, Schemas } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { endpointsOf } from '../state/job-state';
import { fact, type Fact } from './fact';
import { optionFacts, verifyText } from './option-words';
import classes from './OptionsTab.module.css';
import { useReport } from './page-queries';
import { securityText } from './security';

/** How the job was made. */
export function OptionsTab({ job }: { job: Job }) {
  const report = useReport(job);
  return (
    <div className={classes.parts}>
      <Panel title="Job">
        <Facts facts={jobFacts(job)} />
      </Panel>
      <Panel title="Options">
        <Known asked={report} what="the options">
          {({ options }) => <Options job={job} options={options} />}
        </Known>
      </Panel>
    </div>
  );
}

function Options({ job, options }: { job: Job; options: Report['options'] }) {
  if (options === null) {
    return (
      <>
        <Facts facts={[['Verification', verifyText(job.verify)]]} />
        <p className={classes.soft}>The server does not tell the other options of this job.</p>
      </>
    );
  }
  return <Facts facts={optionFacts(options as Schemas['JobOptions'])} />;
}

function jobFacts(job: Job): Fact[] {
  const endpoints = endpointsOf(job);
  return [
    fact('Id', <code>{job.id}</code>),
    fact('Kind', KINDS[job.kind] ?? job.kind),
    fact('From', endpoints === null ? 'many, see its files' : <Name>{endpoints.source}</Name>),
    fact('To', endpoints === null ? 'many, see its files' : <Name>{endpoints.destination}</Name>),
    fact('Owner', job.owner != null && <bdi>{job.owner}</bdi>),
    fact('Created', <Moment at={job.createdAt} full />),
    fact('Started', job.startedAt != null && <Moment at={job.startedAt} full />),
    fact('Ended', job.endedAt != null && <Moment at={job.endedAt} full />),
    fact('Data on its way', securityText(job.dataSecurity)),
    fact(
      'Retry of',
      job.retryOf != null && (
        <Link to="/jobs/$jobId" params={{ jobId: job.retryOf }}>
          {job.retryOf}
        </Link>
      ),
    ),
  ];
}

const KINDS: Record<string, string> = {
  TREE: 'a tree',
  FILE: 'a single file',
  BATCH: 'a list of files and trees',
  REPLICA_SET: 'a replica set',
  REPAIR: 'a repair of damaged files',
  BENCH: 'a measurement of a link',
};
