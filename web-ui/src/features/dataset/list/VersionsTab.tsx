import { NativeSelect } from '@mantine/core';
import { DatasetName } from '../../../components/DatasetName';
import { Filters } from '../../../components/form/Filters';
import { TypedFilter } from '../../../components/form/TypedFilter';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { bytesText, countText } from '../../../lib/units';
import { urlOptional, urlText, useUrlState } from '../../../lib/url-state';
import { useDatasets, type Dataset } from '../dataset-queries';
import classes from '../state/dataset.module.css';

type Kind = 'latest' | 'older' | 'retracted' | 'divergent';

const KINDS: readonly { value: Kind; label: string; query: Record<string, boolean> }[] = [
  { value: 'latest', label: 'Latest', query: { latest: true } },
  { value: 'older', label: 'Older', query: { latest: false } },
  { value: 'retracted', label: 'Retracted', query: { retracted: true } },
  { value: 'divergent', label: 'Nodes hold different bytes', query: { divergent: true } },
];
const FIELDS = {
  kind: urlOptional<Kind>(KINDS.map(({ value }) => value)),
  name: urlText(),
  node: urlText(),
};
const COLUMNS: readonly Column<Dataset>[] = [
  {
    id: 'dataset',
    header: 'Dataset',
    track: 'minmax(170px, 3fr)',
    phone: 'title',
    cell: ({ instanceId }) => <DatasetName>{instanceId}</DatasetName>,
  },
  { id: 'state', header: 'State', track: 'minmax(120px, 1fr)', cell: (dataset) => <Marks {...dataset} /> },
  { id: 'nodes', header: 'Data nodes', track: '86px', end: true, cell: ({ nodes }) => countText(nodes) },
  { id: 'files', header: 'Files', track: '72px', end: true, cell: ({ files }) => countText(files) },
  { id: 'bytes', header: 'Size', track: '84px', end: true, cell: ({ bytes }) => bytesText(bytes) },
  {
    id: 'seen',
    header: 'First seen',
    track: '92px',
    phone: 'hide',
    cell: ({ firstSeen }) => <Moment at={firstSeen} short />,
  },
];

function Marks({ retracted, deprecated, latest, variants }: Dataset) {
  return (
    <span className={classes.badges}>
      {retracted && <Badge tone="bad">retracted</Badge>}
      {deprecated && !retracted && <Badge tone="warn">deprecated</Badge>}
      {variants > 1 && <Badge tone="warn">{variants} variants</Badge>}
      {latest && !retracted && <Badge tone="good">latest</Badge>}
      {!latest && !retracted && !deprecated && <Badge tone="idle">older</Badge>}
    </span>
  );
}

/** The dataset versions that are known here, by name. */
export function VersionsTab() {
  const [view, change] = useUrlState(FIELDS);
  const kind = KINDS.find(({ value }) => value === view.kind);
  const list = useDatasets({ q: view.name, node: view.node, ...kind?.query });
  return (
    <>
      <Filters>
        <NativeSelect
          size="xs"
          label="State"
          value={view.kind ?? ''}
          onChange={({ currentTarget: { value } }) => change({ kind: (value || null) as Kind | null })}
          data={[{ value: '', label: 'All' }, ...KINDS.map(({ value, label }) => ({ value, label }))]}
        />
        <TypedFilter
          label="Name begins with"
          placeholder="CMIP6.ScenarioMIP"
          value={view.name}
          onValue={(name) => change({ name })}
        />
        <TypedFilter
          label="Data node"
          placeholder="All"
          value={view.node}
          onValue={(node) => change({ node })}
        />
      </Filters>
      <DataTable
        label="Dataset versions"
        columns={COLUMNS}
        list={list}
        rowKey={({ instanceId }) => instanceId}
        empty={
          <Empty title="No dataset version matches">
            <p>Dataset versions become known by a search, a subscription, or a job.</p>
          </Empty>
        }
      />
    </>
  );
}
