import { Link } from '@tanstack/react-router';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import type { Column } from '../../../components/table/DataTable';
import { rateText } from '../../../lib/units';
import type { Bench } from '../link-queries';
import { BENCH_TONES, BENCH_WORDS } from './bench-words';
import { None } from '../../../components/table/None';
import classes from './bench-columns.module.css';

export const BENCH_COLUMNS: readonly Column<Bench>[] = [
  {
    id: 'began',
    header: 'When',
    track: '84px',
    phone: 'title',
    cell: (bench) => <Moment at={bench.beganAt} short />,
  },
  {
    id: 'mode',
    header: 'Mode',
    track: '72px',
    cell: ({ mode, disks, streams, owner }) => (
      <span title={[`${streams} streams, asked for by ${owner}`, disks].filter(Boolean).join('\n')}>
        {mode}
      </span>
    ),
  },
  { id: 'state', header: 'State', track: '80px', cell: (bench) => <State bench={bench} /> },
  {
    id: 'limit',
    header: 'Limited by',
    track: 'minmax(90px, 1fr)',
    cell: ({ limitedBy, limit, trouble }) =>
      trouble === null ? (
        <span title={limit ?? limitedBy ?? undefined}>{limitedBy ?? '–'}</span>
      ) : (
        <bdi className={classes.bad} title={trouble}>
          {trouble}
        </bdi>
      ),
  },
  {
    id: 'rate',
    header: 'Rate',
    track: '88px',
    end: true,
    cell: ({ bytesPerSecond, state }) => (state === 'DONE' ? rateText(bytesPerSecond) : <None />),
  },
];

function State({ bench }: { bench: Bench }) {
  const badge = <Badge tone={BENCH_TONES[bench.state]}>{BENCH_WORDS[bench.state]}</Badge>;
  if (bench.jobId === null) return badge;
  return (
    <Link to="/jobs/$jobId" params={{ jobId: bench.jobId }} title={`Job ${bench.jobId}`}>
      {badge}
    </Link>
  );
}
