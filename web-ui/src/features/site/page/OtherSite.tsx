import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { PageHead } from '../../../components/page/PageHead';
import { Panel } from '../../../components/page/Panel';
import { healthOfSite } from '../../../components/place/place-health';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { usePairedSite, type PairedSite, type Site } from '../site-queries';
import { Fingerprint } from '../state/Fingerprint';
import { PEER_NODE_WORDS, RELATION_WORDS } from '../state/node-words';
import { RightsText } from '../state/rights-words';
import { CalendarPanel } from './CalendarPanel';
import { OtherSiteActions } from './OtherSiteActions';
import { None } from '../../../components/table/None';
import classes from './SitePage.module.css';

type PeerNode = PairedSite['nodes'][number];

const COLUMNS: readonly Column<PeerNode>[] = [
  {
    id: 'address',
    header: 'Data port',
    phone: 'title',
    cell: ({ dataAddress }) => <bdi title={dataAddress}>{dataAddress}</bdi>,
  },
  {
    id: 'state',
    header: 'Last connection',
    track: '120px',
    cell: ({ state }) => {
      const words = PEER_NODE_WORDS[state];
      return <Badge tone={words?.tone ?? 'idle'}>{words?.text ?? state}</Badge>;
    },
  },
  {
    id: 'tried',
    header: 'Tried',
    track: '130px',
    cell: ({ triedAt }) => (triedAt === null ? <None /> : <Moment at={triedAt} />),
  },
];

/** A site that this one is paired with. */
export function OtherSite({ site, link }: { site: Site; link: ReactNode }) {
  const asked = usePairedSite(site.name);
  return (
    <>
      <PageHead title={site.name} above={<Link to="/sites">← All sites</Link>} about="Paired with this site">
        <OtherSiteActions site={site} />
      </PageHead>
      <div className={classes.page}>
        <div className={classes.main}>
          <FactsPanel site={site} relation={asked.data?.relation} />
          <Panel
            title="Its nodes"
            aside={
              asked.data?.nodesToldAt != null && (
                <span>
                  as it named them <Moment at={asked.data.nodesToldAt} />
                </span>
              )
            }
            flush
          >
            <Known asked={asked} what="its nodes">
              {({ nodes }) => (
                <DataTable
                  label="Its nodes"
                  columns={COLUMNS}
                  list={listOf(nodes)}
                  rowKey={(node) => node.dataAddress}
                  framed={false}
                  empty={
                    <Empty title="It has not named its nodes">
                      <p>This site knows its data port alone.</p>
                    </Empty>
                  }
                />
              )}
            </Known>
          </Panel>
        </div>
        <div className={classes.side}>
          {link}
          <CalendarPanel name={site.name} />
        </div>
      </div>
    </>
  );
}

function FactsPanel({ site, relation }: { site: Site; relation: string | undefined }) {
  const { tone, text, why, since } = healthOfSite(site);
  const moment = (at: string | null) => at !== null && <Moment at={at} full />;
  return (
    <Panel title="Facts" aside={<Badge tone={tone}>{text}</Badge>}>
      {why !== null && (
        <p className={classes.why}>
          {why}
          {site.ban?.until != null && (
            <>
              {' '}
              It ends by itself at <Moment at={site.ban.until} full />.
            </>
          )}
        </p>
      )}
      <Facts
        facts={[
          ['Since', moment(since)],
          ['Last contact', moment(site.lastSeenAt)],
          ['May read here', <RightsText key="read" rights={site.read} />],
          ['May write here', <RightsText key="write" rights={site.write} />],
          ['Data port', site.dataAddress !== null && <code key="data">{site.dataAddress}</code>],
          ['Web and REST', site.url],
          ['Connections', relation !== undefined && (RELATION_WORDS[relation] ?? relation)],
          ['Paired', moment(site.pairedAt)],
          ['Pinned key', <Fingerprint key="key">{site.fingerprint}</Fingerprint>],
        ]}
      />
      <p className={classes.hint}>
        What it may do here was set when the sites were paired. If it was installed anew and has another key,
        an administrator pins that one here.
      </p>
    </Panel>
  );
}
