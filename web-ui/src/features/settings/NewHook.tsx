import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/form/FormDialog';
import { useCreateHook, type Hook } from './settings-queries';

type Way = 'mail' | 'web' | 'program';

const WAYS: readonly { value: Way; label: string; field: string; start: string; example: string }[] = [
  { value: 'mail', label: 'A mailbox', field: 'Address', start: 'mailto:', example: 'ann@example.org' },
  {
    value: 'web',
    label: 'A web address',
    field: 'Address',
    start: '',
    example: 'https://flow.example.org/bdm',
  },
  {
    value: 'program',
    label: 'A program of the server',
    field: 'Its name in the settings',
    start: 'command:',
    example: 'publish',
  },
];
const ENDS = [
  { kind: 'SUCCEEDED', label: 'A job succeeded' },
  { kind: 'PARTIAL', label: 'A job ended with failed files' },
  { kind: 'FAILED', label: 'A job failed' },
  { kind: 'CANCELLED', label: 'A job was cancelled' },
  { kind: 'PAUSED', label: 'A job was paused' },
];

interface NewHookProps {
  onClose: () => void;
  onMade: (hook: Hook) => void;
}

export function NewHook({ onClose, onMade }: NewHookProps) {
  const create = useCreateHook();
  const [name, setName] = useState('');
  const [way, setWay] = useState<Way>('mail');
  const [target, setTarget] = useState('');
  const [events, setEvents] = useState(['PARTIAL', 'FAILED']);
  const [labelStart, setLabelStart] = useState('');
  const chosen = WAYS.find(({ value }) => value === way)!;
  return (
    <FormDialog
      title="Add a hook"
      action="Add the hook"
      ready={name.trim() !== '' && target.trim() !== '' && events.length > 0}
      running={create.isPending}
      error={create.error}
      onSubmit={() =>
        create.mutate(
          {
            name: name.trim(),
            target: chosen.start + target.trim(),
            events,
            labelStart: labelStart.trim() === '' ? null : labelStart.trim(),
          },
          { onSuccess: onMade },
        )
      }
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Lower-case letters, digits, '.', '_' and '-'."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <NativeSelect
        label="Who is told"
        data={WAYS.map(({ value, label }) => ({ value, label }))}
        value={way}
        onChange={(event) => setWay(event.currentTarget.value as Way)}
      />
      <TextInput
        label={chosen.field}
        placeholder={chosen.example}
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
        required
      />
      <Checkbox.Group label="When" value={events} onChange={setEvents}>
        {ENDS.map(({ kind, label }) => (
          <Checkbox key={kind} value={kind} label={label} size="xs" mt={6} />
        ))}
      </Checkbox.Group>
      <TextInput
        label="Only jobs whose name begins with"
        description="Empty for all jobs."
        value={labelStart}
        onChange={(event) => setLabelStart(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
