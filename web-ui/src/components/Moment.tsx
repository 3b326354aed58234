import { fullLocalParts, localParts, utcText } from '../lib/time';
import { useNowMillis } from '../lib/now';
import classes from './Moment.module.css';

/** A time in the reader's zone; its title has it in UTC. */
export function Moment({ at, full = false }: { at: string; full?: boolean }) {
  const now = useNowMillis();
  const moment = new Date(at);
  const [first, second] = full ? fullLocalParts(moment) : localParts(moment, new Date(now));
  return (
    <time dateTime={at} title={utcText(moment)}>
      <span className={classes.part}>{first}</span>
      {second !== undefined && (
        <>
          {' '}
          <span className={classes.part}>{second}</span>
        </>
      )}
    </time>
  );
}
