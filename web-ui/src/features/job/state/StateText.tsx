import type { Job } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { useNowMillis } from '../../../lib/now';
import { durationText } from '../../../lib/units';
import classes from './StateText.module.css';
import { isFinal, stateWords } from './job-state';

/** What, since when, and what happens next. */
export function StateText({ job }: { job: Job }) {
  const { code, what, since, next, nextAt } = stateWords(job);
  return (
    <div className={classes.text}>
      {code != null && <code className={classes.code}>{code}</code>}
      <bdi>{what}</bdi>
      <div className={classes.soft}>
        {since != null && (
          <>
            {isFinal(job) ? 'ended' : 'since'} <Moment at={since} />
          </>
        )}
        {since != null && next != null && ' · '}
        {next}
        {nextAt != null && (
          <>
            {' at '}
            <Moment at={nextAt} /> <TimeLeft until={nextAt} />
          </>
        )}
      </div>
    </div>
  );
}

function TimeLeft({ until }: { until: string }) {
  const millis = Date.parse(until) - useNowMillis();
  return <span className={classes.left}>{millis > 0 ? `(in ${durationText(millis)})` : '(now)'}</span>;
}
