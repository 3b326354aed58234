import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/messages';
import { useNowMillis } from '../../lib/now';
import { momentOfInput } from '../form/moment-input';
import { Confirm } from '../page/Confirm';

interface BanDialogProps {
  place: string;
  /** what happens to running work */
  children: ReactNode;
  running: boolean;
  error: unknown;
  onBan: (wish: Schemas['SetBan']) => void;
  onClose: () => void;
}

/** Asks why a site or a data node is banned, and for how long. */
export function BanDialog({ place, children, running, error, onBan, onClose }: BanDialogProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const now = useNowMillis();
  const end = momentOfInput(until);
  const isPast = end !== null && Date.parse(end) <= now;
  return (
    <Confirm
      opened
      title={`Ban ${place}?`}
      action={`Ban ${place}`}
      destroys
      ready={!isPast}
      running={running}
      error={error}
      onConfirm={() => onBan({ reason: reason.trim() === '' ? null : reason.trim(), until: end })}
      onClose={onClose}
    >
      {children}
      <TextInput
        label="Reason"
        description="For the next person who looks; it is not sent to the place."
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label="Until"
        description="In your time zone; empty: until somebody lifts the ban."
        value={until}
        error={isPast && 'This time has passed.'}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </Confirm>
  );
}
