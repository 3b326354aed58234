import { None } from '../../../components/table/None';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Filters } from '../../../components/form/Filters';
import { Moment } from '../../../components/Moment';
import { Badge, type Tone } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { bytesText } from '../../../lib/units';
import { urlOptional, useUrlState } from '../../../lib/url-state';
import { useDisputes, type Dispute, type DisputeState } from '../dataset-queries';
import classes from '../state/dataset.module.css';
import { DisputeDialog } from './DisputeDialog';

const STATES: readonly DisputeState[] = ['OPEN', 'ACCEPTED', 'REJECTED'];
const TONES: Record<DisputeState, Tone> = { OPEN: 'warn', ACCEPTED: 'good', REJECTED: 'idle' };
const FIELDS = { state: urlOptional<DisputeState>(STATES) };

/** Files whose copies agree with each other and not with what was published: a person decides. */
export function DisputesTab() {
  const [view, change] = useUrlState(FIELDS);
  const [shown, setShown] = useState<string | null>(null);
  const list = useDisputes(view.state);
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.about}>
          All copies of these files agree with each other, and none with the published checksum. Accept the
          bytes if the publisher confirms them, else reject them.
        </p>
      </div>
      <Filters>
        <NativeSelect
          size="xs"
          label="State"
          value={view.state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ state: (value || null) as DisputeState | null })
          }
          data={[{ value: '', label: 'All' }, ...STATES]}
        />
      </Filters>
      <DataTable
        label="Disputes"
        columns={columnsOf(setShown)}
        list={list}
        rowKey={({ id }) => id}
        empty={<Empty title={view.state === null ? 'Nothing is disputed' : 'No dispute is in this state'} />}
      />
      {shown !== null && <DisputeDialog disputeId={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function columnsOf(onShow: (disputeId: string) => void): Column<Dispute>[] {
  return [
    {
      id: 'file',
      header: 'File',
      track: 'minmax(170px, 2.4fr)',
      phone: 'title',
      cell: ({ id, destination }) => (
        <button type="button" className={classes.link} title={destination} onClick={() => onShow(id)}>
          <bdi>{destination.slice(destination.lastIndexOf('/') + 1)}</bdi>
        </button>
      ),
    },
    {
      id: 'state',
      header: 'State',
      track: '104px',
      cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge>,
    },
    { id: 'copies', header: 'Copies', track: '64px', end: true, cell: ({ locations }) => locations.length },
    { id: 'size', header: 'Size', track: '84px', end: true, cell: ({ bytes }) => bytesText(bytes) },
    { id: 'opened', header: 'Found', track: '92px', cell: ({ openedAt }) => <Moment at={openedAt} short /> },
    {
      id: 'decided',
      header: 'Decided by',
      track: 'minmax(90px, 0.7fr)',
      phone: 'hide',
      cell: ({ decidedBy, remark }) =>
        decidedBy === null ? <None /> : <bdi title={remark ?? undefined}>{decidedBy}</bdi>,
    },
  ];
}
