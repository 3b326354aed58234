const two = (value: number) => String(value).padStart(2, '0');

/** In the reader's zone: `14:03` today, otherwise `2026-11-20 14:03`. */
export function localText(moment: Date, now: Date): string {
  return localParts(moment, now).join(' ');
}

/** As {@link localText}, in parts between which a line may break. */
export function localParts(moment: Date, now: Date): string[] {
  const clock = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  return moment.toDateString() === now.toDateString() ? [clock] : [dayText(moment), clock];
}

/** In the reader's zone, in full and in two parts: `2026-11-20`, `14:03:10`. */
export function fullLocalParts(moment: Date): string[] {
  return [
    dayText(moment),
    `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`,
  ];
}

/** `2026-11-20 13:03:10 UTC` */
export function utcText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The reader's zone as it is at a moment: `Europe/Berlin, UTC+01:00`; without a name where the browser has none. */
export function zoneText(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const offset =
    minutes === 0 ? '' : `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined;
  return name === undefined || name === 'UTC' ? `UTC${offset}` : `${name}, UTC${offset}`;
}

/** Both for a tooltip: `2026-11-20 13:03:10 UTC, 2026-11-20 14:03:10 in Europe/Berlin, UTC+01:00`. */
export function bothText(moment: Date): string {
  return `${utcText(moment)}, ${fullLocalParts(moment).join(' ')} in ${zoneText(moment)}`;
}

/** The begin of a day as an input of the browser has it, `2026-11-20`, in the reader's zone, or of one some days later; null if it is none. */
export function dayBegin(day: string, laterDays = 0): string | null {
  const begin = new Date(`${day}T00:00:00`);
  if (Number.isNaN(begin.getTime())) return null;
  begin.setDate(begin.getDate() + laterDays);
  return begin.toISOString();
}

function dayText(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
