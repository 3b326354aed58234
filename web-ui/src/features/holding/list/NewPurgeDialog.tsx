import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { useCreatePurge, type NewPurge } from '../holding-queries';

const DATASETS_MAX = 1_000;
const STATES = [
  { value: '', label: 'Retracted and superseded' },
  { value: 'RETRACTED', label: 'Only retracted' },
  { value: 'SUPERSEDED', label: 'Only superseded' },
];

/** Selects what a plan takes. */
export function NewPurgeDialog({ onClose }: { onClose: () => void }) {
  const create = useCreatePurge();
  const navigate = useNavigate();
  const [datasets, setDatasets] = useState('');
  const [prefix, setPrefix] = useState('');
  const [state, setState] = useState('');
  const [place, setPlace] = useState('');
  const [listedOnly, setListedOnly] = useState(false);
  const [withoutSuccessor, setWithoutSuccessor] = useState(false);
  const names = datasets.split(/\s+/).filter((name) => name !== '');
  const isTooMany = names.length > DATASETS_MAX;
  const wish: NewPurge = {
    datasets: names,
    prefix: prefix.trim() || null,
    state: (state || null) as NewPurge['state'] & string,
    export: place.trim() || null,
    listedOnly,
    withoutSuccessor,
  };
  return (
    <FormDialog
      title="Create a purge plan"
      action="Create the plan"
      ready={!isTooMany}
      running={create.isPending}
      error={create.error}
      onSubmit={() =>
        create.mutate(wish, {
          onSuccess: ({ id }) => void navigate({ to: '/holdings/purges/$purgeId', params: { purgeId: id } }),
        })
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Versions"
        description="A plan removes nothing. It can be applied for 7 days."
        value={state}
        onChange={(event) => setState(event.currentTarget.value)}
        data={STATES}
      />
      <Textarea
        label="Datasets, one per line"
        description="With a version, or without for all versions. Empty takes any."
        rows={3}
        value={datasets}
        onChange={(event) => setDatasets(event.currentTarget.value)}
        error={isTooMany && 'At most 1,000 datasets; use the prefix of their ids instead.'}
        data-autofocus
      />
      <TextInput
        label="Prefix of the dataset ids"
        placeholder="CMIP6.ScenarioMIP."
        value={prefix}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      <TextInput
        label="Export"
        placeholder="All exports"
        value={place}
        onChange={(event) => setPlace(event.currentTarget.value)}
      />
      <Checkbox
        label="Only what a policy listed for removal"
        checked={listedOnly}
        onChange={(event) => setListedOnly(event.currentTarget.checked)}
      />
      <Checkbox
        label="Also superseded versions without a verified successor"
        description="The newer version is not complete and verified here: afterwards this site may hold neither."
        checked={withoutSuccessor}
        onChange={(event) => setWithoutSuccessor(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
