import { Button } from '@mantine/core';
import type { Job } from '../../../api/messages';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Moment } from '../../../components/Moment';
import classes from './EventsPanel.module.css';
import { useJobEvents } from '../job-queries';

export function EventsPanel({ job }: { job: Job }) {
  const events = useJobEvents(job);
  if (events.isPending) return <Loading what="events" />;
  if (events.data === undefined)
    return <ErrorPanel error={events.error} onRetry={() => void events.refetch()} />;
  if (events.data.length === 0) return <p>Nothing has happened yet.</p>;
  return (
    <>
      <ol className={classes.events}>
        {events.data.map((event) => (
          <li key={event.id} className={classes.event}>
            <Moment at={event.at} full />
            <code className={classes.kind}>{event.kind}</code>
            <span className={classes.text}>
              {event.code != null && <code className={classes.code}>{event.code}</code>}{' '}
              <bdi>{event.text}</bdi>
            </span>
          </li>
        ))}
      </ol>
      {events.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          Show later events
        </Button>
      )}
    </>
  );
}
