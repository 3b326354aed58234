import { None } from '../../components/table/None';
import { Button } from '@mantine/core';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Moment } from '../../components/Moment';
import { Badge, type Tone } from '../../components/page/Badge';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { wholeList } from '../../lib/paged-list';
import { bytesText } from '../../lib/units';
import { useBackups, useCreateBackup, type Backup } from './settings-queries';
import classes from './SettingsPage.module.css';

const TONES: Record<Backup['state'], Tone> = { RUNNING: 'moving', GOOD: 'good', FAILED: 'bad' };

const COLUMNS: readonly Column<Backup>[] = [
  {
    id: 'name',
    header: 'File',
    track: 'minmax(150px, 1.2fr)',
    phone: 'title',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  { id: 'began', header: 'Began', track: '110px', cell: ({ beganAt }) => <Moment at={beganAt} /> },
  {
    id: 'state',
    header: 'State',
    track: '90px',
    cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge>,
  },
  {
    id: 'bytes',
    header: 'Size',
    track: '90px',
    end: true,
    cell: ({ bytes }) => (bytes === null ? <None /> : bytesText(bytes)),
  },
  {
    id: 'detail',
    header: 'Checked',
    track: 'minmax(180px, 2fr)',
    cell: ({ state, detail, advice, isChecked, sha256 }) => {
      if (state === 'FAILED')
        return <span className={classes.bad}>{`${detail ?? ''} ${advice ?? ''}`.trim()}</span>;
      if (state === 'RUNNING') return <span className={classes.soft}>not yet</span>;
      return (
        <span title={sha256 === null ? undefined : `SHA-256 ${sha256}`}>
          {isChecked ? 'opened and compared' : 'not opened: larger than backup-check-max'}
        </span>
      );
    },
  },
];

export function BackupsPanel() {
  const backups = useBackups(true);
  const create = useCreateBackup();
  return (
    <>
      <div className={classes.head}>
        <span>Copies of the catalog, made while it is in use. Keep them on another machine.</span>
        <Button size="xs" loading={create.isPending} onClick={() => create.mutate(undefined)}>
          Back up now
        </Button>
      </div>
      {create.isError && <ErrorPanel error={create.error} />}
      <DataTable
        label="Backups"
        columns={COLUMNS}
        list={wholeList(backups)}
        rowKey={({ name }) => name}
        empty={<Empty title="No backup yet">Without one, a broken disk takes the catalog with it.</Empty>}
      />
    </>
  );
}
