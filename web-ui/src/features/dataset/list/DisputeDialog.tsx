import { Button, CopyButton, Modal, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Moment } from '../../../components/Moment';
import { Name } from '../../../components/Name';
import { Facts } from '../../../components/page/Facts';
import { Known } from '../../../components/page/Known';
import { useMay } from '../../../lib/session';
import { bytesText } from '../../../lib/units';
import { useDecideDispute, useDispute, type Dispute } from '../dataset-queries';
import classes from '../state/dataset.module.css';

/** One dispute: what was published, what the copies are, and the decision. */
export function DisputeDialog({ disputeId, onClose }: { disputeId: string; onClose: () => void }) {
  const asked = useDispute(disputeId);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Dispute ${disputeId}`}
      size={760}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Known asked={asked} what="the dispute">
        {(dispute) => (
          <>
            <FactsOf dispute={dispute} />
            <Decision dispute={dispute} />
          </>
        )}
      </Known>
    </Modal>
  );
}

function FactsOf({ dispute }: { dispute: Dispute }) {
  const digest = ({ algorithm, value }: Dispute['found']) => (
    <span key={value} className={classes.digest}>
      {algorithm}:{value}
    </span>
  );
  return (
    <>
      <Facts
        facts={[
          ['File', <Name key="file">{dispute.destination}</Name>],
          ['State', dispute.state],
          ['Size', bytesText(dispute.bytes)],
          ['Published', dispute.published.map(digest)],
          ['Copies have', digest(dispute.found)],
          ['Found', <Moment key="found" at={dispute.openedAt} full />],
          [
            'Job',
            <Link key="job" to="/jobs/$jobId" params={{ jobId: dispute.jobId }}>
              {dispute.jobId}
            </Link>,
          ],
          ['Decided by', dispute.decidedBy],
          ['Remark', dispute.remark],
        ]}
      />
      {dispute.report !== null && (
        <>
          <h3>Report for the publisher</h3>
          <pre className={classes.report}>{dispute.report}</pre>
          <CopyButton value={dispute.report}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy the report'}
              </Button>
            )}
          </CopyButton>
        </>
      )}
    </>
  );
}

function Decision({ dispute }: { dispute: Dispute }) {
  const may = useMay('operator');
  const [remark, setRemark] = useState('');
  const decide = useDecideDispute(dispute.id);
  if (!may || dispute.state !== 'OPEN') return null;
  const isSlow = decide.isSuccess;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate({ verb: 'accept', remark: remark.trim() });
      }}
    >
      <TextInput
        label="Remark"
        description="Who confirmed it, or why it is wrong; kept with the decision"
        mt="md"
        maxLength={2_000}
        value={remark}
        onChange={({ currentTarget: { value } }) => setRemark(value)}
      />
      {decide.error !== null && <ErrorPanel error={decide.error} />}
      {isSlow && <output>The kept bytes are read once more; this takes a while for a large file.</output>}
      <div className={classes.buttons}>
        <Button
          type="submit"
          loading={decide.isPending && decide.variables.verb === 'accept'}
          disabled={decide.isPending || isSlow || !dispute.isKept}
          title={dispute.isKept ? undefined : 'The bytes are not kept: transfer the file again'}
        >
          Accept the bytes
        </Button>
        <Button
          variant="default"
          loading={decide.isPending && decide.variables.verb === 'reject'}
          disabled={decide.isPending || isSlow}
          onClick={() => decide.mutate({ verb: 'reject', remark: remark.trim() })}
        >
          Reject: throw the bytes away
        </Button>
      </div>
    </form>
  );
}
