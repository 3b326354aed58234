import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Confirm } from '../../../components/page/Confirm';
import { Panel } from '../../../components/page/Panel';
import { useMay, useOwner } from '../../../lib/session';
import { useDecide, type DecisionVerb, type Request } from '../request-queries';
import classes from './DecisionPanel.module.css';

/** Approves, declines or takes back an open request; nothing for those who may not. */
export function DecisionPanel({ request }: { request: Request }) {
  const decides = useMay('operator');
  const isOwn = useOwner() === request.requester;
  if (request.state !== 'OPEN') return null;
  if (decides) return <Decide request={request} />;
  return isOwn ? <Withdraw request={request} /> : null;
}

function Decide({ request }: { request: Request }) {
  const [destination, setDestination] = useState('');
  const [remark, setRemark] = useState('');
  const decide = useDecide(request.id);
  const run = (verb: DecisionVerb) =>
    decide.mutate({
      verb,
      decision: {
        remark: remark.trim() || null,
        ...(verb === 'approve' && { destination: destination.trim() }),
      },
    });
  const isRunning = (verb: DecisionVerb) => decide.isPending && decide.variables.verb === verb;
  return (
    <Panel title="Decision">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (destination.trim() !== '') run('approve');
        }}
      >
        <TextInput
          label="Destination"
          description="A directory of this site; approving submits the job that fetches it"
          placeholder="bdm://SITE/EXPORT/path"
          value={destination}
          onChange={({ currentTarget: { value } }) => setDestination(value)}
        />
        <TextInput
          label="Remark"
          description={`For ${request.requester}`}
          maxLength={2_000}
          value={remark}
          onChange={({ currentTarget: { value } }) => setRemark(value)}
        />
        {decide.isError && <ErrorPanel error={decide.error} />}
        <div className={classes.buttons}>
          <Button
            type="submit"
            loading={isRunning('approve')}
            disabled={decide.isPending || destination.trim() === ''}
          >
            Approve and submit
          </Button>
          <Button
            variant="default"
            loading={isRunning('decline')}
            disabled={decide.isPending}
            onClick={() => run('decline')}
          >
            Decline
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Withdraw({ request }: { request: Request }) {
  const [isOpen, setOpen] = useState(false);
  const decide = useDecide(request.id);
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Withdraw …
      </Button>
      <Confirm
        opened={isOpen}
        title="Withdraw this request?"
        action="Withdraw the request"
        running={decide.isPending}
        error={decide.error}
        onConfirm={() =>
          decide.mutate({ verb: 'withdraw', decision: {} }, { onSuccess: () => setOpen(false) })
        }
        onClose={() => setOpen(false)}
      >
        <p>Nobody decides on it any more. You can ask again at any time.</p>
      </Confirm>
    </div>
  );
}
