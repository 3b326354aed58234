import { Link } from '@tanstack/react-router';
import { Command } from '../../../components/Command';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { useHandovers, type Handover } from '../handover-queries';
import { HandoverProgress } from '../state/HandoverProgress';
import { awaitedText, toneOf } from '../state/handover-words';
import classes from './HandoverListPage.module.css';

const COLUMNS: readonly Column<Handover>[] = [
  {
    id: 'selection',
    header: 'What',
    track: 'minmax(150px, 1.6fr)',
    phone: 'title',
    cell: ({ id, selection }) => (
      <Link
        to="/handovers/$handoverId"
        params={{ handoverId: id }}
        className={classes.name}
        title={`${id}: ${selection}`}
      >
        <bdi>{selection}</bdi>
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '124px',
    cell: (handover) => <Badge tone={toneOf(handover)}>{handover.state}</Badge>,
  },
  {
    id: 'awaits',
    header: 'Waits for',
    track: '92px',
    cell: (handover) => awaitedText(handover) || <None />,
  },
  {
    id: 'progress',
    header: 'Files',
    track: 'minmax(270px, 1.6fr)',
    cell: (handover) => <HandoverProgress {...handover} />,
  },
  {
    id: 'carrier',
    header: 'Carrier',
    track: 'minmax(80px, 0.6fr)',
    cell: ({ carrier, source }) => <bdi title={`from ${source}`}>{carrier}</bdi>,
  },
  {
    id: 'created',
    header: 'Created',
    track: '92px',
    cell: ({ createdAt }) => <Moment at={createdAt} short />,
  },
];

/** Files that other movers bring, one handover for each source. */
export function HandoverListPage() {
  const list = useHandovers();
  return (
    <>
      <PageHead title="Handovers" about="Files that no node offers over HTTP; another mover brings them" />
      <DataTable
        label="Handovers"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No handover yet">
            <p>
              A carrier, such as Globus or a person, brings files that no node offers over HTTP. Each is
              compared with its published size and digest.
            </p>
            <div className={classes.command}>
              <Command>bdm-client replicate DATASET bdm://SITE/EXPORT --carrier NAME</Command>
            </div>
          </Empty>
        }
      />
    </>
  );
}
