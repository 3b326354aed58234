import { Button, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { bytesText, countText, filesText } from '../../../lib/units';
import { useCreateCampaign, usePlanCampaign, type CampaignPlan, type NewCampaign } from '../campaign-queries';
import classes from './NewCampaignDialog.module.css';

type Kind = 'tree' | 'datasets';

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Asks what goes where, shows what it comes to, and begins it. */
export function NewCampaignDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('tree');
  const [source, setSource] = useState('');
  const [datasets, setDatasets] = useState('');
  const [destinations, setDestinations] = useState('');
  const plan = usePlanCampaign();
  const create = useCreateCampaign();
  const wish: NewCampaign = {
    name: name.trim(),
    source: kind === 'tree' ? source.trim() : null,
    datasets: kind === 'datasets' ? lines(datasets) : [],
    destinations: lines(destinations),
  };
  const isReady =
    wish.name !== '' && lines(destinations).length > 0 && (wish.source !== '' || lines(datasets).length > 0);
  const planned = plan.data;
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      plan.reset();
      set(value);
    };
  const begin = (known: CampaignPlan) =>
    create.mutate(known.needsConfirmation ? { ...wish, confirmBytes: known.totalBytes, yes: true } : wish, {
      onSuccess: ({ id }) => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } }),
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title="New campaign"
      size={620}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (planned !== undefined) begin(planned);
          else if (isReady) plan.mutate(wish);
        }}
      >
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
          required
        />
        <SegmentedControl
          size="xs"
          aria-label="What to replicate"
          data={[
            { value: 'tree', label: 'A tree' },
            { value: 'datasets', label: 'Datasets' },
          ]}
          value={kind}
          onChange={(value) => changed(setKind)(value as Kind)}
        />
        {kind === 'tree' ? (
          <TextInput
            label="Source"
            placeholder="bdm://SITE/EXPORT/path"
            value={source}
            onChange={(event) => changed(setSource)(event.currentTarget.value)}
            required
          />
        ) : (
          <Textarea
            label="Datasets, a line each"
            placeholder="CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803"
            rows={4}
            value={datasets}
            onChange={(event) => changed(setDatasets)(event.currentTarget.value)}
            required
          />
        )}
        <Textarea
          label="Destinations, a line each"
          placeholder="bdm://SITE/EXPORT/path"
          rows={3}
          value={destinations}
          onChange={(event) => changed(setDestinations)(event.currentTarget.value)}
          required
        />
        {planned !== undefined && <Plan plan={planned} />}
        {plan.isError && <ErrorPanel error={plan.error} />}
        {create.isError && <ErrorPanel error={create.error} />}
        <div className={classes.answers}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={plan.isPending || create.isPending} disabled={!isReady}>
            {planned === undefined ? 'Show the plan' : 'Begin the campaign'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Plan({ plan }: { plan: CampaignPlan }) {
  const atLeast = plan.complete ? '' : 'at least ';
  return (
    <output className={classes.plan}>
      {atLeast}
      {filesText(plan.files)} with {bytesText(plan.bytes)}, to {countText(plan.destinations)}{' '}
      {plan.destinations === 1 ? 'site' : 'sites'}: <strong>{bytesText(plan.totalBytes)}</strong> in all.
      {plan.needsConfirmation &&
        ' This is more than a campaign may have without a confirmation: the button confirms it.'}
    </output>
  );
}
