import type { Explanation, Job } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { useNowMillis } from '../../../lib/now';
import { durationText } from '../../../lib/units';
import { isFinal, stateWords, toneOf } from '../state/job-state';
import { StateBadge } from '../state/StateBadge';
import { CureLinks } from './CureLinks';
import classes from './JobWhy.module.css';

/** The state, why it is so, since when, and what happens next; in the words of the explanation once it is there. */
export function JobWhy({ job, explanation }: { job: Job; explanation: Explanation | undefined }) {
  const words = stateWords(job);
  // an explanation of the state before would contradict the badge
  const told = explanation?.state === job.state ? explanation : undefined;
  const reason = told?.reason ?? words.what;
  // of a job that is over the explanation names commands; here are buttons
  const next = isFinal(job) ? words.next : (told?.next ?? words.next);
  const nextAt = told?.nextAt ?? words.nextAt;
  return (
    <div className={classes.why}>
      <StateBadge state={job.state} tone={toneOf(job)} />
      <div className={classes.words}>
        <p className={classes.reason}>
          {words.code !== null && <code className={classes.code}>{words.code}</code>} <bdi>{reason}</bdi>
        </p>
        <p className={classes.next}>
          {words.since != null && (
            <>
              {isFinal(job) ? 'Ended' : 'Since'} <Moment at={words.since} />
              {next != null && ' · '}
            </>
          )}
          {next != null && <bdi>{next}</bdi>}
          {nextAt != null && !isFinal(job) && <NextTime at={nextAt} />}
        </p>
        <CureLinks job={job} />
      </div>
    </div>
  );
}

function NextTime({ at }: { at: string }) {
  const millis = Date.parse(at) - useNowMillis();
  return (
    <span className={classes.at}>
      {' '}
      · next at <Moment at={at} /> {millis > 0 ? `(in ${durationText(millis)})` : '(now)'}
    </span>
  );
}
