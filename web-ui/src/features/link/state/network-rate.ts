/** Units of a limit: bytes as disks count them, bits as networks do; all decimal. */
export const RATE_UNITS = ['MB/s', 'GB/s', 'Mbit/s', 'Gbit/s'] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

const BYTES: Record<RateUnit, number> = { 'MB/s': 1e6, 'GB/s': 1e9, 'Mbit/s': 1.25e5, 'Gbit/s': 1.25e8 };
const NUMBER = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

/** Bytes per second. */
export function bytesPerSecondOf(value: number, unit: RateUnit): number {
  return Math.round(value * BYTES[unit]);
}

export function inUnit(bytesPerSecond: number, unit: RateUnit): number {
  return Number((bytesPerSecond / BYTES[unit]).toPrecision(6));
}

/** Bits, as networks are bought: `9.4 Gbit/s`. */
export function bitsText(bytesPerSecond: number): string {
  const unit = bytesPerSecond * 8 >= 1e9 ? 'Gbit/s' : 'Mbit/s';
  return textIn(bytesPerSecond, unit, 2);
}

/** A limit in bytes as people set it: `250 MB/s`. */
export function limitText(bytesPerSecond: number): string {
  const unit = bytesPerSecond >= 1e9 ? 'GB/s' : 'MB/s';
  return `${NUMBER.format(bytesPerSecond / BYTES[unit])} ${unit}`;
}

function textIn(bytesPerSecond: number, unit: RateUnit, digits: number): string {
  const value = bytesPerSecond / BYTES[unit];
  const decimals = value === 0 || value >= 10 ** digits ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(decimals)} ${unit}`;
}
