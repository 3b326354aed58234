import { Button, Checkbox, Modal, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { queryOf } from '../../../lib/dataset-query';
import { bytesText, countText, filesText } from '../../../lib/units';
import {
  useCreateSubscription,
  usePlanSubscription,
  type HoldingPolicy,
  type NewSubscription,
  type SubscriptionPlan,
} from '../subscription-queries';
import classes from '../state/subscription.module.css';
import { everyText, POLICIES } from '../state/subscription-words';

const INTERVALS = [3_600, 21_600, 43_200, 86_400, 604_800];
const TERABYTE = 1e12;
const AS_THE_SERVER = { value: '', label: 'As the server is set' };
const POLICY_CHOICE = [
  AS_THE_SERVER,
  ...Object.entries(POLICIES).map(([value, label]) => ({ value, label })),
];

interface Entered {
  label: string;
  query: string;
  destination: string;
  every: string;
  terabytes: number | string;
  needsApproval: boolean;
  onSuperseded: string;
  onRetracted: string;
}

const NOTHING: Entered = {
  label: '',
  query: '',
  destination: '',
  every: '21600',
  terabytes: '',
  needsApproval: false,
  onSuperseded: '',
  onRetracted: '',
};

function wishOf(entered: Entered): NewSubscription {
  return {
    label: entered.label.trim() || null,
    query: queryOf(entered.query),
    destination: entered.destination.trim(),
    everySeconds: Number(entered.every),
    maxBytesPerRun: entered.terabytes === '' ? null : Math.round(Number(entered.terabytes) * TERABYTE),
    needsApproval: entered.needsApproval,
    onSuperseded: (entered.onSuperseded || null) as HoldingPolicy | null,
    onRetracted: (entered.onRetracted || null) as HoldingPolicy | null,
  };
}

/** Asks what is wanted, shows what the first run takes, and keeps the query. */
export function NewSubscriptionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [entered, setEntered] = useState(NOTHING);
  const plan = usePlanSubscription();
  const create = useCreateSubscription();
  const planned = plan.data;
  const wish = wishOf(entered);
  const isReady = wish.destination !== '' && entered.query.trim() !== '';
  const change = (part: Partial<Entered>) => {
    plan.reset();
    create.reset();
    setEntered({ ...entered, ...part });
  };
  const keep = (known: SubscriptionPlan) =>
    create.mutate(known.needsConfirmation ? { ...wish, confirmBytes: known.runBytes } : wish, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId: id } }),
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title="New subscription"
      size={680}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <form
        className={classes.page}
        onSubmit={(event) => {
          event.preventDefault();
          if (planned !== undefined) keep(planned);
          else if (isReady) plan.mutate(wish);
        }}
      >
        <Fields entered={entered} onChange={change} />
        {planned !== undefined && <Plan plan={planned} />}
        {plan.isError && <ErrorPanel error={plan.error} />}
        {create.isError && <ErrorPanel error={create.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={plan.isPending || create.isPending} disabled={!isReady}>
            {planned === undefined ? 'Count what it finds' : 'Keep the subscription'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Fields({ entered, onChange }: { entered: Entered; onChange: (part: Partial<Entered>) => void }) {
  return (
    <>
      <TextInput
        label="Query"
        description="FACET=VALUE,VALUE and FACET!=VALUE, then words; only latest versions are taken"
        placeholder="project=CMIP6 table_id=Amon variable_id=tas,pr experiment_id!=piControl"
        value={entered.query}
        onChange={({ currentTarget: { value } }) => onChange({ query: value })}
        data-autofocus
      />
      <TextInput
        label="Destination"
        placeholder="bdm://SITE/EXPORT/path"
        value={entered.destination}
        onChange={({ currentTarget: { value } }) => onChange({ destination: value })}
      />
      <div className={classes.fields}>
        <TextInput
          label="Name"
          placeholder="For people"
          value={entered.label}
          onChange={({ currentTarget: { value } }) => onChange({ label: value })}
        />
        <NativeSelect
          label="Runs every"
          value={entered.every}
          onChange={({ currentTarget: { value } }) => onChange({ every: value })}
          data={INTERVALS.map((seconds) => ({ value: String(seconds), label: everyText(seconds) }))}
        />
        <NumberInput
          label="Most in one run, in TB"
          placeholder="No cap"
          value={entered.terabytes}
          onChange={(terabytes) => onChange({ terabytes })}
          min={0}
          allowNegative={false}
          hideControls
        />
        <NativeSelect
          label="When a newer version is there"
          value={entered.onSuperseded}
          onChange={({ currentTarget: { value } }) => onChange({ onSuperseded: value })}
          data={POLICY_CHOICE}
        />
        <NativeSelect
          label="When a version is retracted"
          value={entered.onRetracted}
          onChange={({ currentTarget: { value } }) => onChange({ onRetracted: value })}
          data={POLICY_CHOICE}
        />
      </div>
      <Checkbox
        label="Ask for approval: each run makes a request in place of a job"
        checked={entered.needsApproval}
        onChange={({ currentTarget: { checked } }) => onChange({ needsApproval: checked })}
      />
    </>
  );
}

function Plan({ plan }: { plan: SubscriptionPlan }) {
  return (
    <output className={classes.plan}>
      The indexes know {plan.complete ? '' : 'at least '}
      {countText(plan.datasets)} dataset versions: {filesText(plan.files)} with {bytesText(plan.bytes)}. The
      first run takes {countText(plan.runDatasets)} of them: {filesText(plan.runFiles)} with{' '}
      <strong>{bytesText(plan.runBytes)}</strong>.
      {plan.needsConfirmation &&
        ' This is more than a subscription may take without a confirmation: the button confirms it.'}
    </output>
  );
}
