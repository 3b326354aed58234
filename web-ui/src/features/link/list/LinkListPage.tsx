import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { Page, Schemas } from '../../../api/messages';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { healthOfDataNode, healthOfSite, type Health } from '../../../components/place/place-health';
import { DataTable } from '../../../components/table/DataTable';
import { countText, rateText } from '../../../lib/units';
import { useAnswer } from '../../../lib/answer';
import { wholeList } from '../../../lib/paged-list';
import { urlChoice, useUrlState } from '../../../lib/url-state';
import { useLinks, useRates, type SiteLink } from '../link-queries';
import { EVERYTHING, totalRate } from '../state/link-words';
import { daysOf } from '../state/rate-series';
import { columnsOf, sortedLinks, type LinkRow } from './link-columns';
import { SendingPanel } from './SendingPanel';
import classes from './LinkListPage.module.css';

const SHOWS = ['all', 'moving', 'sites', 'nodes'] as const;
type Show = (typeof SHOWS)[number];
const SHOW_NAMES: Record<Show, string> = {
  all: 'All',
  moving: 'Moving now',
  sites: 'Sites',
  nodes: 'Data nodes',
};
const SORTS = ['source', '-source', 'rate', '-rate', 'streams', '-streams', 'jobs', '-jobs'] as const;
const FIELDS = {
  show: urlChoice(SHOWS, 'all'),
  sort: urlChoice(SORTS, '-rate'),
};

/** Every link to this site: what it carries now, what it may carry, and whether it is well. */
export function LinkListPage() {
  const [{ show, sort }, change] = useUrlState(FIELDS);
  const links = useLinks();
  const health = useHealth();
  const rates = useRates('1d').data;
  const days = useMemo(() => (rates === undefined ? null : daysOf(rates, EVERYTHING)), [rates]);
  const items = links.data?.items;
  const rows = useMemo(() => {
    const known = (items ?? [])
      .filter((link) => isShown(link, show))
      .map((link): LinkRow => ({
        ...link,
        health: health.get(link.source) ?? null,
        day: days?.get(link.source) ?? null,
      }));
    return sortedLinks(known, sort);
  }, [items, show, sort, health, days]);
  const columns = useMemo(
    () => columnsOf(Math.max(0, ...rows.filter(isReal).map((row) => row.bytesPerSecond))),
    [rows],
  );
  const real = items?.filter(isReal) ?? [];
  const paired = real.filter(({ isPaired }) => isPaired).map(({ source }) => source);
  return (
    <>
      <PageHead title="Links" about={items !== undefined && aboutText(totalRate(items), real)}>
        <SegmentedControl
          size="xs"
          aria-label="Links shown"
          data={SHOWS.map((value) => ({ value, label: SHOW_NAMES[value] }))}
          value={show}
          onChange={(value) => change({ show: value as Show })}
        />
      </PageHead>
      <div className={classes.page}>
        <DataTable
          label="Links"
          columns={columns}
          list={{ ...wholeList(links), rows }}
          rowKey={(link) => `${link.source} ${link.destination}`}
          sort={sort}
          onSort={(next) => change({ sort: SORTS.find((each) => each === next) ?? '-rate' })}
          empty={
            <Empty title={show === 'all' ? 'No link yet' : 'No such link now'}>
              <p>A link is listed when its source is paired with this site, limited, or in use.</p>
            </Empty>
          }
        />
        <SendingPanel sites={paired} />
      </div>
    </>
  );
}

const isReal = (link: SiteLink) => link.source !== EVERYTHING;

function isShown(link: SiteLink, show: Show): boolean {
  if (show === 'moving') return link.bytesPerSecond > 0;
  if (show === 'sites') return link.isPaired;
  return show === 'all' || (!link.isPaired && isReal(link));
}

function aboutText(total: number, links: readonly SiteLink[]): string {
  const busy = links.filter((link) => link.bytesPerSecond > 0).length;
  return `${rateText(total)} into this site; ${countText(busy)} of ${countText(links.length)} links move data`;
}

/** Of each site and data node, by its name. */
function useHealth(): Map<string, Health> {
  const sites = useAnswer<Page<Schemas['SiteView']>>('/sites', { limit: 1000 }).data;
  const nodes = useAnswer<Page<Schemas['DataNodeView']>>('/data-nodes', { limit: 1000 }).data;
  return useMemo(
    () =>
      new Map([
        ...(nodes?.items ?? []).map((node) => [node.node, healthOfDataNode(node)] as const),
        ...(sites?.items ?? []).map((site) => [site.name, healthOfSite(site)] as const),
      ]),
    [sites, nodes],
  );
}
