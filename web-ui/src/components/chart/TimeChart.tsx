import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { localText } from '../../lib/time';
import classes from './TimeChart.module.css';

export interface Series {
  name: string;
  /** one value for each time; null where nothing is known */
  values: readonly (number | null)[];
}

/** Something that happened at one moment: a pause, a retry, a change of the number of streams. */
export interface Mark {
  /** milliseconds since 1970 */
  at: number;
  text: string;
  tone?: 'good' | 'warn' | 'bad';
}

interface TimeChartProps {
  /** what is drawn, for those who do not see it */
  label: string;
  /** milliseconds since 1970, ascending */
  times: readonly number[];
  series: readonly Series[];
  /** a value with its unit */
  valueText: (value: number) => string;
  marks?: readonly Mark[];
  heightPixels?: number;
  /** a dot for each value, joined over what is not known: for few values */
  hasDots?: boolean;
  /** of the axis of values: round in KiB, MiB and so on, or whole numbers */
  steps?: keyof typeof STEPS;
}

const COLOURS = 8;
const POWERS = [0, 1, 2, 3, 4, 5];
const STEPS = {
  // 500 MiB and not 477
  bytes: POWERS.flatMap((power) => [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * 1024 ** power)),
  // bytes of lines that are read in bits: 2 Gbit/s and not 2.15
  bits: POWERS.flatMap((power) =>
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => (step * 1000 ** power) / 8),
  ),
  // and no half of a stream
  whole: POWERS.flatMap((power) => [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * 1000 ** power)),
};
const DAY_SECONDS = 86_400;
/** Half of the last time of the axis. */
const RIGHT_PIXELS = 18;
const NO_MARKS: readonly Mark[] = [];

/** Values over time, with marks. The same values stand in a table for those who read instead of look. */
export default function TimeChart(props: TimeChartProps) {
  const { label, times, series, valueText, marks = [] } = props;
  return (
    <figure className={classes.figure}>
      <Drawing {...props} />
      <figcaption className={classes.caption}>
        {series.length > 1 &&
          series.map((each, index) => (
            <span key={each.name} className={classes.key}>
              <span className={`${classes.dot} ${classes[`c${index % COLOURS}`]}`} aria-hidden />
              <bdi>{each.name}</bdi>
            </span>
          ))}
      </figcaption>
      <div className={classes.heard}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {series.map((each) => (
                <th key={each.name} scope="col">
                  {each.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sampled(times).map((index) => (
              <tr key={index}>
                <th scope="row">{new Date(times[index]!).toISOString()}</th>
                {series.map((each) => (
                  <td key={each.name}>{each.values[index] == null ? '–' : valueText(each.values[index]!)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {marks.length > 0 && (
        <ol className={classes.heard} aria-label={`Marks of ${label}`}>
          {marks.slice(-20).map((mark) => (
            <li key={`${mark.at} ${mark.text}`}>
              {new Date(mark.at).toISOString()} {mark.text}
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}

/** At most twelve of many. */
function sampled(times: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(times.length / 12));
  return times.map((_, index) => index).filter((index) => index % step === 0);
}

function Drawing({
  times,
  series,
  valueText,
  marks = NO_MARKS,
  heightPixels = 160,
  hasDots = false,
  steps,
  label,
}: TimeChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (element === null || element.clientWidth === 0) return undefined;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: heightPixels,
        cursor: { points: { size: 6 }, drag: { x: false, y: false } },
        legend: { show: false },
        padding: [8, RIGHT_PIXELS, 0, 0],
        scales: { y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
        axes: [
          {
            ...axis(colour('--bdm-text-soft'), colour('--bdm-line-soft'), 24),
            values: (_chart, splits, _axis, _space, step) => splits.map((seconds) => timeText(seconds, step)),
          },
          {
            ...axis(colour('--bdm-text-soft'), colour('--bdm-line-soft'), 76),
            ...(steps === undefined ? {} : { incrs: STEPS[steps] }),
            values: (_chart, splits) => splits.map((value) => valueText(value)),
          },
        ],
        series: [
          {},
          ...series.map((each, index) => ({
            label: each.name,
            stroke: colour(`--bdm-c${index % COLOURS}`),
            width: 1.5,
            ...(series.length === 1 ? { fill: colour('--bdm-moving-soft') } : {}),
            points: hasDots ? { show: true, size: 6 } : { show: false },
            spanGaps: hasDots,
          })),
        ],
        hooks: {
          draw: [(chart) => drawMarks(chart, marks, colour)],
          setCursor: [tooltip(times, series, valueText, marks)],
        },
      },
      [times.map((time) => time / 1000), ...series.map((each) => [...each.values])] as uPlot.AlignedData,
      element,
    );
    const resizing = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: heightPixels }),
    );
    resizing.observe(element);
    return () => {
      resizing.disconnect();
      chart.destroy();
    };
  }, [times, series, marks, valueText, heightPixels, hasDots, steps, scheme]);
  return (
    <div
      ref={place}
      className={classes.drawing}
      // a canvas that the library makes
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      style={{ minHeight: heightPixels }}
    />
  );
}

function axis(text: string, line: string, size: number): uPlot.Axis {
  return {
    stroke: text,
    size,
    font: '11px system-ui',
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
}

/** In the reader's zone: the time, and of midnight the day; the day alone where steps are days. */
function timeText(seconds: number, step: number): string {
  const moment = new Date(seconds * 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  return step >= DAY_SECONDS || clock === '00:00'
    ? `${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
    : clock;
}

function drawMarks(chart: uPlot, marks: readonly Mark[], colour: (name: string) => string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  for (const mark of marks) {
    const x = chart.valToPos(mark.at / 1000, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colour(`--bdm-${mark.tone ?? 'track'}`);
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Tells the values under the pointer, and a mark near to it. */
function tooltip(
  times: readonly number[],
  series: readonly Series[],
  valueText: (value: number) => string,
  marks: readonly Mark[],
) {
  return (chart: uPlot) => {
    const index = chart.cursor.idx;
    const over = chart.over;
    if (index == null || times[index] === undefined) {
      over.title = '';
      return;
    }
    const near = marks.filter((mark) => {
      const distance = chart.valToPos(mark.at / 1000, 'x') - (chart.cursor.left ?? 0);
      return Math.abs(distance) < 6;
    });
    over.title = [
      localText(new Date(times[index]), new Date()),
      ...series.map((each) => {
        const value = each.values[index];
        return `${each.name}: ${value == null ? 'not known' : valueText(value)}`;
      }),
      ...near.map((mark) => mark.text),
    ].join('\n');
  };
}
