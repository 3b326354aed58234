import { None } from '../../components/table/None';
import { Anchor, Button } from '@mantine/core';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Loading } from '../../components/Loading';
import { Moment } from '../../components/Moment';
import { Badge, type Tone } from '../../components/page/Badge';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { listOf } from '../../lib/paged-list';
import { useMay } from '../../lib/session';
import { useExamine, type Examination } from './settings-queries';
import classes from './SettingsPage.module.css';

type HostCheck = Examination['checks'][number];
type Verdict = HostCheck['verdict'];

const TONES: Record<Verdict, Tone> = { PROBLEM: 'bad', ADVICE: 'warn', UNKNOWN: 'idle', OK: 'good' };
const WORST_FIRST: readonly Verdict[] = ['PROBLEM', 'ADVICE', 'UNKNOWN', 'OK'];

const COLUMNS: readonly Column<HostCheck>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    track: '90px',
    cell: ({ verdict }) => <Badge tone={TONES[verdict] ?? 'idle'}>{verdict}</Badge>,
  },
  {
    id: 'id',
    header: 'Check',
    track: '130px',
    phone: 'title',
    cell: ({ id, subject }) => <span title={subject}>{id}</span>,
  },
  {
    id: 'found',
    header: 'Found',
    track: 'minmax(200px, 2fr)',
    cell: ({ found }) => <span className={classes.found}>{found}</span>,
  },
  {
    id: 'change',
    header: 'What to change',
    track: 'minmax(180px, 1.6fr)',
    cell: ({ change }) =>
      change === null ? (
        <None />
      ) : (
        <span className={classes.mono} title={change}>
          {change}
        </span>
      ),
  },
];

export function DoctorPanel() {
  const examine = useExamine();
  const mayBundle = useMay('admin');
  const found = examine.data;
  return (
    <>
      <div className={classes.head}>
        {found === undefined ? (
          <span>Looks at disk, network, limits and clock of this machine. Takes some seconds.</span>
        ) : (
          <span>
            Node <bdi>{found.node}</bdi> on <bdi>{found.host}</bdi>, <Moment at={found.examinedAt} />
          </span>
        )}
        <span className={classes.buttons}>
          {mayBundle && (
            <Anchor href="/api/v1/doctor/bundle" download size="sm">
              Bundle for support
            </Anchor>
          )}
          <Button size="xs" loading={examine.isPending} onClick={() => examine.mutate(undefined)}>
            {found === undefined ? 'Examine this node' : 'Examine again'}
          </Button>
        </span>
      </div>
      {examine.isError && <ErrorPanel error={examine.error} />}
      {examine.isPending && found === undefined && <Loading what="what the doctor finds" />}
      {found !== undefined && (
        <DataTable
          label="Checks"
          columns={COLUMNS}
          list={listOf(
            [...found.checks].sort((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict)),
          )}
          rowKey={({ id, subject }) => `${id} ${subject}`}
          empty={<Empty title="Nothing was checked" />}
        />
      )}
    </>
  );
}
