import classes from './StateBadge.module.css';
import type { Tone } from './job-state';

/** Colour, shape and word: none of them alone has to be understood. */
export function StateBadge({ state, tone }: { state: string; tone: Tone }) {
  return (
    <span className={`${classes.badge} ${classes[tone]}`}>
      <span className={classes.sign} aria-hidden />
      {state}
    </span>
  );
}
