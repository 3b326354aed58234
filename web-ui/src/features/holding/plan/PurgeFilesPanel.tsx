import { Moment } from '../../../components/Moment';
import { Badge, type Tone } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { bytesText } from '../../../lib/units';
import { usePurgeFiles, type Purge, type PurgeFile } from '../holding-queries';
import classes from '../state/holding.module.css';

const TONES: Record<PurgeFile['outcome'], Tone> = {
  PENDING: 'idle',
  REMOVED: 'good',
  KEPT: 'warn',
  QUARANTINED: 'held',
  RESTORED: 'good',
};
const COLUMNS: readonly Column<PurgeFile>[] = [
  {
    id: 'path',
    header: 'File',
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ export: name, path }) => (
      <bdi title={`${name}/${path}`} className={classes.twoLines}>
        <span className={classes.strong}>{path.slice(path.lastIndexOf('/') + 1)}</span>{' '}
        <span className={classes.soft}>
          {name}/{path.slice(0, path.lastIndexOf('/') + 1)}
        </span>
      </bdi>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    track: '136px',
    cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{outcome}</Badge>,
  },
  {
    id: 'reason',
    header: 'Why it was kept',
    track: 'minmax(110px, 1fr)',
    cell: ({ reason }) =>
      reason === '' ? (
        <None />
      ) : (
        <bdi title={reason} className={classes.twoLines}>
          {reason}
        </bdi>
      ),
  },
  {
    id: 'modified',
    header: 'Modified',
    track: '96px',
    phone: 'hide',
    cell: ({ modified }) => <Moment at={modified} short />,
  },
  { id: 'size', header: 'Size', track: '84px', end: true, cell: ({ size }) => bytesText(size) },
];

/** The files of the plan, and what became of each. */
export function PurgeFilesPanel({ purge, stamp }: { purge: Purge; stamp: string }) {
  const files = usePurgeFiles(purge.id, stamp);
  return (
    <Panel title="Files" flush>
      <DataTable
        label="Files of the plan"
        columns={COLUMNS}
        list={files}
        rowKey={({ export: name, path }) => `${name}/${path}`}
        framed={false}
        empty={
          <Empty title={purge.state === 'BUILDING' ? 'The plan is being built' : 'No file is in this plan'} />
        }
      />
    </Panel>
  );
}
