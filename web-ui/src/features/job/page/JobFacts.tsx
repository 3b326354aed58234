import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Job } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { bytesText, filesRateText, rateText } from '../../../lib/units';
import { JobEstimate } from '../state/JobEstimate';
import classes from './JobFacts.module.css';
import { endpointsOf, isFinal } from '../state/job-state';

export function JobFacts({ job }: { job: Job }) {
  const endpoints = endpointsOf(job);
  return (
    <section className={classes.panel} aria-label="Facts">
      <dl className={classes.facts}>
        <Fact name="From">{endpoints == null ? 'many, see its files' : <Name>{endpoints.source}</Name>}</Fact>
        <Fact name="To">
          {endpoints == null ? 'many, see its files' : <Name>{endpoints.destination}</Name>}
        </Fact>
        {!isFinal(job) && (
          <>
            <Fact name="Rate">
              {job.state === 'ACTIVE'
                ? `${rateText(job.rate.bytesPerSecond)}, ${filesRateText(job.rate.filesPerSecond)}`
                : '–'}
            </Fact>
            <Fact name="Limited by">{job.limitedBy ?? '–'}</Fact>
            <Fact name="Estimated end">
              <JobEstimate job={job} />
            </Fact>
          </>
        )}
        <Fact name="Created">
          <Moment at={job.createdAt} full />
          {job.owner != null && (
            <>
              {' by '}
              <bdi>{job.owner}</bdi>
            </>
          )}
        </Fact>
        {job.startedAt != null && (
          <Fact name="Started">
            <Moment at={job.startedAt} full />
          </Fact>
        )}
        {job.endedAt != null && (
          <Fact name="Ended">
            <Moment at={job.endedAt} full />
          </Fact>
        )}
        <Fact name="Moved">
          {bytesText(job.bytes.moved)}
          {job.bytes.resent > 0 && `, and ${bytesText(job.bytes.resent)} sent again`}
        </Fact>
        <Fact name="Kind, priority">{`${job.kind}, ${job.priority} (1 is first, 5 is last)`}</Fact>
        <Fact name="Verified by">{`${job.verify}, ${securityText(job.dataSecurity)}`}</Fact>
        {job.retryOf != null && (
          <Fact name="Retry of">
            <Link to="/jobs/$jobId" params={{ jobId: job.retryOf }}>
              {job.retryOf}
            </Link>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function securityText(dataSecurity: string | null): string {
  if (dataSecurity == null) return 'no stream yet';
  return dataSecurity === 'plain' ? 'data not encrypted' : `data over ${dataSecurity.toUpperCase()}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
