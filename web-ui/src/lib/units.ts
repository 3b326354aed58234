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

/** Units of rates in bytes per second: bytes of files, or bits as lines are bought; decimal, and binary for bytes. */
const RATE_UNIT_BYTES = {
  'B/s': 1,
  'kB/s': 1e3,
  'MB/s': 1e6,
  'GB/s': 1e9,
  'TB/s': 1e12,
  'PB/s': 1e15,
  'KiB/s': 1024,
  'MiB/s': 1024 ** 2,
  'GiB/s': 1024 ** 3,
  'TiB/s': 1024 ** 4,
  'PiB/s': 1024 ** 5,
  'bit/s': 1 / 8,
  'kbit/s': 125,
  'Mbit/s': 125e3,
  'Gbit/s': 125e6,
  'Tbit/s': 125e9,
  'Pbit/s': 125e12,
} as const;
export type RateUnit = keyof typeof RATE_UNIT_BYTES;

/** The unit of a limit that nobody has typed yet. */
export const RATE_UNIT_AT_FIRST: RateUnit = 'Mbit/s';
/** Units that a field offers, besides the one in which its limit was typed. */
export const RATE_UNITS_OFFERED: readonly RateUnit[] = ['kB/s', 'MB/s', 'GB/s', 'Mbit/s', 'Gbit/s'];

const BYTE_UNITS: readonly RateUnit[] = ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s', 'PB/s'];
const BINARY_BYTE_UNITS: readonly RateUnit[] = ['B/s', 'KiB/s', 'MiB/s', 'GiB/s', 'TiB/s', 'PiB/s'];
const BIT_UNITS: readonly RateUnit[] = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s', 'Pbit/s'];
/** More digits are those of a number of bytes. */
const DIGITS_TYPED_MAX = 6;
const DIGITS_MAX = 4;
/** As many as a double has. */
const EXACT = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 15, useGrouping: false });
const ROUNDED = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3, useGrouping: false });

/** What is measured, in bits as lines are bought: `0 bit/s`, `800 kbit/s`, `9.40 Gbit/s`. Amounts of files are in bytes. */
export function rateText(bytesPerSecond: number): string {
  const rate = Math.max(0, bytesPerSecond);
  // 999.5 would be shown as 1000
  const unit = largest(BIT_UNITS, rate, 0.9995);
  const value = inUnit(rate, unit);
  const decimals = unit === 'bit/s' || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(decimals)} ${unit}`;
}

/**
 * A limit as it is typed: in the unit in which its number has the fewest digits. 250,000,000 bytes per second are `2 Gbit/s`, and 100,000 are
 * `100 kB/s`, not `800 kbit/s`. Typed again it is the same limit. The programs say the same of it.
 */
export function typedLimit(bytesPerSecond: number): string {
  return scaledText(bytesPerSecond, typedUnit(bytesPerSecond));
}

/** A limit as it is typed, and in the other unit: `2 Gbit/s = 250 MB/s`, or `100 MiB/s, about 839 Mbit/s`. */
export function limitText(bytesPerSecond: number): string {
  const isInBits = typedUnit(bytesPerSecond).endsWith('bit/s');
  const unit = largest(isInBits ? BYTE_UNITS : BIT_UNITS, bytesPerSecond);
  const typed = typedLimit(bytesPerSecond);
  return digits(bytesPerSecond, unit) <= DIGITS_MAX
    ? `${typed} = ${scaledText(bytesPerSecond, unit)}`
    : `${typed}, about ${ROUNDED.format(inUnit(bytesPerSecond, unit))} ${unit}`;
}

/** The unit in which somebody will have typed a limit. */
export function typedUnit(bytesPerSecond: number): RateUnit {
  let best = largest(BYTE_UNITS, bytesPerSecond);
  for (const units of [BINARY_BYTE_UNITS, BIT_UNITS]) {
    const unit = largest(units, bytesPerSecond);
    const fewer = digits(bytesPerSecond, best) - digits(bytesPerSecond, unit);
    if (fewer > 0 || (fewer === 0 && isRound(bytesPerSecond, unit) && !isRound(bytesPerSecond, best)))
      best = unit;
  }
  return digits(bytesPerSecond, best) > DIGITS_TYPED_MAX ? 'B/s' : best;
}

export function bytesPerSecondOf(value: number, unit: RateUnit): number {
  return Math.round(value * RATE_UNIT_BYTES[unit]);
}

export function inUnit(bytesPerSecond: number, unit: RateUnit): number {
  return Number((bytesPerSecond / RATE_UNIT_BYTES[unit]).toPrecision(15));
}

function scaledText(bytesPerSecond: number, unit: RateUnit): string {
  return `${EXACT.format(inUnit(bytesPerSecond, unit))} ${unit}`;
}

/** The largest that leaves the least before the point, or the smallest there is. */
function largest(units: readonly RateUnit[], bytesPerSecond: number, least = 1): RateUnit {
  return units.findLast((unit) => bytesPerSecond / RATE_UNIT_BYTES[unit] >= least) ?? units[0]!;
}

function significant(bytesPerSecond: number, unit: RateUnit): string {
  return EXACT.format(inUnit(bytesPerSecond, unit)).replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
}

function digits(bytesPerSecond: number, unit: RateUnit): number {
  return significant(bytesPerSecond, unit).length;
}

/** True for what is said most often: 1, 2, 5 and their tenfold, before 4 and 8. */
function isRound(bytesPerSecond: number, unit: RateUnit): boolean {
  return ['1', '2', '5'].includes(significant(bytesPerSecond, unit));
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
