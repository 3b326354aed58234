import { lazy, Suspense, type ComponentProps } from 'react';
import { loadPart } from '../../lib/load-part';
import { Loading } from '../Loading';

const Chart = lazy(() => loadPart(() => import('./TimeChart')));

/** {@link Chart}, whose library is loaded when the first one is shown. */
export function LazyTimeChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense fallback={<Loading what="the chart" />}>
      <Chart {...props} />
    </Suspense>
  );
}
