import { Empty } from '../../../components/page/Empty';
import { useCompleteness, type Choice } from '../dataset-queries';
import { CompletenessTable } from '../state/CompletenessTable';

/** Datasets by sites. */
export function CompletenessMap({ choice }: { choice: Choice }) {
  const list = useCompleteness(choice);
  return (
    <CompletenessTable
      list={list}
      sites={list.sites}
      empty={
        <Empty title="No dataset matches">
          <p>Datasets become known by a search, a subscription, or a job. Clear a filter.</p>
        </Empty>
      }
    />
  );
}
