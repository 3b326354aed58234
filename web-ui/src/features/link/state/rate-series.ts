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

/** What came over one link in a day. */
export interface DayOfLink {
  bytes: number;
  files: number;
  failures: number;
  /** bytes a second, of equal steps */
  values: number[];
}

const SPARK_STEPS = 48;

/** The links that moved anything, by their source; all links together under `everything`. */
export function daysOf(rates: Rates, everything: string): Map<string, DayOfLink> {
  const times = timesOf(rates);
  const day = (links: readonly LinkRates[]): DayOfLink => ({
    bytes: sum(links, ({ bytes }) => bytes),
    files: sum(links, ({ files }) => files),
    failures: sum(links, ({ failures }) => failures),
    // the last step has not ended: its mean would look like a fall
    values: means(valuesOf(times, links, rates.stepSeconds).slice(0, times.length > 1 ? -1 : 1)),
  });
  const days = new Map([[everything, day(rates.links)]]);
  for (const link of rates.links) if (link.source !== null) days.set(link.source, day([link]));
  return days;
}

function sum(links: readonly LinkRates[], of: (link: LinkRates) => number): number {
  return links.reduce((total, link) => total + of(link), 0);
}

/** As many steps as a line of this size can show. */
function means(values: readonly number[]): number[] {
  const width = Math.max(1, Math.ceil(values.length / SPARK_STEPS));
  const joined: number[] = [];
  for (let at = 0; at < values.length; at += width) {
    const part = values.slice(at, at + width);
    joined.push(part.reduce((total, value) => total + value, 0) / part.length);
  }
  return joined;
}
