import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { listOf } from '../../../lib/paged-list';
import { useInvitations, useRevokeInvitation, type Invitation } from '../site-queries';
import { RightsText } from '../state/rights-words';

const COLUMNS: readonly Column<Invitation>[] = [
  { id: 'name', header: 'For', phone: 'title', cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'read', header: 'May read', cell: ({ read }) => <RightsText rights={read} /> },
  { id: 'write', header: 'May write', cell: ({ write }) => <RightsText rights={write} /> },
  { id: 'made', header: 'Made', track: '130px', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: 'ends', header: 'Works until', track: '130px', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
  {
    id: 'revoke',
    header: '',
    track: '84px',
    end: true,
    cell: (invitation) => <RevokeButton invitation={invitation} />,
  },
];

/** Invitations that nobody has used yet; nothing where there is none. */
export function InvitationsPanel() {
  const invitations = useInvitations().data?.items ?? [];
  if (invitations.length === 0) return null;
  return (
    <Panel title="Open invitations" flush>
      <DataTable
        label="Open invitations"
        columns={COLUMNS}
        list={listOf(invitations)}
        rowKey={(invitation) => invitation.id}
        framed={false}
        empty={null}
      />
    </Panel>
  );
}

function RevokeButton({ invitation: { id, name } }: { invitation: Invitation }) {
  const revoke = useRevokeInvitation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        Revoke … <VisuallyHidden>the invitation for {name}</VisuallyHidden>
      </Button>
      <Confirm
        opened={asking}
        title={`Revoke the invitation for ${name}?`}
        action="Revoke the invitation"
        destroys
        running={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate(id, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>Its code can no longer be used. You can make another one at any time.</p>
      </Confirm>
    </>
  );
}
