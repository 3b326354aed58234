/** Units in which people set a limit: bytes of files, or bits as networks are bought; decimal, and binary for bytes. */
const UNITS: readonly (readonly [unit: string, bytes: number])[] = [
  ['kB/s', 1e3],
  ['MB/s', 1e6],
  ['GB/s', 1e9],
  ['kbit/s', 125],
  ['Mbit/s', 1.25e5],
  ['Gbit/s', 1.25e8],
  ['KiB/s', 1024],
  ['MiB/s', 1024 ** 2],
  ['GiB/s', 1024 ** 3],
];
const NUMBER = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });

/**
 * A limit as somebody will have typed it: in the unit in which its number has the fewest digits. 250,000,000 bytes per second are `2 Gbit/s`, and
 * 100,000 are `100 kB/s`, not `800 kbit/s`.
 */
export function typedLimit(bytesPerSecond: number): string {
  let best = '';
  let fewest = Infinity;
  for (const [unit, bytes] of UNITS) {
    const value = bytesPerSecond / bytes;
    if (value < 1 || (value >= 1000 && !unit.startsWith('G'))) continue;
    const digits = significantDigits(value);
    if (digits < fewest) {
      fewest = digits;
      best = `${NUMBER.format(value)} ${unit}`;
    }
  }
  return best === '' ? `${NUMBER.format(bytesPerSecond)} B/s` : best;
}

function significantDigits(value: number): number {
  return Number(value.toPrecision(9)).toString().replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
    .length;
}

/** Bits per second, as lines are bought and measured: `9.40 Gbit/s`. */
export function bitsText(bytesPerSecond: number): string {
  const [unit, bytes] =
    bytesPerSecond * 8 >= 1e9
      ? ['Gbit/s', 1.25e8]
      : bytesPerSecond * 8 >= 1e6 || bytesPerSecond === 0
        ? ['Mbit/s', 1.25e5]
        : ['kbit/s', 125];
  const value = bytesPerSecond / (bytes as number);
  const decimals = value === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(decimals)} ${unit}`;
}
