/** The days of a week as windows name them, Monday first. */
export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const FORM = /^(?:([a-z,-]+) +)?(\d\d):(\d\d)-(\d\d):(\d\d) +(\S+)$/i;
const MINUTES_OF_DAY = 24 * 60;

/** One window of a link, `Mon-Fri 18:00-06:00 Europe/Berlin`. */
export interface LinkWindow {
  /** on which it begins, 0 for Monday */
  days: readonly number[];
  /** from midnight of such a day on */
  fromMinute: number;
  /** at most a day */
  minutes: number;
  zone: string;
}

/** null for what is no window. */
export function parseWindow(text: string): LinkWindow | null {
  const [, named = 'daily', from, fromMinutes, to, toMinutes, zone] = FORM.exec(text.trim()) ?? [];
  const days = daysOf(named);
  if (zone === undefined || days === null) return null;
  const first = Number(from) * 60 + Number(fromMinutes);
  const last = Number(to) * 60 + Number(toMinutes);
  if (first >= MINUTES_OF_DAY || last > MINUTES_OF_DAY || first === last) return null;
  const minutes = last > first ? last - first : last - first + MINUTES_OF_DAY;
  return { days, fromMinute: first, minutes, zone };
}

function daysOf(text: string): number[] | null {
  if (text.toLowerCase() === 'daily') return DAYS.map((_, index) => index);
  const days: number[] = [];
  for (const part of text.split(',')) {
    const ends = part
      .split('-')
      .map((name) => DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase()));
    if (ends.length > 2 || ends.includes(-1)) return null;
    const length = (ends.at(-1)! - ends[0]! + DAYS.length) % DAYS.length;
    for (let day = 0; day <= length; day += 1) days.push((ends[0]! + day) % DAYS.length);
  }
  return days;
}
