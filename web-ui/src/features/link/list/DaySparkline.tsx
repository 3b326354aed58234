import { VisuallyHidden } from '@mantine/core';
import classes from './link-columns.module.css';

const WIDTH = 96;
const HEIGHT = 22;

/** The rate of a link over the last day, as a line without axes beside its highest value. */
export function DaySparkline({ values, title }: { values: readonly number[]; title: string }) {
  const highest = Math.max(...values, 0);
  if (highest === 0) return <span className={classes.quiet}>nothing</span>;
  const points = values.map(
    (value, at) =>
      `${((at / Math.max(1, values.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`,
  );
  return (
    <span title={title}>
      <svg className={classes.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        <polyline points={points.join(' ')} />
      </svg>
      <VisuallyHidden>{title}</VisuallyHidden>
    </span>
  );
}
