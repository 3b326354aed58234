import { Moment } from './Moment';
import { wordsOf } from './ErrorPanel';
import classes from './StaleNotice.module.css';

/** What is shown below was true once; asking again fails. */
export function StaleNotice({ error, shownSinceMillis }: { error: unknown; shownSinceMillis: number }) {
  const { code, detail, next } = wordsOf(error);
  return (
    <div role="alert" className={classes.notice}>
      <strong>
        Shown as it was at <Moment at={new Date(shownSinceMillis).toISOString()} full />.
      </strong>{' '}
      <code>{code}</code> {detail} {next}
    </div>
  );
}
