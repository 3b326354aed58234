import {
  Button,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../components/page/Confirm';
import {
  useSetDataNode,
  useUnsetDataNode,
  type DataNodeSettings,
  type SetDataNode,
} from './data-node-queries';

const PREFERENCES = [
  { value: 'first', label: 'First: before others, however fast they are' },
  { value: 'usual', label: 'Usual: by its rate' },
  { value: 'last', label: 'Last: only when no other copy can be had' },
];

interface SettingsProps {
  host: string;
  settings: DataNodeSettings | null;
}

/** Changes how a data node is asked, while the server runs. */
export function SettingsButton({ host, settings }: SettingsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        Settings … <VisuallyHidden>{host}</VisuallyHidden>
      </Button>
      {asking && <SettingsDialog host={host} settings={settings} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Secrets are never shown: an empty field leaves them as they are. */
export function SettingsDialog({ host, settings, onClose }: SettingsProps & { onClose: () => void }) {
  const [connections, setConnections] = useState<number | string>(settings?.connections || '');
  const [preference, setPreference] = useState<string>(settings?.preference ?? 'usual');
  const [token, setToken] = useState('');
  const [caPem, setCaPem] = useState('');
  const [note, setNote] = useState(settings?.note ?? '');
  const change = useSetDataNode(host);
  const remove = useUnsetDataNode(host);
  const wish: SetDataNode = {
    connections: connections === '' ? 0 : Number(connections),
    preference: preference as SetDataNode['preference'],
    token: token.trim() === '' ? null : token.trim(),
    caPem: caPem.trim() === '' ? null : caPem,
    note: note.trim(),
  };
  return (
    <Confirm
      opened
      title={`Settings of ${host}`}
      action="Save the settings"
      running={change.isPending || remove.isPending}
      error={change.error ?? remove.error}
      onConfirm={() => change.mutate(wish, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>They count for new requests within 2 s, and win over those of the start of the server.</p>
      <NumberInput
        label="Connections"
        description="Most at once, over all jobs; empty: as at the start."
        min={1}
        max={256}
        allowDecimal={false}
        value={connections}
        onChange={setConnections}
      />
      <Select
        label="Preference"
        description="Beside other data nodes with the same file."
        data={PREFERENCES}
        value={preference}
        allowDeselect={false}
        onChange={(next) => setPreference(next ?? 'usual')}
      />
      <PasswordInput
        label="Token"
        description={`${settings?.hasToken ? 'One is set; empty keeps it.' : 'None is set.'} It is sent to this host only.`}
        autoComplete="off"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Textarea
        label="Certificates"
        description={`To trust besides the usual, as PEM. ${settings?.hasCa ? 'Some are set; empty keeps them.' : 'None are set.'}`}
        rows={3}
        value={caPem}
        onChange={(event) => setCaPem(event.currentTarget.value)}
      />
      <TextInput
        label="Note"
        description="Why, for the next person who looks."
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {settings !== null && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            Remove all, token and certificates too
          </Button>
        </div>
      )}
    </Confirm>
  );
}
