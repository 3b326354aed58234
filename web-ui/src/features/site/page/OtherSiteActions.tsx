import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { Confirm } from '../../../components/page/Confirm';
import { BanDialog } from '../../../components/place/BanDialog';
import { useMay } from '../../../lib/session';
import { useBanSite, useRekey, useUnbanSite, useUnpair, type Site } from '../site-queries';
import { CodeField, NO_CODE, usableCode } from '../state/CodeField';
import { Fingerprint } from '../state/Fingerprint';
import classes from './SitePage.module.css';

type Asking = 'ban' | 'unban' | 'rekey' | 'unpair';

/** What operators and administrators do with a paired site. */
export function OtherSiteActions({ site }: { site: Site }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayBan = useMay('operator');
  const mayPair = useMay('admin');
  const close = () => setAsking(null);
  return (
    <>
      {mayPair && (
        <Button size="xs" variant="default" onClick={() => setAsking('rekey')}>
          Pin a new key …
        </Button>
      )}
      {mayBan &&
        (site.ban === null ? (
          <Button size="xs" variant="default" onClick={() => setAsking('ban')}>
            Ban …
          </Button>
        ) : (
          <Button size="xs" onClick={() => setAsking('unban')}>
            Lift the ban …
          </Button>
        ))}
      {mayPair && (
        <Button size="xs" variant="default" className={classes.destroys} onClick={() => setAsking('unpair')}>
          Unpair …
        </Button>
      )}
      {asking === 'ban' && <Ban site={site} onClose={close} />}
      {asking === 'unban' && <Unban site={site} onClose={close} />}
      {asking === 'rekey' && <Rekey site={site} onClose={close} />}
      {asking === 'unpair' && <Unpair site={site} onClose={close} />}
    </>
  );
}

interface ActionProps {
  site: Site;
  onClose: () => void;
}

function Ban({ site: { name }, onClose }: ActionProps) {
  const ban = useBanSite(name);
  return (
    <BanDialog
      place={name}
      running={ban.isPending}
      error={ban.error}
      onBan={(wish) => ban.mutate(wish, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Nothing is asked of it, and it is not served. Running work from it stops cleanly within 2 s; jobs that
        need it wait and say so. The pairing and its rights stay.
      </p>
    </BanDialog>
  );
}

function Unban({ site: { name }, onClose }: ActionProps) {
  const unban = useUnbanSite(name);
  return (
    <Confirm
      opened
      title={`Lift the ban of ${name}?`}
      action="Lift the ban"
      running={unban.isPending}
      error={unban.error}
      onConfirm={() => unban.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Jobs that wait for it resume by themselves.</p>
    </Confirm>
  );
}

function Rekey({ site: { name, fingerprint }, onClose }: ActionProps) {
  const rekey = useRekey(name);
  const [code, setCode] = useState(NO_CODE);
  const words = usableCode(code);
  return (
    <FormDialog
      title={`Pin a new key of ${name}`}
      action="Pin the key"
      ready={words?.site === name}
      running={rekey.isPending}
      error={rekey.error}
      onSubmit={() => rekey.mutate(code.text.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className={classes.why}>
        Needed when {name} has lost its key or was installed anew. Ask its administrator for an invitation.
        Its rights here stay. Pinned now:
      </p>
      <Fingerprint>{fingerprint}</Fingerprint>
      <CodeField value={code} onValue={setCode} />
      {words !== null && words.site !== name && (
        <p className={classes.why}>
          This code is of {words.site}, not of {name}.
        </p>
      )}
    </FormDialog>
  );
}

function Unpair({ site: { name, read, write }, onClose }: ActionProps) {
  const unpair = useUnpair(name);
  const navigate = useNavigate();
  const rights = new Set([...read, ...write]).size;
  return (
    <Confirm
      opened
      title={`Unpair ${name}?`}
      action={`Unpair ${name}`}
      destroys
      running={unpair.isPending}
      error={unpair.error}
      onConfirm={() => unpair.mutate(undefined, { onSuccess: () => void navigate({ to: '/sites' }) })}
      onClose={onClose}
    >
      <p>
        Its key is no longer accepted
        {rights > 0 && `, and its rights to ${rights === 1 ? '1 place' : `${rights} places`} here end`}. Jobs
        that need it cannot go on. Files that came from it stay. Only a new invitation pairs the sites again.
      </p>
      <p>To stop it for a while, ban it instead.</p>
    </Confirm>
  );
}
