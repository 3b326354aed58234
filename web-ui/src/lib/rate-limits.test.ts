import { expect, test } from 'vitest';
import { bitsText, typedLimit } from './rate-limits';

// U3
test.each([
  [100_000, '100 kB/s'],
  [250_000_000, '2 Gbit/s'],
  [125_000_000, '1 Gbit/s'],
  [312_500_000, '2.5 Gbit/s'],
  [1_000_000, '1 MB/s'],
  [50_000_000, '50 MB/s'],
  [1_250_000_000, '10 Gbit/s'],
  [3_000_000_000, '3 GB/s'],
  [64 * 1024 ** 2, '64 MiB/s'],
  [125, '1 kbit/s'],
  [1, '1 B/s'],
  [123_456_789, '123.5 MB/s'],
])('a limit of %d bytes a second is said as it was typed: %s', (bytes, text) =>
  expect(typedLimit(bytes)).toBe(text),
);

// U3
test.each([
  [0, '0 Mbit/s'],
  [50, '0.40 kbit/s'],
  [12_500, '100 kbit/s'],
  [125_000, '1.00 Mbit/s'],
  [1_250_000_000, '10.0 Gbit/s'],
  [124_999_999, '1000 Mbit/s'],
])('a line that carries %d bytes a second carries %s', (bytes, text) => expect(bitsText(bytes)).toBe(text));
