import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Confirm } from '../../../components/page/Confirm';
import { useMay } from '../../../lib/session';
import { useSteerSubscription, type Subscription, type SubscriptionVerb } from '../subscription-queries';

/** What can be done with a subscription, for those who may. */
export function SubscriptionActions({ subscription: { id, state, last } }: { subscription: Subscription }) {
  const steer = useSteerSubscription(id);
  const may = useMay('operator');
  const [isEnding, setEnding] = useState(false);
  if (!may || state === 'REMOVED') return null;
  const button = (verb: SubscriptionVerb, text: string, disabled = false) => (
    <Button
      size="xs"
      variant="default"
      disabled={disabled || steer.isPending}
      loading={steer.isPending && steer.variables === verb}
      onClick={() => steer.mutate(verb)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {button('run', 'Run now', last !== null && last.endedAt === null)}
      {state === 'ACTIVE' ? button('pause', 'Pause') : button('resume', 'Resume')}
      <Button size="xs" variant="default" onClick={() => setEnding(true)}>
        End …
      </Button>
      {steer.isError && !isEnding && <ErrorPanel error={steer.error} />}
      <Confirm
        opened={isEnding}
        title="End this subscription?"
        action="End the subscription"
        destroys
        running={steer.isPending}
        error={steer.error}
        onConfirm={() => steer.mutate('end', { onSuccess: () => setEnding(false) })}
        onClose={() => setEnding(false)}
      >
        <p>It asks no index any more. Its jobs continue, and what it replicated stays.</p>
      </Confirm>
    </>
  );
}
