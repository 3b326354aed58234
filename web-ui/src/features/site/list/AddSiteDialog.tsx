import { SegmentedControl, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { ShownOnce } from '../../../components/form/ShownOnce';
import { useAcceptInvitation, useInvite, type Invitation } from '../site-queries';
import { CodeField, NO_CODE, usableCode } from '../state/CodeField';
import { RightsFields, type Rights } from './RightsFields';

const WAYS = [
  { value: 'invite', label: 'Invite a site' },
  { value: 'accept', label: 'I have a code' },
] as const;
type Way = (typeof WAYS)[number]['value'];

const NO_RIGHTS: Rights = { read: [], write: [] };

/** Pairs with another site: makes an invitation for it, or accepts one of it. */
export function AddSiteDialog({ localName, onClose }: { localName: string; onClose: () => void }) {
  const [way, setWay] = useState<Way>('invite');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  if (invitation !== null) return <Invited invitation={invitation} localName={localName} onClose={onClose} />;
  const ways = (
    <SegmentedControl
      size="xs"
      aria-label="How to add a site"
      data={[...WAYS]}
      value={way}
      onChange={(value) => setWay(value as Way)}
    />
  );
  return way === 'invite' ? (
    <InviteForm ways={ways} onInvited={setInvitation} onClose={onClose} />
  ) : (
    <AcceptForm ways={ways} onClose={onClose} />
  );
}

interface FormProps {
  /** the choice between the two ways */
  ways: ReactNode;
  onClose: () => void;
}

function InviteForm({
  ways,
  onInvited,
  onClose,
}: FormProps & { onInvited: (invitation: Invitation) => void }) {
  const invite = useInvite();
  const [name, setName] = useState('');
  const [rights, setRights] = useState(NO_RIGHTS);
  const site = name.trim();
  return (
    <FormDialog
      title="Add a site"
      action="Make the invitation"
      ready={site !== ''}
      running={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ name: site, ...rights }, { onSuccess: onInvited })}
      onClose={onClose}
    >
      {ways}
      <TextInput
        label="Name of the other site"
        description="As its server calls itself."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
        required
      />
      <RightsFields site={site === '' ? 'It' : site} value={rights} onValue={setRights} />
    </FormDialog>
  );
}

function Invited({
  invitation: { name, code },
  localName,
  onClose,
}: {
  invitation: Invitation;
  localName: string;
  onClose: () => void;
}) {
  return (
    <ShownOnce title={`Invitation for ${name}`} secret={code ?? ''} onClose={onClose}>
      Send this code to the person at <bdi>{name}</bdi> over a channel that nobody can tamper with. It is
      shown only this once, and works once and for 24 hours. There, “Add a site” and “I have a code” accept
      it, or <code>bdm-client site add {localName} CODE</code>.
    </ShownOnce>
  );
}

function AcceptForm({ ways, onClose }: FormProps) {
  const accept = useAcceptInvitation();
  const navigate = useNavigate();
  const [code, setCode] = useState(NO_CODE);
  const [rights, setRights] = useState(NO_RIGHTS);
  const words = usableCode(code);
  return (
    <FormDialog
      title="Add a site"
      action={words === null ? 'Pair' : `Pair with ${words.site}`}
      ready={words !== null}
      running={accept.isPending}
      error={accept.error}
      onSubmit={() =>
        accept.mutate(
          { name: words!.site, code: code.text.trim(), ...rights },
          { onSuccess: ({ name }) => void navigate({ to: '/sites/$name', params: { name } }) },
        )
      }
      onClose={onClose}
    >
      {ways}
      <CodeField value={code} onValue={setCode} />
      {words !== null && <RightsFields site={words.site} value={rights} onValue={setRights} />}
    </FormDialog>
  );
}
