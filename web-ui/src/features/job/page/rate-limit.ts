/** Units of a limit: bytes as disks count them, bits as networks do; both decimal. */
export type LimitUnit = 'MB/s' | 'Mbit/s';

const BYTES: Record<LimitUnit, number> = { 'MB/s': 1_000_000, 'Mbit/s': 125_000 };
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

/** Bytes per second. */
export function toBytesPerSecond(value: number, unit: LimitUnit): number {
  return Math.round(value * BYTES[unit]);
}

export function inUnit(bytesPerSecond: number, unit: LimitUnit): number {
  return bytesPerSecond / BYTES[unit];
}

/** For example `250 MB/s`, `2,000 Mbit/s`. */
export function limitText(bytesPerSecond: number, unit: LimitUnit): string {
  return `${NUMBER.format(inUnit(bytesPerSecond, unit))} ${unit}`;
}

export function otherUnit(unit: LimitUnit): LimitUnit {
  return unit === 'MB/s' ? 'Mbit/s' : 'MB/s';
}
