import { None } from '../../../components/table/None';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { queryText } from '../../../lib/dataset-query';
import { listOf } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { useSubscriptions, type Subscription } from '../subscription-queries';
import classes from '../state/subscription.module.css';
import { everyText, lastText, TONES } from '../state/subscription-words';
import { NewSubscriptionDialog } from './NewSubscriptionDialog';

const COLUMNS: readonly Column<Subscription>[] = [
  {
    id: 'label',
    header: 'Subscription',
    track: 'minmax(150px, 1.3fr)',
    phone: 'title',
    cell: ({ id, label, owner }) => (
      <Link
        to="/subscriptions/$subscriptionId"
        params={{ subscriptionId: id }}
        title={`${id}, of ${owner}`}
        className={classes.strong}
      >
        <bdi>{label === '' ? id : label}</bdi>
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '96px',
    cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge>,
  },
  {
    id: 'query',
    header: 'Query',
    track: 'minmax(150px, 1.6fr)',
    cell: ({ query }) => {
      const text = queryText(query);
      return (
        <bdi title={text} className={classes.twoLines}>
          {text === '' ? 'everything' : text}
        </bdi>
      );
    },
  },
  {
    id: 'destination',
    header: 'Destination',
    track: 'minmax(120px, 1fr)',
    phone: 'hide',
    cell: ({ destination }) => (
      <bdi title={destination} className={classes.twoLines}>
        {destination}
      </bdi>
    ),
  },
  {
    id: 'every',
    header: 'Every',
    track: '64px',
    end: true,
    cell: ({ everySeconds }) => everyText(everySeconds),
  },
  {
    id: 'last',
    header: 'Last run',
    track: 'minmax(150px, 1.4fr)',
    cell: ({ last }) => {
      const text = lastText(last);
      return (
        <span title={text} className={`${classes.twoLines} ${last?.trouble ? classes.bad : ''}`}>
          {text}
        </span>
      );
    },
  },
  {
    id: 'next',
    header: 'Next run',
    track: '92px',
    cell: ({ state, nextAt }) => (state === 'ACTIVE' ? <Moment at={nextAt} short /> : <None />),
  },
];

/** The standing queries of the site: what new dataset versions become replicas by themselves. */
export function SubscriptionListPage() {
  const asked = useSubscriptions();
  const mayCreate = useMay('operator');
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHead title="Subscriptions" about="Standing queries: what they find is replicated, run after run">
        {mayCreate && (
          <Button size="xs" onClick={() => setCreating(true)}>
            New subscription …
          </Button>
        )}
      </PageHead>
      <Known asked={asked} what="subscriptions">
        {({ items }) => (
          <DataTable
            label="Subscriptions"
            columns={COLUMNS}
            list={listOf(items)}
            rowKey={({ id }) => id}
            empty={
              <Empty title="There is no subscription">
                <p>One asks the indexes every few hours, and replicates what is new.</p>
              </Empty>
            }
          />
        )}
      </Known>
      {isCreating && <NewSubscriptionDialog onClose={() => setCreating(false)} />}
    </>
  );
}
