import type { Series } from '../../../components/chart/TimeChart';
import type { LinkRates, Rates } from '../link-queries';

/** Curves over the steps of an answer: a step without a point moved nothing. */
export interface RateCurves {
  /** milliseconds since 1970 */
  times: number[];
  series: Series[];
}

type Times = Pick<Rates, 'since' | 'until' | 'stepSeconds'>;

function timesOf({ since, until, stepSeconds }: Times): number[] {
  const times: number[] = [];
  for (let at = Date.parse(since); at < Date.parse(until); at += stepSeconds * 1000) times.push(at);
  return times;
}

function valuesOf(times: readonly number[], links: readonly LinkRates[], stepSeconds: number): number[] {
  const values = times.map(() => 0);
  for (const { points } of links)
    for (const { at, bytesPerSecond } of points) {
      const step = Math.floor((Date.parse(at) - times[0]!) / (stepSeconds * 1000));
      if (step >= 0 && step < values.length) values[step] = values[step]! + bytesPerSecond;
    }
  return values;
}

/** One curve for each of the links that moved most, and one for all others together. */
export function curvesOfLinks(rates: Rates, linksMax: number): RateCurves {
  const times = timesOf(rates);
  const named = rates.links.filter(({ source }) => source !== null).slice(0, linksMax);
  const rest = rates.links.filter((link) => !named.includes(link));
  const series = named.map((link) => ({
    name: link.source!,
    values: valuesOf(times, [link], rates.stepSeconds),
  }));
  if (rest.length > 0) series.push({ name: 'others', values: valuesOf(times, rest, rates.stepSeconds) });
  return { times, series };
}

/** The curve of one link; of everything that comes to the site if `source` is null. */
export function curveOfLink(rates: Rates, source: string | null): RateCurves {
  const times = timesOf(rates);
  const links = source === null ? rates.links : rates.links.filter((link) => link.source === source);
  return {
    times,
    series: [{ name: source ?? 'All links', values: valuesOf(times, links, rates.stepSeconds) }],
  };
}
