import type { Job, Report } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Name } from '../../../components/Name';
import { bytesText, countText, durationText, filesText, rateText } from '../../../lib/units';
import classes from './Panels.module.css';
import { useReport } from '../job-queries';
import { isFinal } from '../state/job-state';

const LEVELS: Record<string, string> = {
  published: 'the digest equals the published one',
  readback: 'read again from the device after writing',
  'readback(memory)': 'read again, from a file system in memory',
  stream: 'every block checked, and a digest over what was written',
};

/** What the job did, with the evidence. */
export function ReportPanel({ job }: { job: Job }) {
  const query = useReport(job);
  if (query.isPending) return <Loading what="the report" />;
  if (query.data === undefined)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  const report = query.data;
  return (
    <>
      {!isFinal(job) && (
        <p className={classes.lead}>The job is still running; these are the figures so far.</p>
      )}
      <Evidence report={report} />
      <Effort report={report} />
      <Failures report={report} />
    </>
  );
}

function Evidence({ report }: { report: Report }) {
  return (
    <>
      <h2 className={classes.title}>Evidence</h2>
      {report.evidence.length === 0 ? (
        <p>No file was transferred.</p>
      ) : (
        <table className={classes.table} aria-label="Evidence">
          <tbody>
            {report.evidence.map(({ level, files }) => (
              <tr key={level}>
                <th scope="row">{level}</th>
                <td>{filesText(files)}</td>
                <td className={classes.soft}>{LEVELS[level] ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Effort({ report }: { report: Report }) {
  const { time, bytes } = report;
  const rows: [string, string][] = [
    ['Moved', bytesText(bytes.moved)],
    ['Sent again', bytesText(bytes.resent)],
    ['Data streams at once', countText(report.streams)],
    ['Data security', report.dataSecurity ?? 'nothing was moved'],
    ['Listing', durationText(time.listingMillis)],
    ['Moving', durationText(time.movingMillis)],
    ['Verifying, summed over files', durationText(time.verifyingMillis)],
    ['Placing, summed over files', durationText(time.placingMillis)],
  ];
  for (const { place, files, bytes: without } of report.withoutTls ?? [])
    rows.push([
      `Without TLS from ${place}`,
      `${filesText(files)}, ${bytesText(without)}, published with https`,
    ]);
  if (report.startedAt != null && report.endedAt != null) {
    const millis = Date.parse(report.endedAt) - Date.parse(report.startedAt);
    rows.unshift(['From start to end', durationText(millis)]);
    if (millis > 0 && bytes.moved > 0) rows.push(['Mean rate', rateText((bytes.moved / millis) * 1000)]);
  }
  return (
    <>
      <h2 className={classes.title}>Effort</h2>
      <table className={classes.table} aria-label="Effort">
        <tbody>
          {rows.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Failures({ report }: { report: Report }) {
  if (report.failures.length === 0) return null;
  return (
    <>
      <h2 className={classes.title}>Failures</h2>
      {report.failures.map((failure) => (
        <div key={failure.code} className={classes.failure}>
          <code>{failure.code}</code> {filesText(failure.files)}.{' '}
          <span className={classes.soft}>{failure.advice}</span>
          <ul className={classes.list}>
            {failure.examples.map((example) => (
              <li key={example.destination}>
                <Name>{example.destination}</Name> <bdi>{example.text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
