import { None } from '../../../components/table/None';
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Badge } from '../../../components/page/Badge';
import { Confirm } from '../../../components/page/Confirm';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { useMaySteer } from '../../../lib/session';
import { bytesText, filesText } from '../../../lib/units';
import { useCampaign, useCancelCampaign, type Campaign, type CampaignPart } from '../campaign-queries';
import { isOver, progressOf, toneOfState } from '../state/campaign-state';
import { PartProgress } from '../state/PartProgress';
import classes from './CampaignPage.module.css';
import { ShareButton } from './ShareButton';

const COLUMNS: readonly Column<CampaignPart>[] = [
  {
    id: 'site',
    header: 'Destination',
    track: 'minmax(140px, 1.3fr)',
    phone: 'title',
    cell: (part) => (
      <bdi title={part.destination}>
        <strong>{part.site}</strong> <span className={classes.soft}>{part.destination}</span>
      </bdi>
    ),
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
    track: 'minmax(180px, 1fr)',
    cell: (part) => <PartProgress {...part} />,
  },
  {
    id: 'trouble',
    header: 'Trouble',
    track: 'minmax(100px, 1.2fr)',
    cell: ({ trouble }) =>
      trouble === null ? (
        <None />
      ) : (
        <bdi className={classes.bad} title={trouble}>
          {trouble}
        </bdi>
      ),
  },
  {
    id: 'job',
    header: 'Job',
    track: '110px',
    cell: ({ job }) =>
      job === null ? (
        <span className={classes.soft}>not sent yet</span>
      ) : (
        <Link to="/jobs/$jobId" params={{ jobId: job }} className={classes.job}>
          {job}
        </Link>
      ),
  },
  {
    id: 'changed',
    header: 'Heard of',
    track: '78px',
    phone: 'hide',
    cell: (part) => <Moment at={part.changedAt} short />,
  },
];

/** One campaign: how far each destination is. */
export function CampaignPage() {
  const { campaignId = '' } = useParams({ strict: false });
  const asked = useCampaign(campaignId);
  return (
    <Known asked={asked} what="the campaign">
      {(campaign) => <Shown campaign={campaign} />}
    </Known>
  );
}

function Shown({ campaign }: { campaign: Campaign }) {
  const all = progressOf(campaign.destinations);
  return (
    <>
      <PageHead title={campaign.name} above={<Link to="/campaigns">← All campaigns</Link>}>
        <ShareButton campaign={campaign} />
        <CancelButton campaign={campaign} />
      </PageHead>
      <div className={classes.page}>
        <Panel title="Progress" aside={<Badge tone={toneOfState(campaign.state)}>{campaign.state}</Badge>}>
          <PartProgress {...all} />
          <Facts
            facts={[
              ['What', <Name key="what">{campaign.selection}</Name>],
              ['Size', `${filesText(campaign.files)}, ${bytesText(campaign.bytes)} for each destination`],
              ['To go', bytesText(all.bytesTotal - all.bytesDone)],
              ['Owner', <bdi key="owner">{campaign.owner}</bdi>],
              ['Created', <Moment key="created" at={campaign.createdAt} full />],
              ['Ended', campaign.endedAt !== null && <Moment key="ended" at={campaign.endedAt} full />],
              ['Id', <code key="id">{campaign.id}</code>],
            ]}
          />
        </Panel>
        <Panel title="Destinations" flush>
          <DataTable
            label="Destinations"
            columns={COLUMNS}
            list={listOf(campaign.destinations)}
            rowKey={(part) => part.destination}
            framed={false}
            empty={<Empty title="No destination" />}
          />
        </Panel>
      </div>
    </>
  );
}

function CancelButton({ campaign }: { campaign: Campaign }) {
  const cancel = useCancelCampaign(campaign.id);
  const [asking, setAsking] = useState(false);
  const maySteer = useMaySteer();
  if (!maySteer || isOver(campaign)) return null;
  return (
    <>
      <Button size="xs" variant="default" className={classes.destroys} onClick={() => setAsking(true)}>
        Cancel campaign …
      </Button>
      <Confirm
        opened={asking}
        title="Cancel this campaign?"
        action="Cancel the campaign"
        destroys
        running={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>Its jobs at all destinations end for good. Files that are there already stay.</p>
      </Confirm>
    </>
  );
}
