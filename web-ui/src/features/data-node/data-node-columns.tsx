import { Moment } from '../../components/Moment';
import { Badge } from '../../components/page/Badge';
import { banText, healthOfDataNode } from '../../components/place/place-health';
import type { Column } from '../../components/table/DataTable';
import { None } from '../../components/table/None';
import { bytesText, countText, rateText } from '../../lib/units';
import { BanButton } from './BanButton';
import { SettingsButton } from './SettingsButton';
import classes from './data-node-columns.module.css';
import type { Ban, DataNode, DataNodeSettings } from './data-node-queries';

export interface NodeRow extends DataNode {
  ban: Ban | null;
}

export const SORTS = [
  'node',
  '-node',
  'rate',
  '-rate',
  'connections',
  '-connections',
  'bytes',
  '-bytes',
  'failures',
  '-failures',
] as const;

const COLUMNS: readonly Column<NodeRow>[] = [
  {
    id: 'node',
    header: 'Data node',
    sort: 'node',
    track: 'minmax(150px, 1.3fr)',
    phone: 'title',
    cell: ({ node }) => (
      <bdi className={classes.node} title={node}>
        {node}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '94px',
    cell: (node) => {
      const { tone, text } = healthOfDataNode(node);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { id: 'why', header: 'Why', track: 'minmax(150px, 1.8fr)', cell: (node) => <Why node={node} /> },
  {
    id: 'next',
    header: 'Asked again',
    track: '88px',
    cell: ({ isBanned, nextTryAt, ban }) => {
      if (isBanned && ban !== null)
        return ban.until === null ? 'when lifted' : <Moment at={ban.until} short />;
      return nextTryAt === null ? <None /> : <Moment at={nextTryAt} short />;
    },
  },
  {
    id: 'rate',
    header: 'Rate each',
    sort: 'rate',
    track: '84px',
    end: true,
    cell: ({ bytesPerSecond }) => (
      <span title="What one connection brought lately">
        {bytesPerSecond === null ? <None /> : rateText(bytesPerSecond)}
      </span>
    ),
  },
  {
    id: 'connections',
    header: 'Open',
    sort: 'connections',
    track: '56px',
    end: true,
    cell: ({ connections, connectionsMax, connectionsConfigured }) =>
      connectionsConfigured === 0 ? (
        <None />
      ) : (
        <span
          title={`Open connections: at most ${connectionsConfigured} by the settings, ${connectionsMax} as learnt from its answers`}
        >
          {connections} of {connectionsMax}
        </span>
      ),
  },
  {
    id: 'bytes',
    header: 'Brought',
    sort: 'bytes',
    track: '84px',
    end: true,
    cell: ({ bytes }) => (bytes === 0 ? <None /> : bytesText(bytes)),
  },
  {
    id: 'failures',
    header: 'Failures',
    sort: 'failures',
    track: '72px',
    end: true,
    cell: ({ failuresInARow }) => (
      <span title="Since its last success">
        {failuresInARow === 0 ? <None /> : countText(failuresInARow)}
      </span>
    ),
  },
];

const ACTIONS: Column<NodeRow> = {
  id: 'actions',
  header: '',
  track: '184px',
  end: true,
  cell: ({ node, isBanned, settings }) => (
    <span className={classes.actions}>
      <SettingsButton host={node} settings={settings} />
      <BanButton host={node} isBanned={isBanned} />
    </span>
  ),
};

export function columnsOf(mayBan: boolean): readonly Column<NodeRow>[] {
  return mayBan ? [...COLUMNS, ACTIONS] : COLUMNS;
}

function Why({ node: { ban, trouble, settings } }: { node: NodeRow }) {
  const text = (ban === null ? trouble : banText(ban)) ?? (settings && settingsText(settings));
  return text === null ? (
    <None />
  ) : (
    <bdi className={classes.why} title={text}>
      {text}
    </bdi>
  );
}

/** What somebody set, for example "asked last, at most 4 connections: as agreed". */
function settingsText({
  connections,
  preference,
  hasToken,
  patienceSeconds,
  staging,
  note,
}: DataNodeSettings): string {
  const said = [
    preference === 'usual' ? '' : `asked ${preference}`,
    connections === 0 ? '' : `at most ${countText(connections)} connections`,
    hasToken ? 'with a token' : '',
    patienceSeconds > 0 ? `waits up to ${Math.round(patienceSeconds / 60)} min` : '',
    staging.way ? `staging ${staging.way}` : '',
    staging.patienceSeconds ? `staging patience ${Math.round(staging.patienceSeconds / 60)} min` : '',
    staging.window ? `at most ${countText(staging.window)} recalls` : '',
    staging.prefix ? `tape paths ${staging.prefix}` : '',
  ].filter((each) => each !== '');
  return (said.length === 0 ? 'settings of its own' : said.join(', ')) + (note === '' ? '' : `: ${note}`);
}

const VALUES: Record<string, (node: NodeRow) => number> = {
  rate: (node) => node.bytesPerSecond ?? -1,
  connections: (node) => node.connections,
  bytes: (node) => node.bytes,
  failures: (node) => node.failuresInARow,
};

/** By a name, or by a name after a minus; equal ones by their host. */
export function sortedNodes(nodes: readonly NodeRow[], sort: string): NodeRow[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const value = VALUES[sort.replace('-', '')];
  const byName = (one: NodeRow, other: NodeRow) => one.node.localeCompare(other.node);
  return [...nodes].sort((one, other) =>
    value === undefined
      ? sign * byName(one, other)
      : sign * (value(one) - value(other)) || byName(one, other),
  );
}
