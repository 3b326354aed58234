import { DAYS, parseWindow } from './link-window';

export const HOURS_OF_DAY = 24;
const HOURS_OF_WEEK = DAYS.length * HOURS_OF_DAY;

/** A week in one zone: for each hour from Monday 00:00 on whether the link is open. */
export interface WeeklyHours {
  zone: string;
  open: readonly boolean[];
}

export function noHours(zone: string): WeeklyHours {
  return { zone, open: new Array<boolean>(HOURS_OF_WEEK).fill(false) };
}

/** Windows as a week; null for what a picture of hours cannot show: minutes, several zones, or what is no window. */
export function hoursOf(windows: readonly string[]): WeeklyHours | null {
  let zone: string | null = null;
  const open = new Array<boolean>(HOURS_OF_WEEK).fill(false);
  for (const window of windows) {
    const known = parseWindow(window);
    if (known === null || (zone !== null && zone !== known.zone)) return null;
    zone = known.zone;
    const [first, length] = [known.fromMinute / 60, known.minutes / 60];
    if (!Number.isInteger(first) || !Number.isInteger(length)) return null;
    for (const day of known.days)
      for (let hour = 0; hour < length; hour += 1)
        open[(day * HOURS_OF_DAY + first + hour) % HOURS_OF_WEEK] = true;
  }
  return zone === null ? null : { zone, open };
}

/** A week as windows: days with the same hours share one, and a night is one window of the day on which it begins. */
export function windowsOf({ zone, open }: WeeklyHours): string[] {
  if (open.every(Boolean)) return [`daily 00:00-24:00 ${zone}`];
  const daysByTime = new Map<string, number[]>();
  for (const [begin, length] of runsOf(open)) {
    // a window is shorter than a day, or is all of one
    for (let left = length, at = begin; left > 0;) {
      const hour = at % HOURS_OF_DAY;
      const taken = left >= HOURS_OF_DAY ? HOURS_OF_DAY - hour : left;
      const end = hour + taken;
      const time = `${two(hour)}:00-${two(end > HOURS_OF_DAY ? end - HOURS_OF_DAY : end)}:00`;
      daysByTime.set(time, [...(daysByTime.get(time) ?? []), Math.floor(at / HOURS_OF_DAY) % DAYS.length]);
      at += taken;
      left -= taken;
    }
  }
  return [...daysByTime].map(([time, days]) => `${daysText(days)} ${time} ${zone}`);
}

/** Begin and length of what is open without a break; one that goes over the end of the week is one. */
function runsOf(open: readonly boolean[]): [begin: number, length: number][] {
  const runs: [number, number][] = [];
  for (let hour = 0; hour < HOURS_OF_WEEK; hour += 1) {
    if (!open[hour] || open[(hour + HOURS_OF_WEEK - 1) % HOURS_OF_WEEK]) continue;
    let length = 1;
    while (open[(hour + length) % HOURS_OF_WEEK]) length += 1;
    runs.push([hour, length]);
  }
  return runs;
}

function daysText(days: readonly number[]): string {
  if (days.length === DAYS.length) return 'daily';
  const parts: string[] = [];
  const sorted = [...days].sort((one, other) => one - other);
  for (let index = 0; index < sorted.length;) {
    let last = index;
    while (sorted[last + 1] === sorted[last]! + 1) last += 1;
    const [from, to] = [DAYS[sorted[index]!]!, DAYS[sorted[last]!]!];
    parts.push(last === index ? from : `${from}${last === index + 1 ? ',' : '-'}${to}`);
    index = last + 1;
  }
  return parts.join(',');
}

const two = (value: number) => String(value).padStart(2, '0');
