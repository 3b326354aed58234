import { expect, test } from 'vitest';
import { bytesText, countText, durationText, percentText, rateText } from './units';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KiB'],
  [1536 * 1024, '1.50 MiB'],
  [1024 ** 2 - 1, '1.00 MiB'],
  [123 * 1024 ** 3, '123 GiB'],
  [9_007_199_254_740_991, '8.00 PiB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

test('rates are per second', () => expect(rateText(2 * 1024 ** 2)).toBe('2.00 MiB/s'));

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
