import type { Mark } from '../../../components/chart/TimeChart';
import type { JobRates } from './page-queries';

interface Curve {
  /** milliseconds since 1970 */
  times: number[];
  /** bytes per second */
  values: number[];
}

const TONES: Partial<Record<string, NonNullable<Mark['tone']>>> = {
  PAUSED: 'warn',
  PARTIAL: 'bad',
  FAILED: 'bad',
  CANCELLED: 'bad',
  SUCCEEDED: 'good',
};

/** A point for the begin of each step; a step that is left out moved nothing, so the curve falls to zero around a gap. */
export function curveOf({ points, stepSeconds }: JobRates): Curve {
  const step = stepSeconds * 1000;
  const curve: Curve = { times: [], values: [] };
  const add = (time: number, value: number) => {
    curve.times.push(time);
    curve.values.push(value);
  };
  let last: number | null = null;
  for (const point of points) {
    const at = Date.parse(point.at);
    if (last !== null && at - last > 1.5 * step) {
      add(last + step, 0);
      if (at - last > 2.5 * step) add(at - step, 0);
    }
    add(at, point.bytesPerSecond);
    last = at;
  }
  return curve;
}

export function marksOf({ marks }: JobRates): Mark[] {
  return marks.map(({ at, code, text }) => {
    const tone = TONES[code];
    return { at: Date.parse(at), text, ...(tone !== undefined && { tone }) };
  });
}
