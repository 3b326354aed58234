import { Button } from '@mantine/core';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Facts } from '../../components/page/Facts';
import { Panel } from '../../components/page/Panel';
import { bytesText, countText, durationText, filesText, limitText, percentText } from '../../lib/units';
import classes from './PlanPanel.module.css';
import { SizePicture } from './SizePicture';
import { usePlan, useSubmit, type Plan } from './replicate-queries';
import type { SubmitJob } from './wish';

/** of the button that is not the next step */
const LESS = { variant: 'default' };

interface PlanPanelProps {
  /** null as long as something is missing */
  wish: SubmitJob | null;
  onSubmitted: (jobId: string) => void;
}

/** What the job comes to, and its submission. A change of the wish makes the plan void. */
export function PlanPanel({ wish, onSubmitted }: PlanPanelProps) {
  const plan = usePlan();
  const submit = useSubmit();
  const planned = plan.data;
  const send = (known: Plan | undefined) => {
    if (wish === null || submit.isPending) return;
    const confirmed =
      known !== undefined && wish.query != null ? { ...wish, confirmBytes: known.bytes } : wish;
    submit.mutate(confirmed, { onSuccess: ({ id }) => onSubmitted(id) });
  };
  const isRefused = planned?.problem != null;
  return (
    <Panel title="Plan">
      {planned === undefined && !plan.isPending && !plan.isError && (
        <p className={classes.soft}>
          {wish === null
            ? 'Choose what and where; then the plan says how much, how long, and whether it fits.'
            : 'The plan says how much, how long, and whether it fits. It changes nothing.'}
        </p>
      )}
      {plan.isError && <ErrorPanel error={plan.error} />}
      {planned !== undefined && (
        <Planned plan={planned} maxRate={plan.variables?.options?.maxRateBytesPerSecond} />
      )}
      {submit.isError && <ErrorPanel error={submit.error} />}
      <div className={classes.answers}>
        <Button
          {...(planned === undefined ? {} : LESS)}
          disabled={wish === null}
          loading={plan.isPending}
          onClick={() => wish !== null && plan.mutate(wish)}
        >
          {planned === undefined ? 'Show the plan' : 'Plan again'}
        </Button>
        <Button
          key={planned === undefined ? 'unplanned' : 'planned'}
          {...(planned === undefined || isRefused ? LESS : {})}
          disabled={wish === null}
          loading={submit.isPending}
          onClick={() => send(planned)}
        >
          {planned === undefined ? 'Submit without a plan' : `Submit ${filesText(planned.filesToMove)}`}
        </Button>
      </div>
    </Panel>
  );
}

function Planned({ plan, maxRate }: { plan: Plan; maxRate: number | null | undefined }) {
  const needed = plan.peakBytes ?? plan.bytesToMove;
  const others = plan.bytesOfOtherJobs ?? 0;
  const free = plan.freeBytesNow;
  return (
    <output className={classes.plan}>
      {plan.problem !== null && (
        <p className={classes.bad}>
          {plan.problem.detail} {plan.problem.advice ?? ''} <code>{plan.problem.code}</code>
        </p>
      )}
      <Facts
        facts={[
          ['To transfer', `${filesText(plan.filesToMove)}, ${bytesText(plan.bytesToMove)}`],
          ['There already', plan.filesSame > 0 && filesText(plan.filesSame)],
          ['Other content there', plan.filesInConflict > 0 && filesText(plan.filesInConflict)],
          ['Without a source', plan.filesWithoutReplica > 0 && filesText(plan.filesWithoutReplica)],
          [
            'Already on this site',
            plan.replicas !== null &&
              plan.replicas.filesToReuse > 0 &&
              `${filesText(plan.replicas.filesToReuse)}, ${bytesText(plan.replicas.bytesToReuse)}`,
          ],
          ['Maximal rate', maxRate != null && limitText(maxRate)],
          ['Takes', plan.estimate !== null && <Times key="times" estimate={plan.estimate} />],
          ['Mostly', plan.estimate?.dominant],
          ['Known', plan.estimate?.basis],
          ['Destination', plan.destinationNote],
        ]}
      />
      {free !== null && <Space needed={needed} others={others} free={free} />}
      <SizePicture sizes={plan.sizes} />
      {plan.routes.length > 0 && <Routes plan={plan} />}
      {plan.replicas !== null && <Replicas replicas={plan.replicas} />}
      {plan.errors.length > 0 && (
        <ul className={classes.errors}>
          {plan.errors.slice(0, 5).map(({ entry, detail }) => (
            <li key={entry + detail}>
              <bdi>{entry}</bdi>: {detail}
            </li>
          ))}
          {plan.errors.length > 5 && <li>and {countText(plan.errors.length - 5)} more</li>}
        </ul>
      )}
    </output>
  );
}

function Times({ estimate }: { estimate: NonNullable<Plan['estimate']> }) {
  const text = (seconds: number) => durationText(seconds * 1000);
  return (
    <>
      about {text(estimate.p50Seconds)}{' '}
      <span className={classes.soft}>
        (between {text(estimate.p10Seconds)} and {text(estimate.p90Seconds)})
      </span>
    </>
  );
}

function Space({ needed, others, free }: { needed: number; others: number; free: number }) {
  const fits = needed + others <= free;
  const width = (bytes: number) => ({
    width: `${Math.min(100, (bytes / Math.max(free, needed + others, 1)) * 100)}%`,
  });
  return (
    <div className={classes.space}>
      <div className={classes.bar} aria-hidden>
        <span className={classes.others} style={width(others)} />
        <span className={fits ? classes.needed : classes.over} style={width(needed)} />
      </div>
      <span className={fits ? undefined : classes.bad}>
        {fits ? 'Fits' : 'Does not fit'}: {bytesText(needed)} needed
        {others > 0 && `, ${bytesText(others)} for other jobs`}, {bytesText(free)} free.
      </span>
    </div>
  );
}

function Routes({ plan }: { plan: Plan }) {
  return (
    <table className={classes.routes}>
      <caption>Where the bytes come from</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Files</th>
          <th scope="col">Below 4 MiB</th>
          <th scope="col">Bytes</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {plan.routes.map(({ source, files, smallFiles, bytes }) => (
          <tr key={source}>
            <th scope="row">
              <bdi>{source}</bdi>
            </th>
            <td>{countText(files)}</td>
            <td>{percentText(smallFiles, files)}</td>
            <td>{bytesText(bytes)}</td>
            <td>{percentText(bytes, plan.bytesToMove)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Replicas({ replicas }: { replicas: NonNullable<Plan['replicas']> }) {
  const troubles = [
    ...replicas.unknown.map((name) => `No index knows ${name}.`),
    ...replicas.leftOut.map((reason) => `Left out: ${reason}`),
    ...replicas.warnings.map(({ index, text }) => `${index}: ${text}`),
    ...replicas.sites.flatMap(({ tree, trouble }) => (trouble === null ? [] : [`${tree}: ${trouble}`])),
  ];
  if (troubles.length === 0) return null;
  return (
    <ul className={classes.errors}>
      {troubles.slice(0, 8).map((trouble) => (
        <li key={trouble}>{trouble}</li>
      ))}
      {troubles.length > 8 && <li>and {countText(troubles.length - 8)} more</li>}
    </ul>
  );
}
