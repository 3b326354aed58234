import { None } from '../../../components/table/None';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Confirm } from '../../../components/page/Confirm';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { useMay } from '../../../lib/session';
import { bytesText, filesText } from '../../../lib/units';
import { useQuarantine, useRestoreDataset, type QuarantinedFile } from '../holding-queries';
import { DatasetName } from '../../../components/DatasetName';
import { toneOfHolding } from '../state/holding-state';
import classes from '../state/holding.module.css';

const COLUMNS: readonly Column<QuarantinedFile>[] = [
  {
    id: 'path',
    header: 'Original place',
    track: 'minmax(150px, 1.6fr)',
    phone: 'title',
    cell: ({ export: name, path, keptAs }) => (
      <bdi title={`${name}/${path}, kept as ${name}/.bdm/quarantine/${keptAs}`} className={classes.twoLines}>
        <span className={classes.strong}>{path.slice(path.lastIndexOf('/') + 1)}</span>{' '}
        <span className={classes.soft}>
          {name}/{path.slice(0, path.lastIndexOf('/') + 1)}
        </span>
      </bdi>
    ),
  },
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(130px, 1.4fr)',
    cell: ({ dataset }) => (dataset === null ? <None /> : <DatasetName>{dataset}</DatasetName>),
  },
  {
    id: 'state',
    header: 'State',
    track: '122px',
    cell: ({ state }) => (state == null ? <None /> : <Badge tone={toneOfHolding(state)}>{state}</Badge>),
  },
  { id: 'by', header: 'By', track: '96px', cell: ({ by }) => by ?? 'policy' },
  { id: 'size', header: 'Size', track: '84px', end: true, cell: ({ size }) => bytesText(size) },
  { id: 'since', header: 'Since', track: '86px', cell: ({ since }) => <Moment at={since} short /> },
];

/** Lists the files in the quarantine, and restores those that a policy moved there. */
export function QuarantineTab() {
  const files = useQuarantine();
  const restore = useRestoreDataset();
  const mayRestore = useMay('operator');
  const [asked, setAsked] = useState<string | null>(null);
  const ofDataset = files.rows.filter(({ dataset }) => dataset === asked);
  const bytes = ofDataset.reduce((sum, { size }) => sum + size, 0);
  const columns: readonly Column<QuarantinedFile>[] = !mayRestore
    ? COLUMNS
    : [
        ...COLUMNS,
        {
          id: 'restore',
          header: '',
          track: '96px',
          end: true,
          cell: ({ dataset, by }) =>
            dataset !== null &&
            (by == null || by === 'policy') && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Restore ${dataset}`}
                onClick={() => ask(dataset)}
              >
                Restore …
              </Button>
            ),
        },
      ];
  function ask(dataset: string) {
    restore.reset();
    setAsked(dataset);
  }
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.about}>
          Files that a policy, a plan or a dispute moved out of the way: neither served nor seen by jobs. The
          files of a plan are restored in that plan, those of a dispute are decided there.
        </p>
      </div>
      {restore.isSuccess && (
        <output className={classes.said}>
          Restored {filesText(restore.data.files)} of <bdi>{restore.data.dataset}</bdi>.
        </output>
      )}
      <DataTable
        label="Quarantined files"
        columns={columns}
        list={files}
        rowKey={({ export: name, keptAs }) => `${name}/${keptAs}`}
        empty={
          <Empty title="The quarantine is empty">
            <p>
              A server started with <code>--on-retracted quarantine</code> or{' '}
              <code>--on-superseded quarantine</code> moves files here.
            </p>
          </Empty>
        }
      />
      {asked !== null && (
        <Confirm
          opened
          title="Restore this dataset?"
          action="Restore the files"
          running={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.mutate(asked, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        >
          <p>
            <bdi>{asked}</bdi>: {files.hasMore && 'at least '}
            {filesText(ofDataset.length)} with {bytesText(bytes)} go back to their places and are served
            again.
          </p>
          <p>
            No policy moves them again while the dataset stays marked. A file whose place is taken stays in
            the quarantine.
          </p>
        </Confirm>
      )}
    </>
  );
}
