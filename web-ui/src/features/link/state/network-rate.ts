/** Units of a limit: bytes as disks count them, bits as networks do; all decimal. */
export const RATE_UNITS = ['MB/s', 'GB/s', 'Mbit/s', 'Gbit/s'] as const;
export type RateUnit = (typeof RATE_UNITS)[number];

const BYTES: Record<RateUnit, number> = { 'MB/s': 1e6, 'GB/s': 1e9, 'Mbit/s': 1.25e5, 'Gbit/s': 1.25e8 };

/** Bytes per second. */
export function bytesPerSecondOf(value: number, unit: RateUnit): number {
  return Math.round(value * BYTES[unit]);
}

export function inUnit(bytesPerSecond: number, unit: RateUnit): number {
  return Number((bytesPerSecond / BYTES[unit]).toPrecision(6));
}
