import { useMemo } from 'react';
import { Empty } from '../../components/page/Empty';
import { PageHead } from '../../components/page/PageHead';
import { DataTable } from '../../components/table/DataTable';
import { wholeList } from '../../lib/paged-list';
import { useMay } from '../../lib/session';
import { countText } from '../../lib/units';
import { urlChoice, urlText, useUrlState } from '../../lib/url-state';
import { columnsOf, sortedNodes, SORTS, type NodeRow } from './data-node-columns';
import { SettingsDialog } from './SettingsButton';
import { useBans, useDataNodes, type Ban, type DataNode } from './data-node-queries';

const FIELDS = {
  sort: urlChoice(SORTS, '-failures'),
  /** host whose settings are open */
  node: urlText(),
};

/** Data nodes of ESGF: how fast they are, and why some are left alone. */
export function DataNodeListPage() {
  const [{ sort, node: opened }, change] = useUrlState(FIELDS);
  const nodes = useDataNodes();
  const bans = useBans().data?.items;
  const mayBan = useMay('operator');
  const rows = useMemo(
    () => sortedNodes(rowsOf(nodes.data?.items ?? [], bans ?? []), sort),
    [nodes.data, bans, sort],
  );
  const columns = useMemo(() => columnsOf(mayBan), [mayBan]);
  return (
    <>
      <PageHead title="Data nodes" about={rows.length > 0 ? aboutText(rows) : undefined} />
      {mayBan && opened !== '' && nodes.data !== undefined && (
        <SettingsDialog
          key={opened}
          host={opened}
          settings={rows.find(({ node }) => node === opened)?.settings ?? null}
          onClose={() => change({ node: '' })}
        />
      )}
      <DataTable
        label="Data nodes"
        columns={columns}
        list={{ ...wholeList(nodes), rows }}
        rowKey={({ node }) => node}
        sort={sort}
        onSort={(next) => change({ sort: SORTS.find((each) => each === next) ?? '-failures' })}
        empty={
          <Empty title="No data node yet">
            <p>
              A data node is listed when a job fetches files from it for the first time, or when it is banned.
            </p>
          </Empty>
        }
      />
    </>
  );
}

/** What is known of each, and those that are banned without having been used. */
function rowsOf(nodes: readonly DataNode[], bans: readonly Ban[]): NodeRow[] {
  const banned = new Map(bans.filter((ban) => !ban.isSite).map((ban) => [ban.place, ban]));
  const known = nodes.map((node) => ({ ...node, ban: banned.get(node.node) ?? null }));
  const names = new Set(nodes.map(({ node }) => node));
  const unused = [...banned.values()]
    .filter(({ place }) => !names.has(place))
    .map((ban) => ({
      node: ban.place,
      bytes: 0,
      bytesPerSecond: null,
      connections: 0,
      connectionsConfigured: 0,
      connectionsMax: 0,
      failuresInARow: 0,
      isBanned: true,
      nextTryAt: ban.until,
      trouble: null,
      settings: null,
      ban,
    }));
  return [...known, ...unused];
}

function aboutText(rows: readonly NodeRow[]): string {
  const alone = rows.filter((row) => row.isBanned || row.nextTryAt !== null).length;
  const of = `${countText(rows.length)} ${rows.length === 1 ? 'data node' : 'data nodes'}`;
  return alone === 0 ? `${of}, all are asked` : `${of}, ${countText(alone)} left alone now`;
}
