import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { LazyTimeChart } from '../../components/chart/LazyTimeChart';
import { Known } from '../../components/page/Known';
import { Panel } from '../../components/page/Panel';
import { rateText } from '../../lib/units';
import { urlChoice, useUrlState } from '../../lib/url-state';
import { PERIODS, useRates, type Period, type Rates } from './link-queries';
import classes from './RatesPanel.module.css';
import { curveOfLink, curvesOfLinks } from './state/rate-series';

const LINKS_SHOWN = 5;
const FIELDS = { period: urlChoice<Period>(PERIODS, '1d') };

/** Rates over time: of one link, of all together, or a curve for each of the busiest. */
export function RatesPanel({ of }: { of: 'links' | { source: string | null } }) {
  const [view, change] = useUrlState(FIELDS);
  const asked = useRates(view.period);
  return (
    <Panel
      title="Rate over time"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Time"
          data={[...PERIODS]}
          value={view.period}
          onChange={(period) => change({ period: period as Period })}
        />
      }
    >
      <Known asked={asked} what="rates">
        {(rates) => <Curves rates={rates} source={of === 'links' ? undefined : of.source} />}
      </Known>
    </Panel>
  );
}

/** @param source undefined for the busiest links, null for all together */
function Curves({ rates, source }: { rates: Rates; source: string | null | undefined }) {
  const { times, series } = useMemo(
    () => (source === undefined ? curvesOfLinks(rates, LINKS_SHOWN) : curveOfLink(rates, source)),
    [rates, source],
  );
  const moved = series.some(({ values }) => values.some((value) => value !== null && value > 0));
  if (!moved) return <p className={classes.soft}>Nothing was moved in this time.</p>;
  return (
    <LazyTimeChart
      label="Rates over time"
      times={times}
      series={series}
      valueText={rateText}
      steps="bits"
      heightPixels={170}
    />
  );
}
