import type { ReactNode } from 'react';
import { DatasetName } from '../../../components/DatasetName';
import { DataTable, type Column } from '../../../components/table/DataTable';
import type { PagedList } from '../../../lib/paged-list';
import { bytesText, countText } from '../../../lib/units';
import type { MapRow } from '../dataset-queries';
import { CompletenessLegend, CompletenessMark } from './CompletenessMarks';

/** A sign for each dataset version and each site. */
export function CompletenessTable({
  list,
  sites,
  empty,
}: {
  list: PagedList<MapRow>;
  sites: readonly string[];
  empty: ReactNode;
}) {
  return (
    <div>
      <CompletenessLegend as="signs" />
      <DataTable
        label="Datasets by sites"
        columns={columnsOf(sites)}
        list={list}
        rowKey={({ dataset }) => dataset}
        empty={empty}
      />
    </div>
  );
}

function columnsOf(sites: readonly string[]): Column<MapRow>[] {
  return [
    {
      id: 'dataset',
      header: 'Dataset',
      track: 'minmax(170px, 2.4fr)',
      phone: 'title',
      cell: ({ dataset }) => <DatasetName>{dataset}</DatasetName>,
    },
    { id: 'files', header: 'Files', track: '56px', end: true, cell: ({ files }) => countText(files) },
    { id: 'bytes', header: 'Size', track: '84px', end: true, cell: ({ bytes }) => bytesText(bytes) },
    ...sites.map((site) => ({
      id: site,
      header: site,
      track: 'minmax(64px, 1fr)',
      cell: ({ cells, files }: MapRow) => (
        <CompletenessMark site={site} cell={cells.get(site)} files={files} />
      ),
    })),
  ];
}
