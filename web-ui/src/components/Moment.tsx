import { fullLocalParts, localParts, bothText } from '../lib/time';
import { useNowMillis } from '../lib/now';
import classes from './Moment.module.css';

/** A time in the reader's zone; its title has it in UTC. `short`: of another day only the day. */
export function Moment({ at, full = false, short = false }: { at: string; full?: boolean; short?: boolean }) {
  const now = useNowMillis();
  const moment = new Date(at);
  const [first, second] = full ? fullLocalParts(moment) : localParts(moment, new Date(now));
  return (
    <time dateTime={at} title={Number.isNaN(moment.getTime()) ? undefined : bothText(moment)}>
      <span className={classes.part}>{first}</span>
      {second !== undefined && !short && (
        <>
          {' '}
          <span className={classes.part}>{second}</span>
        </>
      )}
    </time>
  );
}
