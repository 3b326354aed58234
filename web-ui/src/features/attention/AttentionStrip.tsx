import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Attention, Page } from '../../api/messages';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Moment } from '../../components/Moment';
import { apiGet, apiPost } from '../../lib/api-client';
import { useFeedState } from '../../lib/live-updates';
import { queryKeys } from '../../lib/query-keys';
import { useMaySteer } from '../../lib/session';
import { countText, filesText } from '../../lib/units';
import classes from './AttentionStrip.module.css';
import { causesOf, type Cause } from './causes';

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
  const causes = causesOf(attention.data?.items ?? []);
  if (attention.data === undefined || causes.length === 0)
    return <Quiet error={attention.isError} known={attention.isSuccess} />;
  return (
    <section className={`${classes.strip} ${classes.needed}`} aria-label="Needs a person">
      <ul className={classes.causes}>
        {causes.slice(0, SHOWN_CAUSES).map((cause) => (
          <CauseLine key={cause.key} cause={cause} />
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

/** Puts all items of a cause away, one after the other. */
function useAcknowledge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (items: Attention[]) => {
      for (const item of items)
        await apiPost<Attention>(`/attention/${encodeURIComponent(item.id)}/acknowledgement`, {});
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.attention }),
  });
}

function CauseLine({ cause }: { cause: Cause }) {
  const acknowledge = useAcknowledge();
  const maySteer = useMaySteer();
  const { first, items } = cause;
  return (
    <li className={classes.cause}>
      <span className={classes.mark} aria-hidden>
        !
      </span>
      <div className={classes.words}>
        <code className={classes.code}>{first.code}</code> <bdi>{first.text}</bdi>{' '}
        {items.length > 1 && `and ${countText(items.length - 1)} more `}
        <span className={classes.soft}>
          since <Moment at={cause.since} />
          {cause.files > 0 && `, ${filesText(cause.files)}`}
        </span>{' '}
        {cause.jobIds.map((jobId) => (
          <Link key={jobId} to="/jobs/$jobId" params={{ jobId }} className={classes.job}>
            {jobId}
          </Link>
        ))}
        <div className={classes.soft}>{first.advice}</div>
        {acknowledge.isError && <ErrorPanel error={acknowledge.error} />}
      </div>
      {maySteer && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Acknowledge ${first.code}`}
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate(items)}
        >
          Acknowledge
        </Button>
      )}
    </li>
  );
}
