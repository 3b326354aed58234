import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Confirm } from '../../../components/page/Confirm';
import { useMay } from '../../../lib/session';
import { useCancelHandover, useCompare, useHandOverAgain, type Handover } from '../handover-queries';
import { mayBeCancelled, mayBeCompared, mayBeRepeated } from '../state/handover-words';
import classes from './HandoverPage.module.css';

/** What an operator may do with it now; nothing for others. */
export function HandoverSteps({ handover }: { handover: Handover }) {
  const steers = useMay('operator');
  const compare = useCompare(handover.id);
  if (!steers) return null;
  return (
    <>
      {compare.isError && <ErrorPanel error={compare.error} />}
      {mayBeCompared(handover) && (
        <Button size="xs" variant="default" loading={compare.isPending} onClick={() => compare.mutate()}>
          Compare the files
        </Button>
      )}
      <RepeatButton handover={handover} />
      <CancelButton handover={handover} />
    </>
  );
}

function RepeatButton({ handover }: { handover: Handover }) {
  const again = useHandOverAgain(handover.id);
  const [isAsking, setAsking] = useState(false);
  const [replaces, setReplaces] = useState(false);
  if (!mayBeRepeated(handover) && !isAsking) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Hand over again …
      </Button>
      <Confirm
        opened={isAsking}
        title="Hand over again?"
        action="Hand the files over"
        running={again.isPending}
        error={again.error}
        onConfirm={() => again.mutate({ replace: replaces }, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>The carrier gets the files that are missing or wrong, and no others.</p>
        <Checkbox
          label="Also replace other files in their places (OCCUPIED)"
          checked={replaces}
          onChange={({ currentTarget: { checked } }) => setReplaces(checked)}
        />
      </Confirm>
    </>
  );
}

function CancelButton({ handover }: { handover: Handover }) {
  const cancel = useCancelHandover(handover.id);
  const [isAsking, setAsking] = useState(false);
  if (!mayBeCancelled(handover) && !isAsking) return null;
  return (
    <>
      <Button size="xs" variant="default" className={classes.destroys} onClick={() => setAsking(true)}>
        Cancel handover …
      </Button>
      <Confirm
        opened={isAsking}
        title="Cancel this handover?"
        action="Cancel the handover"
        destroys
        running={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        <p>
          {handover.state === 'CANCELLING'
            ? 'It is cancelled at this site alone; the carrier may go on.'
            : 'The carrier is told to stop. Files that arrived stay.'}
        </p>
      </Confirm>
    </>
  );
}
