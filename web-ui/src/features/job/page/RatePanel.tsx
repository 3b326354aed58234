import { useMemo } from 'react';
import type { Job } from '../../../api/messages';
import { LazyTimeChart } from '../../../components/chart/LazyTimeChart';
import { Moment } from '../../../components/Moment';
import { Panel } from '../../../components/page/Panel';
import { countText, rateText } from '../../../lib/units';
import classes from './RatePanel.module.css';
import { useJobRates, type JobRates } from './page-queries';
import { curveOf, marksOf } from './rate-curve';

const MARKS_SHOWN = 3;

/** The rate over time, with what changed it; nothing where the server does not keep it. */
export function RatePanel({ job }: { job: Job }) {
  const rates = useJobRates(job).data;
  if (rates == null || rates.points.length < 2) return null;
  return (
    <Panel title="Rate over time">
      <Curve rates={rates} />
    </Panel>
  );
}

function Curve({ rates }: { rates: JobRates }) {
  const curve = useMemo(() => curveOf(rates), [rates]);
  const series = useMemo(() => [{ name: 'Rate', values: curve.values }], [curve]);
  const marks = useMemo(() => marksOf(rates), [rates]);
  return (
    <>
      <LazyTimeChart
        label="Rate of the job over time"
        times={curve.times}
        series={series}
        valueText={rateText}
        steps="bits"
        marks={marks}
        heightPixels={150}
      />
      {rates.marks.length > 0 && (
        <ul className={classes.marks} aria-label="What changed the rate">
          {rates.marks
            .slice(-MARKS_SHOWN)
            .reverse()
            .map((mark) => (
              <li key={`${mark.at} ${mark.text}`} title={mark.text}>
                <Moment at={mark.at} /> <bdi>{mark.text}</bdi>
              </li>
            ))}
          {rates.marks.length > MARKS_SHOWN && (
            <li>{countText(rates.marks.length - MARKS_SHOWN)} earlier, marked in the curve</li>
          )}
        </ul>
      )}
    </>
  );
}
