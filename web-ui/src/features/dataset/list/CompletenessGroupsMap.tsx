import { Known } from '../../../components/page/Known';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { countText } from '../../../lib/units';
import { useCompletenessGroups, type Choice, type CompletenessGroup } from '../dataset-queries';
import { CompletenessLegend, CompletenessShare } from '../state/CompletenessMarks';
import classes from '../state/dataset.module.css';

interface CompletenessGroupsMapProps {
  by: string;
  /** what people call that facet */
  facetName: string;
  choice: Choice;
  onGroup: (value: string) => void;
}

/** A bar for each group of datasets and each site. */
export function CompletenessGroupsMap({ by, facetName, choice, onGroup }: CompletenessGroupsMapProps) {
  const asked = useCompletenessGroups(by, choice);
  return (
    <Known asked={asked} what="completeness">
      {({ groups, sites }) => (
        <div>
          <CompletenessLegend as="bars" />
          <DataTable
            label={`Completeness by ${facetName.toLowerCase()} and site`}
            columns={columnsOf(facetName, sites, onGroup)}
            list={listOf(groups)}
            rowKey={({ value }) => value}
            empty={
              <Empty title="No dataset matches">
                <p>Datasets become known by a search, a subscription, or a job. Clear a filter.</p>
              </Empty>
            }
          />
        </div>
      )}
    </Known>
  );
}

function columnsOf(
  facetName: string,
  sites: readonly string[],
  onGroup: (value: string) => void,
): Column<CompletenessGroup>[] {
  return [
    {
      id: 'value',
      header: facetName,
      track: 'minmax(150px, 1.4fr)',
      phone: 'title',
      cell: ({ value }) =>
        value === '' ? (
          <span className={classes.soft}>others</span>
        ) : (
          <button type="button" className={classes.link} title={value} onClick={() => onGroup(value)}>
            <bdi>{value}</bdi>
          </button>
        ),
    },
    {
      id: 'datasets',
      header: 'Datasets',
      track: '72px',
      end: true,
      cell: ({ datasets }) => countText(datasets),
    },
    ...sites.map((site, at) => ({
      id: site,
      header: site,
      track: 'minmax(76px, 1fr)',
      cell: ({ cells }: CompletenessGroup) => (
        <CompletenessShare site={site} counts={(cells[at] ?? {}) as Record<string, number>} />
      ),
    })),
  ];
}
