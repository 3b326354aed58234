import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import type { PagedList } from '../../../lib/paged-list';
import { bytesText, countText } from '../../../lib/units';
import type { PurgeDataset } from '../holding-queries';
import { copiesElsewhere } from '../state/holding-state';
import { DatasetName } from '../../../components/DatasetName';
import classes from '../state/holding.module.css';

const COLUMNS: readonly Column<PurgeDataset>[] = [
  {
    id: 'dataset',
    header: 'Dataset version',
    track: 'minmax(170px, 1.3fr)',
    phone: 'title',
    cell: ({ dataset }) => <DatasetName>{dataset}</DatasetName>,
  },
  {
    id: 'state',
    header: 'State',
    track: '122px',
    cell: ({ state }) => <Badge tone="warn">{state}</Badge>,
  },
  {
    id: 'reason',
    header: 'Why it may go',
    track: 'minmax(140px, 1.5fr)',
    cell: ({ reason }) => (
      <bdi title={reason} className={classes.twoLines}>
        {reason}
      </bdi>
    ),
  },
  {
    id: 'newer',
    header: 'Newer version here',
    track: 'minmax(134px, 0.7fr)',
    cell: (row) => <Newer {...row} />,
  },
  {
    id: 'copies',
    header: 'Other copies',
    track: 'minmax(112px, 0.7fr)',
    cell: (dataset) => <Copies nodes={copiesElsewhere(dataset)} />,
  },
  { id: 'files', header: 'Files', track: '48px', end: true, cell: ({ files }) => countText(files) },
  { id: 'bytes', header: 'Size', track: '74px', end: true, cell: ({ bytes }) => bytesText(bytes) },
];

function Newer({ newer, newerFiles, newerVerified, newerEvidence }: PurgeDataset) {
  if (newer === null) return <span className={classes.soft}>none</span>;
  const isWhole = newerFiles > 0 && newerVerified === newerFiles;
  const evidence = newerEvidence === null ? '' : `, ${newerEvidence}`;
  const version = newer.slice(newer.lastIndexOf('.') + 1);
  const counts =
    newerFiles === 0 ? 'extent not known' : `${countText(newerVerified)}/${countText(newerFiles)} verified`;
  return (
    <span
      title={`${newer}: ${counts}${evidence}`}
      className={`${classes.twoLines} ${isWhole ? '' : classes.bad}`}
    >
      <bdi>{version}</bdi>, {counts}
    </span>
  );
}

function Copies({ nodes }: { nodes: string[] }) {
  if (nodes.length === 0) return <span className={classes.bad}>none known</span>;
  return (
    <span title={nodes.join(', ')} className={classes.twoLines}>
      {countText(nodes.length)} <bdi className={classes.soft}>{nodes.join(', ')}</bdi>
    </span>
  );
}

/** Lists why each version may go, and where else it is. */
export function DatasetsPanel({ datasets }: { datasets: PagedList<PurgeDataset> }) {
  return (
    <Panel title="Dataset versions" flush>
      <DataTable
        label="Dataset versions"
        columns={COLUMNS}
        list={datasets}
        rowKey={({ dataset }) => dataset}
        framed={false}
        empty={
          <Empty title="No dataset version is in this plan">
            <p>A plan takes only files that are RETRACTED or SUPERSEDED; Holdings lists them by state.</p>
          </Empty>
        }
      />
    </Panel>
  );
}
