import { Button } from '@mantine/core';
import type { Job, MoverEvent } from '../../../api/messages';
import { Moment } from '../../../components/Moment';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { usePhoneRows } from '../../../components/table/phone-rows';
import { countText } from '../../../lib/units';
import classes from './EventsTab.module.css';
import type { ChangeView } from './job-view';
import { useJobEvents } from './page-queries';

/** What happened, oldest first. */
export function EventsTab({ job, onView }: { job: Job; onView: ChangeView }) {
  const events = useJobEvents(job);
  const phone = usePhoneRows(events.data ?? []);
  return (
    <Known asked={events} what="events">
      {(known) =>
        known.length === 0 ? (
          <Empty title="Nothing has happened yet" />
        ) : (
          <>
            <ol className={classes.events} aria-label="Events">
              {phone.rows.map((event) => (
                <EventLine
                  key={event.id}
                  event={event}
                  onFile={(file) => onView({ tab: 'files', file, state: null, q: '', code: '' })}
                />
              ))}
            </ol>
            {phone.hidden > 0 && (
              <Button size="xs" variant="default" onClick={phone.showMore}>
                Show more, {countText(phone.hidden)} are below
              </Button>
            )}
            {phone.hidden === 0 && events.hasNextPage && (
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
        )
      }
    </Known>
  );
}

function EventLine({ event, onFile }: { event: MoverEvent; onFile: (fileId: string) => void }) {
  const { fileId } = event;
  return (
    <li className={classes.event}>
      <Moment at={event.at} full />
      <code className={classes.kind}>{event.kind}</code>
      <span className={classes.text}>
        {event.code != null && event.code !== event.kind && (
          <code className={classes.code}>{event.code}</code>
        )}{' '}
        <bdi>{event.text}</bdi>{' '}
        {fileId != null && (
          <button
            type="button"
            className={classes.file}
            aria-label={`Show file ${fileId}`}
            onClick={() => onFile(fileId)}
          >
            Show the file
          </button>
        )}
      </span>
    </li>
  );
}
