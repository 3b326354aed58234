import { None } from '../../../components/table/None';
import { Link, useParams } from '@tanstack/react-router';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { queryText } from '../../../lib/dataset-query';
import { listOf } from '../../../lib/paged-list';
import { bytesText, countText } from '../../../lib/units';
import { useSubscription, type Subscription } from '../subscription-queries';
import classes from '../state/subscription.module.css';
import { everyText, lastText, POLICIES, TONES } from '../state/subscription-words';
import { FoundPanel } from './FoundPanel';
import { SubscriptionActions } from './SubscriptionActions';

type Mark = Subscription['indexes'][number];

const NEVER = <span className={classes.soft}>never</span>;
const MARK_COLUMNS: readonly Column<Mark>[] = [
  {
    id: 'index',
    header: 'Index',
    track: 'minmax(90px, 1fr)',
    phone: 'title',
    cell: ({ index }) => <bdi>{index}</bdi>,
  },
  {
    id: 'harvested',
    header: 'Harvested up to',
    track: '130px',
    cell: ({ harvested }) => (harvested === null ? NEVER : <Moment at={harvested} />),
  },
  {
    id: 'full',
    header: 'Asked for everything',
    track: '150px',
    cell: ({ fullAt }) => (fullAt === null ? NEVER : <Moment at={fullAt} />),
  },
  {
    id: 'warning',
    header: 'Why not all',
    track: 'minmax(140px, 2fr)',
    cell: ({ warning }) =>
      warning === '' ? (
        <None />
      ) : (
        <bdi title={warning} className={classes.twoLines}>
          {warning}
        </bdi>
      ),
  },
];

/** One standing query: how it runs, how far each index was harvested, and what it found. */
export function SubscriptionPage() {
  const { subscriptionId } = useParams({ strict: false }) as { subscriptionId: string };
  const asked = useSubscription(subscriptionId);
  const known = asked.data;
  return (
    <>
      <PageHead
        title={known === undefined || known.label === '' ? subscriptionId : known.label}
        above={<Link to="/subscriptions">← Subscriptions</Link>}
        about={known === undefined ? undefined : queryText(known.query)}
      >
        {known !== undefined && <SubscriptionActions subscription={known} />}
      </PageHead>
      <div className={classes.page}>
        <Known asked={asked} what="the subscription">
          {(subscription) => (
            <>
              <Summary subscription={subscription} />
              <Panel title="Indexes" flush>
                <DataTable
                  label="Indexes"
                  columns={MARK_COLUMNS}
                  list={listOf(subscription.indexes)}
                  rowKey={({ index }) => index}
                  framed={false}
                  empty={<Empty title="No index was asked yet" />}
                />
              </Panel>
            </>
          )}
        </Known>
        <FoundPanel subscriptionId={subscriptionId} />
      </div>
    </>
  );
}

function Summary({ subscription }: { subscription: Subscription }) {
  const { last, state } = subscription;
  return (
    <Panel title="Subscription" aside={<Badge tone={TONES[state]}>{state}</Badge>}>
      <Facts
        facts={[
          ['Destination', <Name key="destination">{subscription.destination}</Name>],
          ['Runs every', everyText(subscription.everySeconds)],
          ['Next run', state === 'ACTIVE' && <Moment key="next" at={subscription.nextAt} full />],
          [
            'Last run',
            <span key="last" className={last?.trouble ? classes.bad : undefined}>
              {lastText(last)}
            </span>,
          ],
          [
            'Incomplete',
            subscription.incomplete > 0 && (
              <span key="incomplete" className={classes.bad}>
                {countText(subscription.incomplete)} {subscription.incomplete === 1 ? 'dataset' : 'datasets'};
                tried again with the next runs
              </span>
            ),
          ],
          ['Runs', countText(subscription.runs)],
          ['Most in one run', subscription.maxBytesPerRun !== null && bytesText(subscription.maxBytesPerRun)],
          [
            'Most datasets in one run',
            subscription.maxDatasetsPerRun !== null && countText(subscription.maxDatasetsPerRun),
          ],
          ['Makes', subscription.needsApproval ? 'requests, to be approved' : 'jobs'],
          [
            'New versions',
            subscription.onNewVersion === 'replicate' ? 'are replicated' : 'are only reported',
          ],
          ['When superseded', subscription.onSuperseded !== null && POLICIES[subscription.onSuperseded]],
          ['When retracted', subscription.onRetracted !== null && POLICIES[subscription.onRetracted]],
          ['Owner', subscription.owner],
          ['Created', <Moment key="created" at={subscription.createdAt} full />],
        ]}
      />
    </Panel>
  );
}
