import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Command } from '../../../components/Command';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { useMay } from '../../../lib/session';
import { useShareCampaign, useUnshareCampaign, type Campaign } from '../campaign-queries';
import classes from './CampaignPage.module.css';

/** The address of the page behind a link: the API names the place of the data, whose last part is the secret. */
function addressOf(path: string): string {
  return `${window.location.origin}/shared/${path.slice(path.lastIndexOf('/') + 1)}`;
}

/** Makes a link by which anybody may look at the campaign, and ends it. */
export function ShareButton({ campaign: { id, name } }: { campaign: Campaign }) {
  const mayShare = useMay('operator');
  const [isOpen, setOpen] = useState(false);
  if (!mayShare) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Share …
      </Button>
      {isOpen && <ShareDialog campaignId={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({
  campaignId,
  name,
  onClose,
}: {
  campaignId: string;
  name: string;
  onClose: () => void;
}) {
  const share = useShareCampaign(campaignId);
  const unshare = useUnshareCampaign(campaignId);
  const isBusy = share.isPending || unshare.isPending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Share ${name}`}
      size={620}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <p>
        Whoever has the link sees how far the campaign is, its sites and its datasets, without a login, until
        somebody ends the link. It shows no job, no address of a file and no person.
      </p>
      {share.data !== undefined && !unshare.isSuccess && (
        <>
          <p>The link is shown only this once:</p>
          <Command>{addressOf(share.data.path)}</Command>
        </>
      )}
      {unshare.isSuccess && <output>The link has ended. Nobody sees the campaign by it any more.</output>}
      {share.isError && <ErrorPanel error={share.error} />}
      {unshare.isError && <ErrorPanel error={unshare.error} />}
      <div className={classes.answers}>
        <Button
          loading={share.isPending}
          disabled={isBusy}
          onClick={() => {
            unshare.reset();
            share.mutate();
          }}
        >
          {share.data === undefined ? 'Make a link' : 'Make another link'}
        </Button>
        <Button
          variant="default"
          loading={unshare.isPending}
          disabled={isBusy}
          onClick={() => unshare.mutate()}
        >
          End the link
        </Button>
      </div>
      <p className={classes.soft}>Another link ends the one before.</p>
    </Modal>
  );
}
