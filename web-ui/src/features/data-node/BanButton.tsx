import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../components/page/Confirm';
import { BanDialog } from '../../components/place/BanDialog';
import { useBanDataNode, useUnbanDataNode } from './data-node-queries';

/** Bans a data node, or lifts its ban. */
export function BanButton({ host, isBanned }: { host: string; isBanned: boolean }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        {isBanned ? 'Lift ban …' : 'Ban …'} <VisuallyHidden>{host}</VisuallyHidden>
      </Button>
      {asking && (isBanned ? <Lift host={host} onClose={close} /> : <Ban host={host} onClose={close} />)}
    </>
  );
}

interface DialogProps {
  host: string;
  onClose: () => void;
}

function Ban({ host, onClose }: DialogProps) {
  const ban = useBanDataNode(host);
  return (
    <BanDialog
      place={host}
      running={ban.isPending}
      error={ban.error}
      onBan={(wish) => ban.mutate(wish, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        No file is fetched from it, within 2 s. Files that have other copies go on from those, and the others
        wait.
      </p>
    </BanDialog>
  );
}

function Lift({ host, onClose }: DialogProps) {
  const unban = useUnbanDataNode(host);
  return (
    <Confirm
      opened
      title={`Lift the ban of ${host}?`}
      action="Lift the ban"
      running={unban.isPending}
      error={unban.error}
      onConfirm={() => unban.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Files that wait for it are fetched again.</p>
    </Confirm>
  );
}
