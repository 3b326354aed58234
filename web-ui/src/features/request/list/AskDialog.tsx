import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { queryOf } from '../../../lib/dataset-query';
import { useAsk } from '../request-queries';

type Kind = 'datasets' | 'query';

const idsOf = (text: string) => text.split(/[\s,]+/).filter((id) => id !== '');

/** A query without words: a request names facets alone, and unwanted ones under a name with `!`. */
function facetsOf(typed: string): Record<string, string[]> | null {
  const { facets, excluded, text } = queryOf(typed);
  if (text != null) return null;
  const unwanted = Object.entries((excluded ?? {}) as Record<string, string[]>).map(
    ([name, values]) => [`!${name}`, values] as const,
  );
  return { ...(facets as Record<string, string[]>), ...Object.fromEntries(unwanted) };
}

/** Asks an operator for datasets. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('datasets');
  const [ids, setIds] = useState('');
  const [query, setQuery] = useState('');
  const [reason, setReason] = useState('');
  const ask = useAsk();
  const facets = facetsOf(query);
  const hasWanted =
    kind === 'datasets' ? idsOf(ids).length > 0 : facets !== null && Object.keys(facets).length > 0;
  return (
    <FormDialog
      title="Ask for data"
      action="Send the request"
      ready={hasWanted && reason.trim() !== ''}
      running={ask.isPending}
      error={ask.error}
      onSubmit={() =>
        ask.mutate(
          {
            ...(kind === 'datasets' ? { datasets: idsOf(ids) } : { query: facets! }),
            reason: reason.trim(),
          },
          {
            onSuccess: ({ id }) => void navigate({ to: '/requests/$requestId', params: { requestId: id } }),
          },
        )
      }
      onClose={onClose}
    >
      <SegmentedControl
        size="xs"
        aria-label="How to name what is wanted"
        data={[
          { value: 'datasets', label: 'Names' },
          { value: 'query', label: 'A query' },
        ]}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      {kind === 'datasets' ? (
        <Textarea
          label="Dataset names with versions"
          description="At most 1,000; a longer list is dropped into New replication"
          rows={5}
          value={ids}
          onChange={({ currentTarget: { value } }) => setIds(value)}
          data-autofocus
        />
      ) : (
        <TextInput
          label="Facets"
          placeholder="project=CMIP6 table_id=Amon experiment_id!=piControl"
          value={query}
          error={facets === null ? 'Write FACET=VALUE or FACET!=VALUE: words cannot be asked for' : undefined}
          onChange={({ currentTarget: { value } }) => setQuery(value)}
        />
      )}
      <Textarea
        label="What it is for"
        rows={3}
        maxLength={2_000}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  );
}
