import { None } from '../../../components/table/None';
import { NativeSelect } from '@mantine/core';
import { Filters } from '../../../components/form/Filters';
import { TypedFilter } from '../../../components/form/TypedFilter';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { bytesText } from '../../../lib/units';
import { urlOptional, urlText, useUrlState } from '../../../lib/url-state';
import { useHoldings, type Holding, type HoldingState } from '../holding-queries';
import { HOLDING_STATES, toneOfHolding } from '../state/holding-state';
import { DatasetName } from '../../../components/DatasetName';
import classes from '../state/holding.module.css';

const FIELDS = {
  state: urlOptional<HoldingState>(HOLDING_STATES),
  export: urlText(),
  path: urlText(),
  dataset: urlText(),
};
const COLUMNS: readonly Column<Holding>[] = [
  {
    id: 'path',
    header: 'File',
    track: 'minmax(160px, 2.4fr)',
    phone: 'title',
    cell: ({ export: name, path }) => (
      <bdi title={`${name}/${path}`} className={classes.twoLines}>
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
    track: 'minmax(110px, 1.1fr)',
    phone: 'hide',
    cell: ({ dataset }) => (dataset === null ? <None /> : <DatasetName>{dataset}</DatasetName>),
  },
  {
    id: 'state',
    header: 'State',
    track: '122px',
    cell: ({ state, mark }) => (
      <span title={mark?.reason}>
        <Badge tone={toneOfHolding(state)}>{state}</Badge>
      </span>
    ),
  },
  {
    id: 'digest',
    header: 'Digest',
    track: '122px',
    phone: 'hide',
    cell: ({ digests }) => <Digests digests={digests} />,
  },
  {
    id: 'checked',
    header: 'Checked',
    track: '86px',
    cell: ({ checkedAt }) => (checkedAt === null ? <None /> : <Moment at={checkedAt} short />),
  },
  { id: 'size', header: 'Size', track: '84px', end: true, cell: ({ size }) => bytesText(size) },
];

function Digests({ digests }: Pick<Holding, 'digests'>) {
  const first = digests[0];
  if (first === undefined) return <span className={classes.soft}>none</span>;
  const all = digests.map(({ algorithm, value, origin }) => `${algorithm}:${value} (${origin})`);
  return (
    <span title={all.join('\n')}>
      {first.algorithm} <span className={classes.soft}>{first.origin}</span>
    </span>
  );
}

/** The held files, filtered by state, place and dataset. */
export function FilesTab() {
  const [view, change] = useUrlState(FIELDS);
  const list = useHoldings(view);
  const isFiltered = view.state !== null || view.export !== '' || view.path !== '' || view.dataset !== '';
  return (
    <>
      <Filters>
        <NativeSelect
          size="xs"
          label="State"
          value={view.state ?? ''}
          onChange={(event) => change({ state: (event.currentTarget.value || null) as HoldingState | null })}
          data={[{ value: '', label: 'All' }, ...HOLDING_STATES]}
        />
        <TypedFilter
          label="Export"
          placeholder="All"
          value={view.export}
          onValue={(text) => change({ export: text })}
        />
        <TypedFilter
          label="Directory"
          placeholder="CMIP6/CMIP"
          value={view.path}
          onValue={(path) => change({ path })}
        />
        <TypedFilter
          label="Dataset"
          placeholder="CMIP6.CMIP.IPSL…"
          value={view.dataset}
          onValue={(dataset) => change({ dataset })}
        />
      </Filters>
      <DataTable
        label="Held files"
        columns={COLUMNS}
        list={list}
        rowKey={({ export: name, path }) => `${name}/${path}`}
        empty={
          isFiltered ? (
            <Empty title="No held file matches">
              <p>Clear a filter. Export and dataset must be whole names.</p>
            </Empty>
          ) : (
            <Empty title="Nothing is held yet">
              <p>Files that a job transferred are held. Register files already on disk with a scan.</p>
            </Empty>
          )
        }
      />
    </>
  );
}
