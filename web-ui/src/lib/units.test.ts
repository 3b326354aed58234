import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  bytesPerSecondOf,
  bytesText,
  countText,
  durationText,
  inUnit,
  limitText,
  percentText,
  rateText,
  typedLimit,
  typedUnit,
} from './units';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KiB'],
  [1536 * 1024, '1.50 MiB'],
  [1024 ** 2 - 1, '1.00 MiB'],
  [123 * 1024 ** 3, '123 GiB'],
  [9_007_199_254_740_991, '8.00 PiB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

// U3: these are the rows of ByteRateTest
test.each([
  [100_000, '100 kB/s = 800 kbit/s'],
  [250_000_000, '2 Gbit/s = 250 MB/s'],
  [1_250_000_000, '10 Gbit/s = 1.25 GB/s'],
  [125_000, '1 Mbit/s = 125 kB/s'],
  [104_857_600, '100 MiB/s, about 839 Mbit/s'],
  [1_610_612_736, '1.5 GiB/s, about 12.9 Gbit/s'],
  [200_000_000, '200 MB/s = 1.6 Gbit/s'],
  [500_000_000, '500 MB/s = 4 Gbit/s'],
  [1_048_576, '1 MiB/s, about 8.39 Mbit/s'],
  [1, '1 B/s = 8 bit/s'],
  [65_536, '64 KiB/s, about 524 kbit/s'],
  [123_456_789, '123456789 B/s, about 988 Mbit/s'],
  [1_265_625_000, '10.125 Gbit/s, about 1.27 GB/s'],
  [12_345_000_000, '98.76 Gbit/s, about 12.3 GB/s'],
  [1_543_125, '12.345 Mbit/s, about 1.54 MB/s'],
  [123_456, '123.456 kB/s, about 988 kbit/s'],
  [150_000, '150 kB/s = 1.2 Mbit/s'],
  [1_500_000, '1.5 MB/s = 12 Mbit/s'],
])('U3: a limit of %d bytes a second is said as it was typed, and in the other unit: %s', (bytes, text) => {
  expect(limitText(bytes)).toBe(text);
  expect(text.startsWith(typedLimit(bytes))).toBe(true);
});

test('U3: a limit that is typed as it is shown is the same limit', () => {
  for (const bytes of [1, 12_500, 100_000, 33_333_333, 64 * 1024 ** 2, 312_500_000, 123_456_789_012]) {
    const unit = typedUnit(bytes);
    expect(bytesPerSecondOf(inUnit(bytes, unit), unit)).toBe(bytes);
  }
});

test.each([
  [0, '0 bit/s'],
  [50, '400 bit/s'],
  [12_500, '100 kbit/s'],
  [125_000, '1.00 Mbit/s'],
  [1_250_000_000, '10.0 Gbit/s'],
  [124_999_999, '1.00 Gbit/s'],
])('U3: what moves %d bytes a second moves %s', (bytes, text) => expect(rateText(bytes)).toBe(text));

test('U3: nobody else writes the units of rates', () => {
  const source = resolve(import.meta.dirname, '..');
  // what stands in a text; comments may name them
  const unit = /['"`>][^'"`<]*\b[KkMGTP]?i?(?:B|bit)\/s|bytesText\([^)]*\)\}?\/s/;
  const writers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|schema\.d\.ts|lib\/units\.ts|^testing/.test(file))
    .flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/[/*])/.test(line) && unit.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(writers).toEqual([]);
});

test.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
  [273_600_000, '3 d 4 h'],
])('%d ms are %s', (millis, text) => expect(durationText(millis)).toBe(text));

test('100 % is shown only when all is there', () => {
  expect(percentText(999_999, 1_000_000)).toBe('99 %');
  expect(percentText(1_000_000, 1_000_000)).toBe('100 %');
});

test('counts are grouped', () => expect(countText(1234567)).toBe('1,234,567'));
