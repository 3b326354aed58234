import { None } from '../../../components/table/None';
import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DatasetName } from '../../../components/DatasetName';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { urlOptional, useUrlState } from '../../../lib/url-state';
import { useFound, type Found, type FoundState } from '../subscription-queries';
import classes from '../state/subscription.module.css';
import { FOUND_STATES, FOUND_TONES } from '../state/subscription-words';

const FIELDS = { state: urlOptional<FoundState>(FOUND_STATES) };
const COLUMNS: readonly Column<Found>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(170px, 2fr)',
    phone: 'title',
    cell: ({ dataset }) => <DatasetName>{dataset}</DatasetName>,
  },
  {
    id: 'state',
    header: 'State',
    track: '110px',
    cell: ({ state }) => <Badge tone={FOUND_TONES[state]}>{state}</Badge>,
  },
  {
    id: 'text',
    header: 'Why',
    track: 'minmax(140px, 1.6fr)',
    cell: ({ text }) =>
      text === '' ? (
        <None />
      ) : (
        <bdi title={text} className={classes.twoLines}>
          {text}
        </bdi>
      ),
  },
  { id: 'by', header: 'Done by', track: '120px', cell: (found) => <By found={found} /> },
  { id: 'found', header: 'Found', track: '92px', cell: ({ foundAt }) => <Moment at={foundAt} short /> },
];

function By({ found: { job, request } }: { found: Found }) {
  if (job !== null)
    return (
      <Link to="/jobs/$jobId" params={{ jobId: job }}>
        {job}
      </Link>
    );
  if (request !== null)
    return (
      <Link to="/requests/$requestId" params={{ requestId: request }}>
        {request}
      </Link>
    );
  return <None />;
}

/** What the query found so far, and what became of it. */
export function FoundPanel({ subscriptionId }: { subscriptionId: string }) {
  const [view, change] = useUrlState(FIELDS);
  const list = useFound(subscriptionId, view.state);
  return (
    <Panel
      title="What it found"
      flush
      aside={
        <NativeSelect
          size="xs"
          aria-label="State"
          value={view.state ?? ''}
          onChange={({ currentTarget: { value } }) => change({ state: (value || null) as FoundState | null })}
          data={[{ value: '', label: 'All states' }, ...FOUND_STATES]}
        />
      }
    >
      <DataTable
        label="What it found"
        columns={COLUMNS}
        list={list}
        rowKey={({ dataset }) => dataset}
        framed={false}
        empty={<Empty title={view.state === null ? 'It found nothing yet' : 'Nothing is in this state'} />}
      />
    </Panel>
  );
}
