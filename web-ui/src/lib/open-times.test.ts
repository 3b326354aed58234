import { expect, test } from 'vitest';
import { closedTimes } from './open-times';

const at = (text: string) => Date.parse(text);
const shown = (spans: ReturnType<typeof closedTimes>) =>
  spans?.map(({ begin, end }) => `${new Date(begin).toISOString()} ${new Date(end).toISOString()}`) ?? null;

test('a link without windows is never closed', () => {
  expect(closedTimes([], at('2026-11-27T00:00Z'), at('2026-11-28T00:00Z'))).toEqual([]);
});

test('outside its windows a link is closed, in the zone of the window and over midnight', () => {
  // 2026-11-27 is a Friday; Berlin is an hour ahead of UTC
  const windows = ['Mon-Fri 18:00-06:00 Europe/Berlin', 'Sat-Sun 00:00-24:00 Europe/Berlin'];
  expect(shown(closedTimes(windows, at('2026-11-27T00:00Z'), at('2026-11-30T12:00Z')))).toEqual([
    '2026-11-27T05:00:00.000Z 2026-11-27T17:00:00.000Z',
    '2026-11-29T23:00:00.000Z 2026-11-30T12:00:00.000Z',
  ]);
});

test('a day on which the clock is turned is as long as it is', () => {
  // 2026-10-25: 03:00 summer time becomes 02:00
  expect(
    shown(closedTimes(['daily 02:30-24:00 Europe/Berlin'], at('2026-10-24T22:00Z'), at('2026-10-25T06:00Z'))),
  ).toEqual([
    '2026-10-24T22:00:00.000Z 2026-10-25T00:30:00.000Z',
    '2026-10-25T01:00:00.000Z 2026-10-25T01:30:00.000Z',
  ]);
});

test('what is no window, or is in no known zone, is not drawn', () => {
  expect(closedTimes(['whenever'], 0, 1)).toBeNull();
  expect(closedTimes(['daily 00:00-12:00 Mars/Olympus'], 0, 1)).toBeNull();
});
