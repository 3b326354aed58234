import type { Explanation, Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { ProgressBar } from '../../../components/ProgressBar';
import { countText, rateText } from '../../../lib/units';
import classes from './Panels.module.css';
import { useExplanation } from '../job-queries';

/** Why it is as it is, which stage limits it, and what the program decided by itself. */
export function ExplanationPanel({ job }: { job: Job }) {
  const query = useExplanation(job);
  if (query.isPending) return <Loading what="the explanation" />;
  if (query.data === undefined)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  const explanation = query.data;
  return (
    <>
      <p className={classes.lead}>
        <bdi>{explanation.reason}</bdi>
        {explanation.next != null && (
          <>
            {' '}
            <bdi>{explanation.next}</bdi>
          </>
        )}
        {explanation.nextAt != null && (
          <>
            {' '}
            (<Moment at={explanation.nextAt} full />)
          </>
        )}
      </p>
      {explanation.host != null && <p className={classes.soft}>Host: {explanation.host}</p>}
      <Stages explanation={explanation} />
      <OpenFiles explanation={explanation} />
      <Decisions explanation={explanation} />
    </>
  );
}

function Stages({ explanation }: { explanation: Explanation }) {
  if (explanation.stages.length === 0) return null;
  return (
    <>
      <h2 className={classes.title}>Stages</h2>
      <table className={classes.table} aria-label="Stages">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Full</th>
            <th scope="col">At once</th>
            <th scope="col">Rate</th>
            <th scope="col">Waiting</th>
          </tr>
        </thead>
        <tbody>
          {explanation.stages.map((stage) => (
            <tr key={stage.stage}>
              <th scope="row">
                {stage.stage}
                {stage.stage === explanation.limitedBy?.split(' ')[0] && (
                  <strong className={classes.limit}> limits</strong>
                )}
              </th>
              <td>
                <span className={classes.busy}>
                  <ProgressBar total={1} shares={[{ amount: stage.busy }]} />
                  {Math.round(stage.busy * 100)} %
                </span>
              </td>
              <td>{countText(stage.parallelism)}</td>
              <td>{rateText(stage.bytesPerSecond)}</td>
              <td>{countText(stage.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function OpenFiles({ explanation }: { explanation: Explanation }) {
  if (explanation.openFiles.length === 0) return null;
  return (
    <>
      <h2 className={classes.title}>Files under way or waiting</h2>
      <ul className={classes.list}>
        {explanation.openFiles.map((file) => (
          <li key={file.fileId}>
            <Name>{file.destination}</Name> {file.state}, attempt {file.attempts}
            {file.attemptsMax != null && <> of {file.attemptsMax}</>}
            {file.errorCode != null && (
              <>
                : <code>{file.errorCode}</code> <bdi>{file.errorText}</bdi>
              </>
            )}
            {file.since != null && (
              <>
                , since <Moment at={file.since} full />
              </>
            )}
            {file.waitingUntil != null && (
              <>
                , again at <Moment at={file.waitingUntil} full />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Decisions({ explanation }: { explanation: Explanation }) {
  if (explanation.decisions.length === 0) return null;
  return (
    <>
      <h2 className={classes.title}>Decided by the program</h2>
      <ul className={classes.list}>
        {explanation.decisions.map((decision) => (
          <li key={decision.at + decision.text}>
            <Moment at={decision.at} full /> <bdi>{decision.text}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
