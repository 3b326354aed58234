import type { Tone } from '../../../components/page/Badge';
import type { Series } from '../../../components/chart/TimeChart';
import type { Bench, BenchMode } from '../link-queries';

export const MODES: readonly { value: BenchMode; label: string }[] = [
  { value: 'mem-mem', label: 'Memory to memory: the path' },
  { value: 'disk-mem', label: 'Disk to memory: with the disk of the source' },
  { value: 'mem-disk', label: 'Memory to disk: with the disk here' },
  { value: 'disk-disk', label: 'Disk to disk: the whole way' },
];

export const BENCH_TONES: Record<Bench['state'], Tone> = { RUNNING: 'moving', DONE: 'good', FAILED: 'bad' };
export const BENCH_WORDS: Record<Bench['state'], string> = {
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
};

/** What is written at the destination, so that it needs an export. */
export function writes(mode: BenchMode): boolean {
  return mode.endsWith('-disk');
}

/** Measured rates over time in bits per second, a curve for each mode; null for fewer than two, of which none can be seen. */
export function benchCurves(benches: readonly Bench[]): { times: number[]; series: Series[] } | null {
  const done = benches
    .filter((bench) => bench.state === 'DONE')
    .sort((one, other) => Date.parse(one.beganAt) - Date.parse(other.beganAt));
  if (done.length < 2) return null;
  const modes = [...new Set(done.map((bench) => bench.mode))].sort();
  return {
    times: done.map((bench) => Date.parse(bench.beganAt)),
    series: modes.map((mode) => ({
      name: mode,
      values: done.map((bench) => (bench.mode === mode ? bench.bytesPerSecond * 8 : null)),
    })),
  };
}
