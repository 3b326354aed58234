import { None } from '../../components/table/None';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Loading } from '../../components/Loading';
import { Badge } from '../../components/page/Badge';
import { Empty } from '../../components/page/Empty';
import { DataTable, type Column } from '../../components/table/DataTable';
import { listOf } from '../../lib/paged-list';
import { bytesText, countText } from '../../lib/units';
import classes from './DatasetSearch.module.css';
import { useSearchDatasets, type Found, type FoundDataset } from './replicate-queries';
import { facetCounts, searchOf, searchText, type Search } from './wish';

interface DatasetSearchProps {
  /** as it stands in the address */
  typed: string;
  onTyped: (text: string) => void;
  /** names of the datasets that are wanted; null for all that the search finds, also later ones */
  chosen: ReadonlySet<string> | null;
  onChosen: (chosen: ReadonlySet<string> | null) => void;
}

const FACET_VALUES_SHOWN = 12;

/** Asks the indexes for datasets; what was found is narrowed by clicks on its facets. */
export function DatasetSearch({ typed, onTyped, chosen, onChosen }: DatasetSearchProps) {
  const [text, setText] = useState(typed);
  const search = typed === '' ? null : searchOf(typed);
  const found = useSearchDatasets(search);
  const ask = (next: string) => {
    setText(next);
    onChosen(null);
    onTyped(next.trim());
  };
  return (
    <div className={classes.search}>
      <div className={classes.asked}>
        <TextInput
          className={classes.words}
          label="Facets and words"
          placeholder="source_id=MPI-ESM1-2-HR experiment_id=historical table_id=Amon"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            ask(text);
          }}
        />
        <Button variant="default" onClick={() => ask(text)} disabled={text.trim() === ''}>
          Search
        </Button>
      </div>
      {found.isError && <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />}
      {search !== null && found.isPending && <Loading what="what the indexes have" />}
      {search !== null && found.data !== undefined && (
        <Results
          found={found.data}
          search={search}
          onNarrow={(next) => ask(searchText(next))}
          chosen={chosen}
          onChosen={onChosen}
        />
      )}
    </div>
  );
}

interface ResultsProps {
  found: Found;
  search: Search;
  onNarrow: (search: Search) => void;
  chosen: ReadonlySet<string> | null;
  onChosen: (chosen: ReadonlySet<string> | null) => void;
}

function Results({ found, search, onNarrow, chosen, onChosen }: ResultsProps) {
  const ids = found.datasets.map(({ instanceId }) => instanceId);
  const all = new Set(ids);
  const bytes = found.datasets.reduce((sum, dataset) => sum + (dataset.bytes ?? 0), 0);
  return (
    <>
      <p className={classes.summary}>
        {countText(ids.length)} {ids.length === 1 ? 'dataset' : 'datasets'}, {bytesText(bytes)}
        {found.cut !== null && ` (${found.cut})`}
        {!found.complete && ' – the answer may be incomplete.'}
      </p>
      {found.warnings.map((warning) => (
        <p key={`${warning.index} ${warning.code}`} className={classes.warning}>
          <bdi>{warning.index}</bdi>: {warning.text}
        </p>
      ))}
      <FacetChoice ids={ids} search={search} onNarrow={onNarrow} />
      <Checkbox
        size="xs"
        label="All that this search finds, also when the job begins later"
        checked={chosen === null}
        onChange={(event) => onChosen(event.currentTarget.checked ? null : all)}
      />
      <DataTable
        label="Datasets"
        columns={COLUMNS}
        list={listOf(found.datasets)}
        rowKey={({ instanceId }) => instanceId}
        empty={<Empty title="No dataset was found">Take away a facet, or search for fewer words.</Empty>}
        selection={chosen === null ? undefined : { keys: chosen, onKeys: onChosen, nameOf: (id) => id }}
      />
    </>
  );
}

function FacetChoice({
  ids,
  search,
  onNarrow,
}: {
  ids: readonly string[];
  search: Search;
  onNarrow: (search: Search) => void;
}) {
  return (
    <div className={classes.facets}>
      {facetCounts(ids).map(({ facet, values }) => (
        <fieldset key={facet} className={classes.facet}>
          <legend>{facet}</legend>
          {values.slice(0, FACET_VALUES_SHOWN).map(([value, count]) => (
            <button
              key={value}
              type="button"
              className={classes.value}
              onClick={() => onNarrow({ ...search, facets: { ...search.facets, [facet]: [value] } })}
            >
              <bdi>{value}</bdi> <span>{countText(count)}</span>
            </button>
          ))}
          {values.length > FACET_VALUES_SHOWN && (
            <span className={classes.more}>and {countText(values.length - FACET_VALUES_SHOWN)} more</span>
          )}
        </fieldset>
      ))}
    </div>
  );
}

const COLUMNS: readonly Column<FoundDataset>[] = [
  {
    id: 'name',
    header: 'Dataset',
    track: 'minmax(260px, 4fr)',
    phone: 'title',
    cell: ({ instanceId }) => <bdi title={instanceId}>{instanceId}</bdi>,
  },
  {
    id: 'state',
    header: 'Version',
    track: '100px',
    cell: ({ retracted, latest }) =>
      retracted ? (
        <Badge tone="bad">retracted</Badge>
      ) : latest ? (
        <Badge tone="good">latest</Badge>
      ) : (
        <Badge tone="warn">older</Badge>
      ),
  },
  {
    id: 'files',
    header: 'Files',
    track: '64px',
    end: true,
    cell: ({ files }) => (files === null ? <None /> : countText(files)),
  },
  {
    id: 'bytes',
    header: 'Size',
    track: '84px',
    end: true,
    cell: ({ bytes }) => (bytes === null ? <None /> : bytesText(bytes)),
  },
  {
    id: 'nodes',
    header: 'Who has it',
    track: 'minmax(110px, 1.4fr)',
    cell: ({ nodes }) => <bdi title={nodes.join(', ')}>{nodes.join(', ')}</bdi>,
  },
];
