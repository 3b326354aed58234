import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Attention, Page } from '../../api/messages';
import { Moment } from '../../components/Moment';
import { apiGet } from '../../lib/api-client';
import { useFeedState } from '../../lib/live-updates';
import { queryKeys } from '../../lib/query-keys';
import { countText, filesText } from '../../lib/units';
import classes from './AttentionStrip.module.css';

const SHOWN_CAUSES = 3;

/** What needs a person, grouped by cause. It keeps its place when there is nothing, so that the page does not jump. */
export function AttentionStrip() {
  const feed = useFeedState();
  const attention = useQuery({
    queryKey: queryKeys.attention,
    queryFn: ({ signal }) => apiGet<Page<Attention>>('/attention', {}, signal),
    // it walks over many jobs, and the feed says when something changes
    refetchInterval: feed === 'live' ? 30_000 : 10_000,
  });
  const causes = attention.data?.items ?? [];
  if (attention.data === undefined || causes.length === 0)
    return <Quiet error={attention.isError} known={attention.isSuccess} />;
  return (
    <section className={`${classes.strip} ${classes.needed}`} aria-label="Needs a person">
      <ul className={classes.causes}>
        {causes.slice(0, SHOWN_CAUSES).map((cause) => (
          <Cause key={cause.code + (cause.site ?? '') + cause.since} cause={cause} />
        ))}
      </ul>
      {causes.length > SHOWN_CAUSES && (
        <p className={classes.more}>
          and {countText(causes.length - SHOWN_CAUSES)} more: <code>bdm-client attention</code>
        </p>
      )}
    </section>
  );
}

function Quiet({ error, known }: { error: boolean; known: boolean }) {
  const text = known ? 'Nothing needs a person.' : error ? 'What needs a person cannot be loaded now.' : ' ';
  return (
    <section className={classes.strip} aria-label="Needs a person">
      {known && <span className={classes.tick} aria-hidden />} {text}
    </section>
  );
}

function Cause({ cause }: { cause: Attention }) {
  return (
    <li className={classes.cause}>
      <span className={classes.mark} aria-hidden>
        !
      </span>
      <div>
        <code className={classes.code}>{cause.code}</code> <bdi>{cause.text}</bdi>{' '}
        <span className={classes.soft}>
          since <Moment at={cause.since} />
          {cause.files > 0 && `, ${filesText(cause.files)}`}
        </span>{' '}
        {cause.jobIds.map((jobId) => (
          <Link key={jobId} to="/jobs/$jobId" params={{ jobId }} className={classes.job}>
            {jobId}
          </Link>
        ))}
        <div className={classes.soft}>{cause.advice}</div>
      </div>
    </li>
  );
}
