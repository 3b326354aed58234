import type { Span } from '../../../lib/open-times';

export interface Tick {
  millis: number;
  text: string;
}

const HOUR = 3_600_000;
const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const TICKS_MAX = 8;
/** Hours between two ticks; all but the last divide a day, so that midnight has one. */
const STEPS = [1, 2, 3, 6, 12, 24] as const;

/** A tick nearer to the end has no room for its text. */
const END_SHARE = 0.05;

/** Full hours of the reader's zone, and at midnight the day. */
export function ticksOf({ begin, end }: Span): Tick[] {
  const hours = (end - begin) / HOUR;
  const step = STEPS.find((each) => hours / each <= TICKS_MAX) ?? 24;
  const first = new Date(begin);
  first.setMinutes(0, 0, 0);
  const ticks: Tick[] = [];
  for (const at = first; at.getTime() <= end - END_SHARE * (end - begin); at.setHours(at.getHours() + 1)) {
    if (at.getTime() < begin || at.getHours() % step !== 0) continue;
    ticks.push({ millis: at.getTime(), text: at.getHours() === 0 ? dayText(at) : `${at.getHours()}:00` });
  }
  return ticks;
}

function dayText(day: Date): string {
  return `${DAY_NAMES[day.getDay()]} ${day.getDate()}`;
}

/** In the reader's zone: `14:03` today, `Sat 14:03` within a week, else `Sat 28`. */
export function soonText(millis: number, now: number): string {
  const moment = new Date(millis);
  const clock = `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`;
  if (moment.toDateString() === new Date(now).toDateString()) return clock;
  return Math.abs(millis - now) < 7 * 24 * HOUR ? `${DAY_NAMES[moment.getDay()]} ${clock}` : dayText(moment);
}
