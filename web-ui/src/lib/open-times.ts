import { parseWindow, type LinkWindow } from './link-window';

/** A time from one moment to another, in milliseconds since 1970. */
export interface Span {
  begin: number;
  end: number;
}

const STEP_MILLIS = 5 * 60_000;
const HOUR_MILLIS = 3_600_000;
const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 3;

/** When a link is closed between two moments, to five minutes; null if a window is not known to us. */
export function closedTimes(windows: readonly string[], begin: number, end: number): Span[] | null {
  if (windows.length === 0) return [];
  const known = windows.map(parseWindow);
  if (!known.every((window) => window !== null)) return null;
  const zones = new Map(known.map(({ zone }) => [zone, offsetsOf(zone)]));
  if ([...zones.values()].includes(null)) return null;
  const closed: Span[] = [];
  for (let at = begin; at < end; at += STEP_MILLIS) {
    if (known.some((window) => isOpen(window, at, zones.get(window.zone)!))) continue;
    const stop = Math.min(at + STEP_MILLIS, end);
    const last = closed.at(-1);
    if (last?.end === at) last.end = stop;
    else closed.push({ begin: at, end: stop });
  }
  return closed;
}

function isOpen(window: LinkWindow, at: number, offsetAt: (millis: number) => number): boolean {
  const local = Math.floor((at + offsetAt(at)) / 60_000) + FIRST_DAY * MINUTES_OF_DAY;
  const minute = ((local % MINUTES_OF_WEEK) + MINUTES_OF_WEEK) % MINUTES_OF_WEEK;
  return window.days.some((day) => {
    const from = day * MINUTES_OF_DAY + window.fromMinute;
    return (minute - from + MINUTES_OF_WEEK) % MINUTES_OF_WEEK < window.minutes;
  });
}

/** What a zone adds to UTC, asked for once an hour of it; null for a zone that the browser does not know. */
function offsetsOf(zone: string): ((millis: number) => number) | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    return null;
  }
  const known = new Map<number, number>();
  return (millis) => {
    const hour = Math.floor(millis / HOUR_MILLIS);
    const before = known.get(hour);
    if (before !== undefined) return before;
    const parts = Object.fromEntries(
      format.formatToParts(hour * HOUR_MILLIS).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hours, minute) - hour * HOUR_MILLIS;
    known.set(hour, offset);
    return offset;
  };
}
