import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Job, Report } from '../../../api/messages';
import { Name } from '../../../components/Name';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { ProgressBar } from '../../../components/ProgressBar';
import { apiAddress } from '../../../lib/api-client';
import { bytesText, countText, durationText, filesText, percentText, rateText } from '../../../lib/units';
import { jobPath } from '../job-queries';
import { bytesThere, isFinal } from '../state/job-state';
import { evidenceText } from './evidence';
import { belowDestination } from './file-path';
import { useReport } from './page-queries';
import classes from './ReportTab.module.css';
import { securityText } from './security';

/** What the job did, with the evidence. */
export function ReportTab({ job }: { job: Job }) {
  const report = useReport(job);
  return (
    <Known asked={report} what="the report">
      {(known) => (
        <>
          <p className={classes.lead}>
            {!isFinal(job) && <span>The job is not over; these are the figures so far.</span>}
            <Button
              component="a"
              size="xs"
              variant="default"
              href={apiAddress(jobPath(job.id, '/report'))}
              download={`${job.id.replaceAll(/[^\w-]/g, '-')}-report.json`}
            >
              Download as JSON
            </Button>
          </p>
          <div className={classes.parts}>
            <Evidence report={known} />
            <Effort report={known} job={job} />
            <Failures job={job} failures={known.failures} />
          </div>
        </>
      )}
    </Known>
  );
}

function Evidence({ report }: { report: Report }) {
  const { evidence, bench } = report;
  const all = evidence.reduce((sum, { files }) => sum + files, 0);
  if (bench !== null) return <Measured bench={bench} />;
  return (
    <Panel title="Evidence">
      {all === 0 ? (
        <p className={classes.soft}>No file was transferred.</p>
      ) : (
        <table className={classes.table} aria-label="Evidence">
          <tbody>
            {evidence.map(({ level, files }) => (
              <tr key={level}>
                <th scope="row">
                  {level}
                  <div className={classes.soft}>{evidenceText(level)}</div>
                </th>
                <td className={classes.bar}>
                  <ProgressBar total={all} shares={[{ amount: files, className: classes.good }]} />
                </td>
                <td className={classes.number}>{filesText(files)}</td>
                <td className={classes.number}>{percentText(files, all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Measured({ bench }: { bench: NonNullable<Report['bench']> }) {
  return (
    <Panel title="Measurement">
      <Facts
        facts={[
          ['Path', `${bench.source} → ${bench.destination}, ${bench.mode}`],
          ['Rate', rateText(bench.bytesPerSecond)],
          ['Streams', countText(bench.streams)],
          ['Limit', bench.limit],
          ['Disks', bench.disks],
          ['Trouble', bench.trouble],
        ]}
      />
    </Panel>
  );
}

const TIMES = [
  ['listingMillis', 'Listing', classes.listing],
  ['movingMillis', 'Moving', classes.moving],
  ['verifyingMillis', 'Verifying', classes.verifying],
  ['placingMillis', 'Placing', classes.placing],
] as const;

/** Verifying and placing are summed over files that are done beside each other, so the parts are no parts of the whole time. */
function Effort({ report, job }: { report: Report; job: Job }) {
  const { time, reused } = report;
  // the report is older than the job while that runs: one figure on a page
  const { bytes } = job;
  const sum = TIMES.reduce((total, [name]) => total + time[name], 0);
  return (
    <Panel title="Time and effort">
      {sum > 0 && (
        <div className={classes.split}>
          <ProgressBar
            total={sum}
            shares={TIMES.map(([name, , className]) => ({ amount: time[name], className }))}
          />
          <ul className={classes.key}>
            {TIMES.map(([name, text, className]) => (
              <li key={name}>
                <span className={`${classes.dot} ${className}`} aria-hidden />
                {text} {durationText(time[name])}
              </li>
            ))}
          </ul>
          <p className={classes.soft}>
            Work of files beside each other is summed, so the parts can be more than the whole time.
          </p>
        </div>
      )}
      <Facts
        facts={[
          ['From start to end', spanOf(report)],
          ['There', `${bytesText(bytesThere(job))} of ${bytesText(bytes.total)}`],
          ['Moved', bytesText(bytes.moved)],
          ['Sent again', bytes.resent > 0 && bytesText(bytes.resent)],
          [
            'Not moved',
            reused.files > 0 && `${bytesText(reused.bytes)} of ${filesText(reused.files)}, held here`,
          ],
          ['Data streams', `${countText(report.streams)} at once at most`],
          ['Changes of streams', report.decisions > 0 && countText(report.decisions)],
          ['No published digest', report.restsOn],
          ['Data on its way', securityText(report.dataSecurity)],
          ...report.withoutTls.map(
            ({ place, files, bytes: without }) =>
              [`Without TLS from ${place}`, `${filesText(files)}, ${bytesText(without)}`] as const,
          ),
          ['Removal plan', report.mirror?.text],
        ]}
      />
    </Panel>
  );
}

function spanOf({ startedAt, endedAt, bytes }: Report): string | null {
  if (startedAt == null || endedAt == null) return null;
  const millis = Date.parse(endedAt) - Date.parse(startedAt);
  if (millis <= 0 || bytes.moved === 0) return durationText(millis);
  return `${durationText(millis)}, ${rateText((bytes.moved / millis) * 1000)} on average`;
}

function Failures({ job, failures }: { job: Job; failures: Report['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <div className={classes.whole}>
      <Panel title="Failures by cause">
        {failures.map((failure) => (
          <div key={failure.code} className={classes.failure}>
            <p>
              <code className={classes.code}>{failure.code}</code> {filesText(failure.files)}.{' '}
              <span className={classes.soft}>{failure.advice}</span>
            </p>
            <ul className={classes.examples}>
              {failure.examples.map(({ destination, text }) => (
                <li key={destination}>
                  <Example job={job} destination={destination} /> <bdi>{text}</bdi>
                </li>
              ))}
              {failure.files > failure.examples.length && (
                <li>
                  <Link
                    to="/jobs/$jobId"
                    params={{ jobId: job.id }}
                    search={{ state: 'FAILED', code: failure.code } as never}
                  >
                    and {countText(failure.files - failure.examples.length)} more
                  </Link>
                </li>
              )}
            </ul>
          </div>
        ))}
      </Panel>
    </div>
  );
}

/** Leads to the file where it can be found by its path. */
function Example({ job, destination }: { job: Job; destination: string }) {
  const path = belowDestination(job, destination);
  if (path === null) return <Name>{destination}</Name>;
  return (
    <Link to="/jobs/$jobId" params={{ jobId: job.id }} search={{ q: path } as never}>
      <Name>{path}</Name>
    </Link>
  );
}
