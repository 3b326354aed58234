import { Button, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { None } from '../../../components/table/None';
import { limitText, typedLimit } from '../../../lib/units';
import { wholeList } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { PlaceLimitDialog } from './PlaceLimitDialog';
import { useLimits, type Limit, type Place } from '../limit-queries';
import classes from './PlaceLimitsPanel.module.css';

interface Row {
  place: Place;
  limit: Limit | null;
}

function rate(bytesPerSecond: number | null) {
  if (bytesPerSecond === null) return <None />;
  return <span title={limitText(bytesPerSecond)}>{typedLimit(bytesPerSecond)}</span>;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Of',
    track: 'minmax(110px, 1fr)',
    phone: 'title',
    cell: ({ place }) => (
      <bdi title={place.name}>
        <strong>{place.name}</strong>{' '}
        <span className={classes.soft}>{place.kind === 'NODE' ? 'node' : 'export'}</span>
      </bdi>
    ),
  },
  {
    id: 'in',
    header: 'Comes',
    track: '92px',
    end: true,
    cell: ({ limit }) => rate(limit?.maxRateInBytesPerSecond ?? null),
  },
  {
    id: 'out',
    header: 'Is sent',
    track: '92px',
    end: true,
    cell: ({ limit }) => rate(limit?.maxRateOutBytesPerSecond ?? null),
  },
  {
    id: 'files',
    header: 'Files',
    track: '56px',
    end: true,
    cell: ({ limit }) => limit?.maxActiveFiles ?? <None />,
  },
  {
    id: 'streams',
    header: 'Streams',
    track: '60px',
    end: true,
    cell: ({ limit }) => limit?.maxStreams ?? <None />,
  },
  {
    id: 'note',
    header: 'Note',
    track: 'minmax(80px, 1fr)',
    phone: 'hide',
    cell: ({ limit }) =>
      limit === null || limit.note === '' ? (
        <None />
      ) : (
        <bdi title={`${limit.note}\nset by ${limit.changedBy}`}>{limit.note}</bdi>
      ),
  },
];

const CHANGE: Column<Row> = {
  id: 'change',
  header: '',
  track: '84px',
  end: true,
  cell: (row) => <ChangeButton {...row} />,
};

/** The limits of the exports and nodes of this site. */
export function PlaceLimitsPanel({ places }: { places: readonly Place[] }) {
  const asked = useLimits();
  const mayChange = useMay('operator');
  const columns = useMemo(() => (mayChange ? [...COLUMNS, CHANGE] : COLUMNS), [mayChange]);
  const data = useMemo(() => {
    if (asked.data === undefined) return undefined;
    const limitOf = ({ kind, name }: Place) =>
      asked.data.items.find((limit) => limit.kind === kind && limit.name === name) ?? null;
    return { items: places.map((place): Row => ({ place, limit: limitOf(place) })), nextCursor: null };
  }, [asked.data, places]);
  return (
    <Panel title="Limits of exports and nodes" flush>
      <DataTable
        label="Limits of exports and nodes"
        columns={columns}
        list={wholeList({ ...asked, data } as Parameters<typeof wholeList<Row>>[0])}
        rowKey={({ place }) => `${place.kind} ${place.name}`}
        framed={false}
        empty={null}
      />
    </Panel>
  );
}

function ChangeButton({ place, limit }: Row) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setIsOpen(true)}>
        Limit … <VisuallyHidden>{place.name}</VisuallyHidden>
      </Button>
      {isOpen && <PlaceLimitDialog place={place} limit={limit} onClose={() => setIsOpen(false)} />}
    </>
  );
}
