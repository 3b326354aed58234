import { None } from '../../../components/table/None';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../../components/Moment';
import { Badge, type Tone } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { bytesText } from '../../../lib/units';
import { useHeldFiles, type Holding } from '../dataset-queries';
import classes from '../state/dataset.module.css';

const TONES: Partial<Record<Holding['state'], Tone>> = {
  VERIFIED: 'good',
  READ: 'idle',
  UNVERIFIED: 'idle',
  CHANGED: 'warn',
  DAMAGED: 'bad',
  MISSING: 'bad',
};
const COLUMNS: readonly Column<Holding>[] = [
  {
    id: 'file',
    header: 'File',
    track: 'minmax(170px, 2.4fr)',
    phone: 'title',
    cell: ({ export: name, path }) => (
      <bdi title={`${name}/${path}`} className={classes.twoLines}>
        {path.slice(path.lastIndexOf('/') + 1)}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '122px',
    cell: ({ state, mark }) => (
      <span title={mark?.reason}>
        <Badge tone={TONES[state] ?? 'warn'}>{state}</Badge>
      </span>
    ),
  },
  {
    id: 'digest',
    header: 'Verified by',
    track: 'minmax(120px, 1fr)',
    cell: ({ digests }) =>
      digests.length === 0 ? (
        <span className={classes.soft}>no digest</span>
      ) : (
        <span
          title={digests
            .map(({ algorithm, value, origin }) => `${algorithm}:${value} (${origin})`)
            .join('\n')}
        >
          {digests.map(({ algorithm, origin }) => `${algorithm} ${origin}`).join(', ')}
        </span>
      ),
  },
  {
    id: 'checked',
    header: 'Checked',
    track: '92px',
    cell: ({ checkedAt }) => (checkedAt === null ? <None /> : <Moment at={checkedAt} short />),
  },
  { id: 'size', header: 'Size', track: '84px', end: true, cell: ({ size }) => bytesText(size) },
];

/** The files of the dataset at this site: what was verified, how, and when. */
export function HeldPanel({ instanceId }: { instanceId: string }) {
  const list = useHeldFiles(instanceId);
  return (
    <Panel
      title="Held at this site"
      flush
      aside={
        <Link to="/holdings" search={{ dataset: instanceId } as never}>
          Holdings
        </Link>
      }
    >
      <DataTable
        label="Held files of the dataset"
        columns={COLUMNS}
        list={list}
        rowKey={({ export: name, path }) => `${name}/${path}`}
        framed={false}
        empty={<Empty title="This site holds no file of it" />}
      />
    </Panel>
  );
}
