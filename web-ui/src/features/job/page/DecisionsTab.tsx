import { useMemo } from 'react';
import type { Explanation, Job } from '../../../api/messages';
import { LazyTimeChart } from '../../../components/chart/LazyTimeChart';
import { Moment } from '../../../components/Moment';
import { Empty } from '../../../components/page/Empty';
import { Panel } from '../../../components/page/Panel';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { countText, rateText } from '../../../lib/units';
import classes from './DecisionsTab.module.css';
import { isFinal } from '../state/job-state';
import { useJobDecisions, type JobDecision } from './page-queries';
import { numbersOf } from './worker-numbers';

const COLUMNS: readonly Column<JobDecision>[] = [
  { id: 'at', header: 'Time', track: '146px', cell: (decision) => <Moment at={decision.at} full /> },
  {
    id: 'source',
    header: 'From',
    track: 'minmax(70px, 0.5fr)',
    cell: (decision) => <bdi title={decision.source}>{decision.source}</bdi>,
  },
  {
    id: 'change',
    header: 'Change',
    track: '124px',
    cell: (decision) => (
      <>
        {decision.stage} {decision.before} → <strong>{decision.after}</strong>
      </>
    ),
  },
  {
    id: 'rate',
    header: 'Rate before',
    track: '96px',
    end: true,
    cell: (decision) => rateText(decision.bytesPerSecond),
  },
  {
    id: 'text',
    header: 'Why',
    track: 'minmax(0, 2.4fr)',
    phone: 'title',
    cell: (decision) => <bdi title={decision.text}>{decision.text}</bdi>,
  },
];

/** How the number of streams was adapted, and what else the program decided by itself. */
export function DecisionsTab({ job, explanation }: { job: Job; explanation: Explanation | undefined }) {
  const list = useJobDecisions(job);
  const rows = list.rows;
  const known = new Set(rows.map((decision) => decision.text));
  const others = (explanation?.decisions ?? []).filter((decision) => !known.has(decision.text));
  return (
    <div className={classes.parts}>
      {rows.length > 1 && <NumbersOverTime rows={rows} />}
      <DataTable
        label="Decisions"
        columns={COLUMNS}
        list={list}
        rowKey={(decision) => String(decision.number)}
        empty={
          <Empty title="The number of streams was never changed">
            <p>
              {isFinal(job)
                ? 'It was pinned, or no other number was faster.'
                : 'It is adapted while files move, unless the job pins it.'}
            </p>
          </Empty>
        }
      />
      {others.length > 0 && (
        <Panel title="What else happened by itself, the newest first">
          <ul className={classes.others}>
            {others.map((decision) => (
              <li key={decision.at + decision.text}>
                <Moment at={decision.at} full /> <bdi>{decision.text}</bdi>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function NumbersOverTime({ rows }: { rows: JobDecision[] }) {
  const { times, series } = useMemo(() => numbersOf(rows), [rows]);
  return (
    <Panel title="Number of streams over time">
      <LazyTimeChart
        label="Number of streams over time"
        times={times}
        series={series}
        valueText={countText}
        steps="whole"
        heightPixels={110}
      />
    </Panel>
  );
}
