import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LazyTimeChart } from '../../../components/chart/LazyTimeChart';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Loading } from '../../../components/Loading';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { StaleNotice } from '../../../components/StaleNotice';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { ApiProblem } from '../../../lib/api-client';
import { listOf } from '../../../lib/paged-list';
import { bytesText, countText, filesText, rateText } from '../../../lib/units';
import { useSharedCampaign, type SharedCampaign, type SharedDestination } from '../campaign-queries';
import { progressOf, toneOfState } from '../state/campaign-state';
import { PartProgress } from '../state/PartProgress';
import classes from './SharedCampaignPage.module.css';

const HOUR_SECONDS = 3_600;
const COLUMNS: readonly Column<SharedDestination>[] = [
  {
    id: 'site',
    header: 'Destination',
    track: 'minmax(120px, 1fr)',
    phone: 'title',
    cell: ({ site }) => <bdi className={classes.strong}>{site}</bdi>,
  },
  {
    id: 'state',
    header: 'State',
    track: '112px',
    cell: ({ state }) => <Badge tone={toneOfState(state)}>{state}</Badge>,
  },
  {
    id: 'progress',
    header: 'Progress',
    track: 'minmax(200px, 2fr)',
    cell: (part) => <PartProgress {...part} />,
  },
  {
    id: 'left',
    header: 'To go',
    track: '96px',
    end: true,
    cell: ({ bytesDone, bytesTotal }) => bytesText(Math.max(0, bytesTotal - bytesDone)),
  },
];
const DATASET_COLUMNS: readonly Column<string>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(170px, 1fr)',
    phone: 'title',
    cell: (id) => (
      <bdi title={id} className={classes.dataset}>
        {id}
      </bdi>
    ),
  },
];

/** A campaign for everybody who has its link: without a login, without a menu, nothing to click. */
export function SharedCampaignPage() {
  const { secret } = useParams({ strict: false }) as { secret: string };
  const asked = useSharedCampaign(secret);
  const isUnknown = asked.error instanceof ApiProblem && asked.error.status === 404;
  return (
    <main className={classes.page}>
      {asked.data === undefined && asked.error === null && <Loading what="the campaign" />}
      {isUnknown && (
        <>
          <PageHead title="Nothing is shared here" />
          <p>The link has ended, or a part of it is missing. Ask whoever sent it for another one.</p>
        </>
      )}
      {asked.data === undefined && asked.error !== null && !isUnknown && (
        <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data !== undefined && !isUnknown && (
        <>
          {asked.error !== null && <StaleNotice error={asked.error} shownSinceMillis={asked.dataUpdatedAt} />}
          <Shown campaign={asked.data} />
        </>
      )}
    </main>
  );
}

function Shown({ campaign }: { campaign: SharedCampaign }) {
  const all = progressOf(campaign.destinations);
  return (
    <>
      <PageHead title={campaign.name} about="How far this replication campaign is" />
      <Panel title="Progress" aside={<Badge tone={toneOfState(campaign.state)}>{campaign.state}</Badge>}>
        <p className={classes.done}>
          <strong>{bytesText(all.bytesDone)}</strong> of {bytesText(all.bytesTotal)}
        </p>
        <PartProgress {...all} />
        <Facts
          facts={[
            ['To go', bytesText(Math.max(0, all.bytesTotal - all.bytesDone))],
            [
              'For each destination',
              `${filesText(campaign.files)}, ${bytesText(campaign.bytes)}${campaign.datasetCount > 0 ? `, ${countText(campaign.datasetCount)} datasets` : ''}`,
            ],
            ['Mean rate', campaign.bytesPerSecond > 0 && rateText(campaign.bytesPerSecond)],
            [
              'Ends at that rate',
              campaign.estimatedEnd !== null && <Moment key="end" at={campaign.estimatedEnd} full />,
            ],
            ['Began', <Moment key="began" at={campaign.createdAt} full />],
            ['Ended', campaign.endedAt !== null && <Moment key="ended" at={campaign.endedAt} full />],
          ]}
        />
      </Panel>
      <Curves campaign={campaign} />
      <Panel title="Destinations" flush>
        <DataTable
          label="Destinations"
          columns={COLUMNS}
          list={listOf(campaign.destinations)}
          rowKey={({ site }) => site}
          framed={false}
          empty={<Empty title="No destination" />}
        />
      </Panel>
      {campaign.datasets.length > 0 && (
        <Panel
          title="Datasets"
          flush
          aside={
            campaign.datasetCount > campaign.datasets.length &&
            `the first ${countText(campaign.datasets.length)} of ${countText(campaign.datasetCount)}`
          }
        >
          <DataTable
            label="Datasets"
            columns={DATASET_COLUMNS}
            list={listOf(campaign.datasets)}
            rowKey={(id) => id}
            framed={false}
            empty={null}
          />
        </Panel>
      )}
    </>
  );
}

/** Bytes so far and bytes per second, hour by hour; nothing before there are two hours. */
function Curves({ campaign: { points } }: { campaign: SharedCampaign }) {
  const curves = useMemo(() => curvesOf(points), [points]);
  if (points.length < 2) return null;
  return (
    <div className={classes.curves}>
      <Panel title="Bytes so far">
        <LazyTimeChart
          label="Bytes at all destinations over time"
          times={curves.times}
          series={[{ name: 'There', values: curves.bytes }]}
          valueText={bytesText}
          steps="bytes"
          heightPixels={150}
        />
      </Panel>
      <Panel title="Rate">
        <LazyTimeChart
          label="Rate over time"
          times={curves.times}
          series={[{ name: 'Rate', values: curves.rates }]}
          valueText={rateText}
          steps="bits"
          heightPixels={150}
        />
      </Panel>
    </div>
  );
}

/** A point says what was there at the end of its hour; hours in which nothing changed are left out. */
function curvesOf(points: SharedCampaign['points']) {
  const times = points.map(({ at }) => Date.parse(at) + HOUR_SECONDS * 1000);
  return {
    times,
    bytes: points.map(({ bytesDone }) => bytesDone),
    rates: points.map(({ bytesDone }, at) =>
      at === 0
        ? null
        : Math.max(0, (bytesDone - points[at - 1]!.bytesDone) / ((times[at]! - times[at - 1]!) / 1000)),
    ),
  };
}
