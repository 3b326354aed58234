import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { healthOfSite } from '../../../components/place/place-health';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { wholeList } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { countText } from '../../../lib/units';
import { useSites, type Site } from '../site-queries';
import { RightsText } from '../state/rights-words';
import { AddSiteDialog } from './AddSiteDialog';
import { InvitationsPanel } from './InvitationsPanel';
import classes from './SiteListPage.module.css';

const COLUMNS: readonly Column<Site>[] = [
  {
    id: 'name',
    header: 'Site',
    track: 'minmax(110px, 1fr)',
    phone: 'title',
    cell: ({ name, local }) => (
      <>
        <Link to="/sites/$name" params={{ name }} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {local && <span className={classes.soft}>this site</span>}
      </>
    ),
  },
  { id: 'state', header: 'State', track: '132px', cell: (site) => <StateCell site={site} /> },
  {
    id: 'since',
    header: 'Since',
    track: '124px',
    cell: (site) => {
      const { since } = healthOfSite(site);
      return since === null ? <None /> : <Moment at={since} />;
    },
  },
  {
    id: 'read',
    header: 'May read here',
    track: 'minmax(90px, 1.1fr)',
    cell: ({ local, read }) => (local ? <None /> : <RightsText rights={read} />),
  },
  {
    id: 'write',
    header: 'May write here',
    track: 'minmax(90px, 1fr)',
    cell: ({ local, write }) => (local ? <None /> : <RightsText rights={write} />),
  },
  {
    id: 'maintenance',
    header: 'Maintenance',
    track: 'minmax(130px, 1fr)',
    cell: (site) => <NextMaintenance site={site} />,
  },
  {
    id: 'address',
    header: 'Data port',
    wide: true,
    track: 'minmax(120px, 1fr)',
    cell: ({ dataAddress }) =>
      dataAddress === null ? <None /> : <bdi title={dataAddress}>{dataAddress}</bdi>,
  },
  {
    id: 'paired',
    header: 'Paired',
    track: '84px',
    phone: 'hide',
    cell: ({ pairedAt }) => (pairedAt === null ? <None /> : <Moment at={pairedAt} short />),
  },
];

/** This site and those it is paired with; an administrator adds others here. */
export function SiteListPage() {
  const sites = useSites();
  const [isAdding, setAdding] = useState(false);
  const mayPair = useMay('admin');
  const local = sites.data?.items.find((site) => site.local);
  const paired = sites.data?.items.filter((site) => !site.local) ?? [];
  return (
    <>
      <PageHead title="Sites" about={sites.data === undefined ? undefined : aboutText(paired)}>
        {mayPair && (
          <Button size="xs" onClick={() => setAdding(true)}>
            Add a site
          </Button>
        )}
      </PageHead>
      <div className={classes.page}>
        <DataTable
          label="Sites"
          columns={COLUMNS}
          list={wholeList(sites)}
          rowKey={(site) => site.name}
          empty={<Empty title="No site" />}
        />
        {sites.data !== undefined && paired.length === 0 && (
          <Empty title="Paired with no site yet">
            <p>
              {mayPair
                ? 'Add a site: one side makes an invitation, the other one accepts it.'
                : 'An administrator pairs this site with others.'}
            </p>
          </Empty>
        )}
        {mayPair && <InvitationsPanel />}
      </div>
      {isAdding && <AddSiteDialog localName={local?.name ?? 'NAME'} onClose={() => setAdding(false)} />}
    </>
  );
}

function aboutText(paired: readonly Site[]): string {
  const away = paired.filter((site) => site.state === 'UNREACHABLE').length;
  return `Paired with ${countText(paired.length)} ${paired.length === 1 ? 'site' : 'sites'}${
    away > 0 ? `, ${countText(away)} unreachable` : ''
  }`;
}

function StateCell({ site }: { site: Site }) {
  if (site.local && site.maintenance?.isNow !== true) return <Badge tone="good">answers</Badge>;
  const { tone, text, why } = healthOfSite(site);
  return (
    <span title={why ?? undefined}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}

function NextMaintenance({ site: { maintenance } }: { site: Site }) {
  if (maintenance === null) return <None />;
  return (
    <span title={maintenance.note}>
      {maintenance.isNow ? 'until ' : 'from '}
      <Moment at={maintenance.isNow ? maintenance.endsAt : maintenance.beginsAt} />
    </span>
  );
}
