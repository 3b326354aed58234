import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Page, Schemas } from '../../../api/messages';
import { LazyTimeChart } from '../../../components/chart/LazyTimeChart';
import { ErrorPanel } from '../../../components/ErrorPanel';
import { Empty } from '../../../components/page/Empty';
import { Known } from '../../../components/page/Known';
import { Panel } from '../../../components/page/Panel';
import { ProgressBar } from '../../../components/ProgressBar';
import { DataTable } from '../../../components/table/DataTable';
import { durationText, rateText } from '../../../lib/units';
import { useAnswer } from '../../../lib/answer';
import { useNowMillis } from '../../../lib/now';
import { listOf } from '../../../lib/paged-list';
import { useMay } from '../../../lib/session';
import { useBenches, useStartBench, type Bench, type BenchMode, type Ends } from '../link-queries';
import { BENCH_COLUMNS } from './bench-columns';
import { benchCurves, MODES, writes } from './bench-words';
import classes from './BenchPanel.module.css';

/** What the path did when it was measured, and a new measurement. */
export function BenchPanel({ ends }: { ends: Ends }) {
  const benches = useBenches(ends);
  const mayMeasure = useMay('operator');
  // of the measurements that were started here: the server does not tell how long they take
  const [wanted, setWanted] = useState<Record<string, number>>({});
  const running = benches.data?.items.find((bench) => bench.state === 'RUNNING');
  return (
    <Panel title="Measurements" flush>
      {running !== undefined && <Progress bench={running} seconds={wanted[running.id]} />}
      {running === undefined && mayMeasure && (
        <Form ends={ends} onStarted={(id, seconds) => setWanted({ ...wanted, [id]: seconds })} />
      )}
      <Known asked={benches} what="measurements">
        {({ items }) => <History benches={items} />}
      </Known>
    </Panel>
  );
}

const bitsOf = (bits: number) => rateText(bits / 8);

function History({ benches }: { benches: Bench[] }) {
  const curves = useMemo(() => benchCurves(benches), [benches]);
  return (
    <>
      {curves !== null && (
        <div className={classes.chart}>
          <LazyTimeChart label="Measured rates" valueText={bitsOf} heightPixels={140} hasDots {...curves} />
        </div>
      )}
      <DataTable
        label="Measurements"
        columns={BENCH_COLUMNS}
        list={listOf(benches)}
        rowKey={(bench) => bench.id}
        framed={false}
        empty={
          <Empty title="Not measured yet">
            <p>A measurement shows what the path can do, with and without the disks at its ends.</p>
          </Empty>
        }
      />
    </>
  );
}

function Progress({ bench, seconds }: { bench: Bench; seconds: number | undefined }) {
  const elapsed = Math.max(0, useNowMillis() - Date.parse(bench.beganAt));
  return (
    <div className={classes.running} aria-live="polite">
      <span>
        Measuring {bench.mode} for {durationText(elapsed)}
        {seconds !== undefined && elapsed <= seconds * 1000 && ` of ${durationText(seconds * 1000)}`}
        {bench.jobId !== null && (
          <>
            ,{' '}
            <Link to="/jobs/$jobId" params={{ jobId: bench.jobId }}>
              {bench.jobId}
            </Link>
          </>
        )}
      </span>
      {seconds !== undefined && (
        <ProgressBar total={seconds * 1000} shares={[{ amount: Math.min(elapsed, seconds * 1000) }]} />
      )}
    </div>
  );
}

const SECONDS = 10;
const SECONDS_MAX = 300;

function Form({ ends, onStarted }: { ends: Ends; onStarted: (id: string, seconds: number) => void }) {
  const start = useStartBench(ends);
  const [mode, setMode] = useState<BenchMode>('mem-mem');
  const [seconds, setSeconds] = useState<number | string>(SECONDS);
  const [exportName, setExportName] = useState('');
  const isReady = Number(seconds) >= 1 && Number(seconds) <= SECONDS_MAX;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || start.isPending) return;
        start.mutate(
          { mode, seconds: Number(seconds), export: writes(mode) && exportName !== '' ? exportName : null },
          { onSuccess: ({ id }) => onStarted(id, Number(seconds)) },
        );
      }}
    >
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label="What to measure"
          className={classes.mode}
          data={[...MODES]}
          value={mode}
          onChange={(event) => setMode(event.currentTarget.value as BenchMode)}
        />
        {writes(mode) && <ExportChoice value={exportName} onValue={setExportName} />}
        <NumberInput
          size="xs"
          label="Seconds"
          className={classes.seconds}
          value={seconds}
          onChange={setSeconds}
          min={1}
          max={SECONDS_MAX}
          allowDecimal={false}
          hideControls
          error={!isReady && `1 to ${SECONDS_MAX}`}
        />
        <Button size="xs" type="submit" loading={start.isPending} disabled={!isReady}>
          Measure
        </Button>
      </div>
      {start.isError && <ErrorPanel error={start.error} />}
    </form>
  );
}

function ExportChoice({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const exports = useAnswer<Page<Schemas['ExportView']>>('/exports', { limit: 1000 });
  const writable = exports.data?.items.filter((each) => each.mode === 'rw') ?? [];
  return (
    <NativeSelect
      size="xs"
      label="Writes to"
      data={[
        { value: '', label: 'the one with most room' },
        ...writable.map(({ name }) => ({ value: name, label: name })),
      ]}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
