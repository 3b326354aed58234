import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { bytesText, countText } from '../../../lib/units';
import type { Purge } from '../holding-queries';

type Directory = NonNullable<Purge['mirror']>['largest'][number];

const COLUMNS: readonly Column<Directory>[] = [
  {
    id: 'path',
    header: 'Directory',
    track: 'minmax(160px, 3fr)',
    phone: 'title',
    cell: ({ path }) => <bdi title={path}>{path}</bdi>,
  },
  { id: 'files', header: 'Files', track: '84px', end: true, cell: ({ files }) => countText(files) },
  { id: 'bytes', header: 'Size', track: '90px', end: true, cell: ({ bytes }) => bytesText(bytes) },
];

/** The directories of a mirror plan with most of its bytes. A file system that was not mounted at the source shows here. */
export function LargestPanel({ directories }: { directories: Directory[] }) {
  return (
    <Panel title="Largest directories that the source no longer has" flush>
      <DataTable
        label="Largest directories"
        columns={COLUMNS}
        list={listOf(directories)}
        rowKey={({ path }) => path}
        framed={false}
        empty={<Empty title="The plan is not ready yet" />}
      />
    </Panel>
  );
}
