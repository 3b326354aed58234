import { expect, test } from 'vitest';
import { bothText, zoneText } from './time';

// U13
test('a time is said in UTC and in the zone of the reader, which is named', () => {
  const moment = new Date('2026-11-20T13:03:10Z');
  expect(zoneText(moment)).toMatch(/^(UTC|[A-Za-z_/+-]+, UTC)([+-]\d\d:\d\d)?$/);
  expect(bothText(moment)).toMatch(/^2026-11-20 13:03:10 UTC, 2026-11-\d\d \d\d:\d\d:10 in .*UTC/);
});
