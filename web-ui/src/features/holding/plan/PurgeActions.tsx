import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../../../components/page/Confirm';
import type { PagedList } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { bytesText, countText, filesText } from '../../../lib/units';
import { useStepPurge, type Purge, type PurgeDataset, type PurgeStep } from '../holding-queries';
import { versionsText, withoutCopy } from '../state/holding-state';
import classes from '../state/holding.module.css';

interface PurgeActionsProps {
  purge: Purge;
  datasets: PagedList<PurgeDataset>;
}

const LABELS: Record<PurgeStep, string> = {
  apply: 'Apply …',
  discard: 'Discard …',
  restore: 'Restore …',
  empty: 'Delete for good …',
};
const TITLES: Record<PurgeStep, string> = {
  apply: 'Apply this plan?',
  discard: 'Discard this plan?',
  restore: 'Restore the files of this plan?',
  empty: 'Delete these files for good?',
};

/** Offers what the role may do and the state allows. */
export function PurgeActions({ purge, datasets }: PurgeActionsProps) {
  const isAdmin = useMay('admin');
  const isOperator = useMay('operator');
  const step = useStepPurge(purge.id);
  const [asked, setAsked] = useState<PurgeStep | null>(null);
  const [typed, setTyped] = useState<number | string>('');
  const confirmCount = asked === 'apply' ? (purge.mirror?.confirmCount ?? null) : null;
  const ask = (next: PurgeStep) => {
    step.reset();
    setTyped('');
    setAsked(next);
  };
  const shown = stepsOf(purge).filter((each) => (each === 'discard' ? isOperator : isAdmin));
  return (
    <>
      {shown.map((each) => (
        <Button
          key={each}
          size="xs"
          variant="default"
          className={each === 'apply' || each === 'empty' ? classes.destroys : undefined}
          onClick={() => ask(each)}
        >
          {LABELS[each]}
        </Button>
      ))}
      {asked !== null && (
        <Confirm
          opened
          title={TITLES[asked]}
          action={actionOf(asked, purge)}
          destroys={asked === 'apply' || asked === 'empty'}
          ready={confirmCount === null || Number(typed) === confirmCount}
          running={step.isPending}
          error={step.error}
          onConfirm={() => step.mutate({ step: asked, confirmCount }, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        >
          <Words step={asked} purge={purge} datasets={datasets} />
          {confirmCount !== null && (
            <NumberInput
              label={`Enter the number of files, ${countText(confirmCount)}, to confirm`}
              description={
                isQuarantined(purge)
                  ? 'The plan takes more than half of the destination. Was the source mounted?'
                  : 'Nothing is brought back from a bucket. Was the source mounted?'
              }
              value={typed}
              onChange={setTyped}
              hideControls
              thousandSeparator=","
              data-autofocus
            />
          )}
        </Confirm>
      )}
    </>
  );
}

/** A plan of datasets deletes, and so does that of a mirror of a bucket, which has no quarantine. */
function isQuarantined({ mirror, note }: Purge): boolean {
  return mirror != null && note == null;
}

function stepsOf(purge: Purge): PurgeStep[] {
  const { state } = purge;
  if (state === 'OPEN') return ['apply', 'discard'];
  if (!isQuarantined(purge)) return [];
  return state === 'APPLIED' || state === 'PARTLY_RESTORED' ? ['restore', 'empty'] : [];
}

function actionOf(step: PurgeStep, purge: Purge): string {
  if (step === 'apply') return `${isQuarantined(purge) ? 'Quarantine' : 'Delete'} ${filesText(purge.files)}`;
  if (step === 'discard') return 'Discard the plan';
  return step === 'restore' ? 'Restore the files' : 'Delete the files for good';
}

function Words({ step, purge, datasets }: { step: PurgeStep } & PurgeActionsProps) {
  if (step === 'discard') return <p>No file is touched. You can create the same plan again.</p>;
  if (step === 'restore') {
    return (
      <p>
        {filesText(purge.removedFiles)} with {bytesText(purge.removedBytes)} go back from the quarantine to
        their places. A file whose place is taken stays in the quarantine.
      </p>
    );
  }
  if (step === 'empty') {
    return (
      <p>
        What this plan moved into the quarantine and was not restored is deleted from disk, at most{' '}
        <strong>{filesText(purge.removedFiles)}</strong> with <strong>{bytesText(purge.removedBytes)}</strong>
        . This cannot be undone.
      </p>
    );
  }
  if (purge.mirror == null) return <DeletionWords purge={purge} datasets={datasets} />;
  if (!isQuarantined(purge)) {
    return (
      <>
        <p>
          <strong>{filesText(purge.files)}</strong> with <strong>{bytesText(purge.bytes)}</strong> are
          deleted, out of {filesText(purge.mirror.destinationFiles)} at the destination. Each is looked at
          once more, and one that changed is kept.
        </p>
        <p>
          <bdi>{purge.note}</bdi>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{filesText(purge.files)}</strong> with <strong>{bytesText(purge.bytes)}</strong> go into the
        quarantine of the export, out of {filesText(purge.mirror.destinationFiles)} at the destination.
      </p>
      <p>
        They can be restored until they are deleted there. Until then no space is freed. Each file is checked
        once more, and one that changed is kept.
      </p>
    </>
  );
}

function DeletionWords({ purge, datasets }: PurgeActionsProps) {
  const alone = withoutCopy(datasets.rows);
  return (
    <>
      <p>
        <strong>{filesText(purge.files)}</strong> with <strong>{bytesText(purge.bytes)}</strong>, of{' '}
        {versionsText(purge.datasets)}, are deleted from disk. <strong>This cannot be undone</strong>: they do
        not go into the quarantine.
      </p>
      {alone > 0 && (
        <p className={classes.bad}>
          Of {datasets.hasMore && 'at least '}
          {versionsText(alone)} no other copy is known.
        </p>
      )}
      {purge.withoutSuccessor && <p>Some may have no newer version that is complete and verified here.</p>}
      <p>Each file is checked once more. One that changed is kept, with the reason.</p>
    </>
  );
}
