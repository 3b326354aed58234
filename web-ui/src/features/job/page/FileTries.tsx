import type { JobFile } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Badge, type Tone } from '../../../components/page/Badge';
import { bytesText, countText, durationText } from '../../../lib/units';
import classes from './FileTries.module.css';

type Try = JobFile['tries'][number];

const OUTCOMES: Record<Try['outcome'], [tone: Tone, text: string]> = {
  DONE: ['good', 'done'],
  SKIPPED_SAME: ['good', 'skipped, the same'],
  FAILED: ['bad', 'failed'],
  TIMED_OUT: ['bad', 'timed out'],
  CANCELLED_BY_USER: ['idle', 'cancelled by a person'],
  CANCELLED_BY_SYSTEM: ['held', 'stopped by the program'],
};

/** The last attempts, the newest first. */
export function FileTries({ file }: { file: JobFile }) {
  if (file.tries.length === 0) return <p className={classes.none}>{withoutTries(file)}</p>;
  const newestFirst = [...file.tries].reverse();
  return (
    <>
      <h3 className={classes.title}>
        Attempts
        {file.attempts > file.tries.length &&
          `, the last ${file.tries.length} of ${countText(file.attempts)}`}
      </h3>
      <ol className={classes.list} aria-label="Attempts">
        {newestFirst.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    </>
  );
}

function Attempt({ attempt }: { attempt: Try }) {
  const { started, ended } = attempt;
  const [tone, text] = OUTCOMES[attempt.outcome] ?? ['idle', attempt.outcome];
  return (
    <li className={classes.attempt}>
      <div className={classes.head}>
        <span className={classes.number}>{attempt.number}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className={classes.soft}>
          {started === null ? 'never began' : <Moment at={started} full />}
          {started !== null && ended !== null && `, ${durationText(Date.parse(ended) - Date.parse(started))}`}
        </span>
      </div>
      <div className={classes.soft}>
        {bytesText(attempt.bytes)} from <bdi>{attempt.source}</bdi>
      </div>
      {(attempt.code !== null || attempt.text !== null) && (
        <div className={classes.text}>
          {attempt.code !== null && <code className={classes.code}>{attempt.code}</code>}{' '}
          <bdi>{attempt.text}</bdi>
        </div>
      )}
    </li>
  );
}

/** The server keeps no attempts of a file whose first one was good. */
function withoutTries({ state, attempts }: JobFile): string {
  if (state === 'DONE') return 'The first attempt succeeded.';
  if (attempts === 0) return 'No attempt has ended yet.';
  return `${countText(attempts)} ${attempts === 1 ? 'attempt has' : 'attempts have'} ended.`;
}
