import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Command } from '../../../components/Command';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { wholeList } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { countText } from '../../../lib/units';
import { useCampaigns, type Campaign } from '../campaign-queries';
import { progressOf, toneOfState } from '../state/campaign-state';
import { PartProgress } from '../state/PartProgress';
import { NewCampaignDialog } from './NewCampaignDialog';
import classes from './CampaignListPage.module.css';

const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'name',
    header: 'Campaign',
    track: 'minmax(140px, 1.4fr)',
    phone: 'title',
    cell: (campaign) => (
      <Link
        to="/campaigns/$campaignId"
        params={{ campaignId: campaign.id }}
        className={classes.name}
        title={`${campaign.name}, ${campaign.id}, of ${campaign.owner}`}
      >
        <bdi>{campaign.name}</bdi>
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '112px',
    cell: ({ state }) => <Badge tone={toneOfState(state)}>{state}</Badge>,
  },
  {
    id: 'selection',
    header: 'What',
    track: 'minmax(120px, 1.4fr)',
    phone: 'hide',
    cell: ({ selection }) => <bdi title={selection}>{selection}</bdi>,
  },
  {
    id: 'sites',
    header: 'Destinations',
    track: 'minmax(100px, 1fr)',
    cell: ({ destinations }) => (
      <bdi title={destinations.map((part) => part.destination).join('\n')}>
        {destinations.map((part) => part.site).join(', ')}
      </bdi>
    ),
  },
  {
    id: 'progress',
    header: 'Progress',
    track: 'minmax(180px, 1fr)',
    cell: ({ destinations }) => <PartProgress {...progressOf(destinations)} />,
  },
  {
    id: 'created',
    header: 'Created',
    track: '78px',
    cell: ({ createdAt }) => <Moment at={createdAt} short />,
  },
];

/** One selection to several sites, each file sent once by the source. */
export function CampaignListPage() {
  const campaigns = useCampaigns();
  const [isMaking, setMaking] = useState(false);
  const mayMake = useMay('operator');
  const count = campaigns.data?.items.length ?? 0;
  return (
    <>
      <PageHead
        title="Campaigns"
        about={
          count > 0
            ? `${countText(count)} ${count === 1 ? 'campaign' : 'campaigns'}, the newest first`
            : undefined
        }
      >
        {mayMake && (
          <Button size="xs" onClick={() => setMaking(true)}>
            New campaign
          </Button>
        )}
      </PageHead>
      <DataTable
        label="Campaigns"
        columns={COLUMNS}
        list={wholeList(campaigns)}
        rowKey={(campaign) => campaign.id}
        empty={
          <Empty title="No campaign yet">
            <p>
              A campaign replicates one selection to several sites. The source sends each file once; the sites
              pass it on.
            </p>
            <div className={classes.command}>
              <Command>
                bdm-client campaign create NAME bdm://SITE/EXPORT/path --to bdm://ONE/EXPORT --to
                bdm://OTHER/EXPORT
              </Command>
            </div>
          </Empty>
        }
      />
      {isMaking && <NewCampaignDialog onClose={() => setMaking(false)} />}
    </>
  );
}
