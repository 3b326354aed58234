import { Moment } from '../../../components/Moment';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { listOf } from '../../../lib/paged-list';
import { bytesText, countText } from '../../../lib/units';
import type { ReplicaSet } from '../dataset-queries';

type Claim = ReplicaSet['claims'][number];

const UNSAID = <None />;
const COLUMNS: readonly Column<Claim>[] = [
  {
    id: 'node',
    header: 'Data node',
    track: 'minmax(140px, 1.6fr)',
    phone: 'title',
    cell: ({ node }) => <bdi title={node}>{node}</bdi>,
  },
  { id: 'index', header: 'Index', track: 'minmax(80px, 1fr)', cell: ({ index }) => <bdi>{index}</bdi> },
  { id: 'says', header: 'Says', track: 'minmax(110px, 1.2fr)', cell: (claim) => wordsOf(claim) },
  {
    id: 'files',
    header: 'Files',
    track: '64px',
    end: true,
    cell: ({ files }) => (files === null ? UNSAID : countText(files)),
  },
  {
    id: 'bytes',
    header: 'Size',
    track: '84px',
    end: true,
    cell: ({ bytes }) => (bytes === null ? UNSAID : bytesText(bytes)),
  },
  {
    id: 'seen',
    header: 'Said last',
    track: '92px',
    cell: ({ lastSeen }) => (lastSeen === null ? UNSAID : <Moment at={lastSeen} short />),
  },
];

function wordsOf({ replica, latest, retracted, deprecated }: Claim): string {
  const words = [
    replica === null ? null : replica ? 'replica' : 'original',
    latest === true ? 'latest' : null,
    deprecated === true ? 'deprecated' : null,
    retracted === true ? 'retracted' : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? 'there' : words.join(', ');
}

/** What each index says of the version at each data node. */
export function ClaimsPanel({ claims }: { claims: readonly Claim[] }) {
  return (
    <Panel title="What indexes say" flush>
      <DataTable
        label="What indexes say"
        columns={COLUMNS}
        list={listOf(claims)}
        rowKey={({ index, node }) => `${index} ${node}`}
        framed={false}
        empty={<Empty title="No index says anything of it" />}
      />
    </Panel>
  );
}
