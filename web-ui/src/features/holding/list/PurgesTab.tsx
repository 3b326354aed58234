import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { useMay } from '../../../lib/session';
import { bytesText, countText } from '../../../lib/units';
import { usePurges, type Purge } from '../holding-queries';
import { toneOfPurge } from '../state/holding-state';
import classes from '../state/holding.module.css';
import { NewPurgeDialog } from './NewPurgeDialog';

const COLUMNS: readonly Column<Purge>[] = [
  {
    id: 'id',
    header: 'Plan',
    track: '100px',
    phone: 'title',
    cell: ({ id, owner }) => (
      <Link
        to="/holdings/purges/$purgeId"
        params={{ purgeId: id }}
        className={classes.strong}
        title={`${id}, of ${owner}`}
      >
        {id}
      </Link>
    ),
  },
  {
    id: 'selection',
    header: 'Selection',
    track: 'minmax(140px, 2fr)',
    cell: ({ selection }) => (
      <bdi title={selection} className={classes.twoLines}>
        {selection}
      </bdi>
    ),
  },
  {
    id: 'state',
    header: 'State',
    track: '112px',
    cell: ({ state }) => <Badge tone={toneOfPurge(state)}>{state}</Badge>,
  },
  { id: 'files', header: 'Files', track: '84px', end: true, cell: ({ files }) => countText(files) },
  { id: 'bytes', header: 'Size', track: '84px', end: true, cell: ({ bytes }) => bytesText(bytes) },
  {
    id: 'kept',
    header: 'Kept',
    track: '70px',
    end: true,
    phone: 'hide',
    cell: ({ keptFiles }) => (
      <span className={keptFiles > 0 ? classes.warn : classes.soft}>{countText(keptFiles)}</span>
    ),
  },
  { id: 'made', header: 'Created', track: '86px', cell: ({ createdAt }) => <Moment at={createdAt} short /> },
];

/** Purge plans, the newest first. */
export function PurgesTab() {
  const purges = usePurges();
  const mayMake = useMay('operator');
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.about}>
          A plan lists what may be removed and why; it removes nothing. An administrator reviews and applies
          it.
        </p>
        {mayMake && (
          <Button size="xs" onClick={() => setMaking(true)}>
            Create a plan …
          </Button>
        )}
      </div>
      <DataTable
        label="Purge plans"
        columns={COLUMNS}
        list={purges}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No purge plan yet">
            <p>Create one from retracted and superseded dataset versions. A mirror job creates its own.</p>
          </Empty>
        }
      />
      {isMaking && <NewPurgeDialog onClose={() => setMaking(false)} />}
    </>
  );
}
