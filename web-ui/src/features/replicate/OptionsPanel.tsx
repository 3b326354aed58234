import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/messages';
import { isLimit, RateField } from '../../components/form/RateField';
import { Panel } from '../../components/page/Panel';
import classes from './OptionsPanel.module.css';
import { linesOf } from './wish';

type JobOptions = Schemas['JobOptions'];

/** As they stand in the fields; empty for the default of the server. */
export interface ChosenOptions {
  label: string;
  priority: string;
  onConflict: string;
  verify: string;
  syncLevel: string;
  order: string;
  preserve: string;
  onNoSpace: string;
  dscp: string;
  scitag: number | string;
  include: string;
  exclude: string;
  /** bytes per second */
  maxRate: number | null;
  mirror: boolean;
  skipUnknown: boolean;
  asOf: string;
}

export const NO_OPTIONS: ChosenOptions = {
  label: '',
  priority: '',
  onConflict: '',
  verify: '',
  syncLevel: '',
  order: '',
  preserve: '',
  onNoSpace: '',
  dscp: '',
  scitag: '',
  include: '',
  exclude: '',
  maxRate: null,
  mirror: false,
  skipUnknown: false,
  asOf: '',
};

/** The options that differ from the defaults, and the name. */
export function optionsOf(chosen: ChosenOptions): JobOptions & { label: string | null } {
  const given = <T extends string>(text: string) => (text === '' ? null : (text as T));
  return {
    label: given(chosen.label.trim()),
    priority: chosen.priority === '' ? null : Number(chosen.priority),
    onConflict: given<NonNullable<JobOptions['onConflict']>>(chosen.onConflict),
    verify: given<NonNullable<JobOptions['verify']>>(chosen.verify),
    syncLevel: given<NonNullable<JobOptions['syncLevel']>>(chosen.syncLevel),
    order: given<NonNullable<JobOptions['order']>>(chosen.order),
    preserve: given<NonNullable<JobOptions['preserve']>>(chosen.preserve),
    onNoSpace: given<NonNullable<JobOptions['onNoSpace']>>(chosen.onNoSpace),
    dscp: given(chosen.dscp.trim()),
    scitag: chosen.scitag === '' ? null : Number(chosen.scitag),
    include: linesOf(chosen.include),
    exclude: linesOf(chosen.exclude),
    maxRateBytesPerSecond: isLimit(chosen.maxRate) ? chosen.maxRate : null,
    delete: chosen.mirror ? true : null,
  };
}

type Choices = readonly { value: string; label: string }[];

const PRIORITIES: Choices = [
  { value: '', label: 'As usual' },
  { value: '1', label: '1, before all others' },
  { value: '2', label: '2' },
  { value: '3', label: '3' },
  { value: '4', label: '4' },
  { value: '5', label: '5, after all others' },
];
const CONFLICTS: Choices = [
  { value: '', label: 'Keep it if it is the same, else fail' },
  { value: 'skip', label: 'Keep what is there' },
  { value: 'update', label: 'Replace what differs, keep the old file in the quarantine' },
  { value: 'overwrite', label: 'Overwrite what differs' },
  { value: 'fail', label: 'Fail the file' },
];
const CHECKS: Choices = [
  { value: '', label: 'As this site does it' },
  { value: 'stream', label: 'While it arrives' },
  { value: 'readback', label: 'Read again from disk' },
];
const SAME: Choices = [
  { value: '', label: 'Size and time' },
  { value: 'exists', label: 'Name alone' },
  { value: 'size', label: 'Size' },
  { value: 'mtime', label: 'Size and time, always' },
  { value: 'checksum', label: 'Checksum' },
];
const ORDERS: Choices = [
  { value: '', label: 'As listed' },
  { value: 'smallest', label: 'Smallest first' },
  { value: 'largest', label: 'Largest first' },
  { value: 'mixed', label: 'Small and large mixed' },
  { value: 'oldest', label: 'Oldest first' },
];
const FULL: Choices = [
  { value: '', label: 'Pause the job' },
  { value: 'trickle', label: 'Go on with what fits' },
];
const MODES: Choices = [
  { value: '', label: 'New ones' },
  { value: 'mode', label: 'Those of the source, safely' },
  { value: 'mode-as-is', label: 'Those of the source, as they are' },
];

interface OptionsPanelProps {
  value: ChosenOptions;
  onValue: (value: ChosenOptions) => void;
  /** false for a tree, which can be mirrored */
  ofDatasets: boolean;
}

/** How it is done. What most jobs need stands first, the rest is folded away. */
export function OptionsPanel({ value, onValue, ofDatasets }: OptionsPanelProps) {
  const set = (change: Partial<ChosenOptions>) => onValue({ ...value, ...change });
  const choice = (name: keyof ChosenOptions, label: string, data: Choices) => (
    <NativeSelect
      size="xs"
      label={label}
      data={[...data]}
      value={String(value[name])}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const text = (name: keyof ChosenOptions, label: string, placeholder: string) => (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      value={String(value[name])}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Panel title="How">
      <div className={classes.fields}>
        {text('label', 'Name', 'For people who look for it')}
        {choice('priority', 'Priority', PRIORITIES)}
        {choice('onConflict', 'If a file is there already', CONFLICTS)}
        {choice('verify', 'Verification', CHECKS)}
        <RateField
          label="Maximal rate"
          unitLabel="Unit of the rate"
          bytesPerSecond={value.maxRate}
          onChange={(maxRate) => set({ maxRate })}
        />
      </div>
      <details className={classes.more}>
        <summary>More options</summary>
        <div className={classes.fields}>
          {choice('syncLevel', 'A file is the same by', SAME)}
          {choice('order', 'Order of the files', ORDERS)}
          {choice('onNoSpace', 'If the space does not suffice', FULL)}
          {choice('preserve', 'Permissions', MODES)}
          {text('dscp', 'Class of packets (DSCP)', 'CS1')}
          <NumberInput
            size="xs"
            label="SciTag"
            placeholder="None"
            min={65}
            max={65_535}
            allowDecimal={false}
            value={value.scitag}
            onChange={(scitag) => set({ scitag })}
          />
          <Textarea
            size="xs"
            label="Only paths like"
            placeholder="*.nc"
            rows={2}
            value={value.include}
            onChange={(event) => set({ include: event.currentTarget.value })}
          />
          <Textarea
            size="xs"
            label="Not paths like"
            placeholder="*.tmp"
            rows={2}
            value={value.exclude}
            onChange={(event) => set({ exclude: event.currentTarget.value })}
          />
          {ofDatasets && (
            <TextInput
              size="xs"
              type="date"
              label="Versions as of"
              value={value.asOf}
              onChange={(event) => set({ asOf: event.currentTarget.value })}
            />
          )}
          {ofDatasets && (
            <Checkbox
              size="xs"
              label="Skip names that no index knows"
              checked={value.skipUnknown}
              onChange={(event) => set({ skipUnknown: event.currentTarget.checked })}
            />
          )}
          {!ofDatasets && (
            <Checkbox
              size="xs"
              label="Mirror: plan a purge of what the source no longer has"
              checked={value.mirror}
              onChange={(event) => set({ mirror: event.currentTarget.checked })}
            />
          )}
        </div>
      </details>
    </Panel>
  );
}
