const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const COUNT = new Intl.NumberFormat('en-GB');

/** For example `0 B`, `512 KiB`, `1.50 GiB`: three digits that count. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // 1023.5 would be shown as 1024
  while (value >= 1023.5 && unit < BINARY_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const decimals = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(decimals)} ${BINARY_UNITS[unit]}`;
}

export function rateText(bytesPerSecond: number): string {
  return `${bytesText(bytesPerSecond)}/s`;
}

/** For example `0.5 files/s`, `1,204 files/s`. */
export function filesRateText(filesPerSecond: number): string {
  const text = filesPerSecond >= 10 ? countText(Math.round(filesPerSecond)) : filesPerSecond.toFixed(1);
  return `${text} files/s`;
}

/** For example `1,204`. */
export function countText(count: number): string {
  return COUNT.format(count);
}

/** `1 file`, `1,204 files`. */
export function filesText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'file' : 'files'}`;
}

/** The two largest units: `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export function durationText(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor(seconds / 3600) % 24} h`;
}

/** Rounded down, so that 100 % is only shown when all is there. */
export function percentText(part: number, whole: number): string {
  return `${whole <= 0 ? 0 : Math.floor((part / whole) * 100)} %`;
}
