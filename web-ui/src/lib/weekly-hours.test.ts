import { expect, test } from 'vitest';
import { hoursOf, windowsOf } from './weekly-hours';

const openHours = (...windows: string[]) => hoursOf(windows)!.open.filter(Boolean).length;

test.each([
  [['Mon-Fri 18:00-06:00 Europe/Berlin', 'Sat,Sun 00:00-24:00 Europe/Berlin']],
  [['daily 20:00-07:00 UTC']],
  [['Mon,Wed,Fri-Sun 09:00-17:00 UTC', 'Tue 10:00-11:00 UTC']],
  [['Sun 20:00-04:00 Asia/Tokyo']],
  [['daily 00:00-24:00 UTC']],
  [['Mon 00:00-24:00 UTC', 'Tue 00:00-01:00 UTC']],
  [['Fri 18:00-06:00 UTC', 'Sat 06:00-24:00 UTC', 'Sun 00:00-24:00 UTC']],
  [['Mon 12:00-11:00 UTC']],
  [['Mon 12:00-11:00 UTC', 'Tue 11:00-12:00 UTC']],
])('%s stays the same hours through a picture', (windows) => {
  const hours = hoursOf(windows)!;
  expect(hoursOf(windowsOf(hours))).toEqual(hours);
  expect(windowsOf(hours).length).toBeLessThanOrEqual(20);
});

test('a night is one window of the day on which it begins', () => {
  expect(windowsOf(hoursOf(['Mon-Thu 18:00-06:00 UTC'])!)).toEqual(['Mon-Thu 18:00-06:00 UTC']);
  expect(windowsOf(hoursOf(['daily 20:00-07:00 UTC'])!)).toEqual(['daily 20:00-07:00 UTC']);
});

test('hours are counted', () => {
  expect(openHours('Mon-Fri 18:00-06:00 UTC')).toBe(60);
  expect(openHours('Fri-Mon 00:00-24:00 UTC')).toBe(96);
  expect(openHours('10:00-11:00 UTC')).toBe(7);
});

test.each([
  'Mon 18:30-20:00 UTC',
  'Mon 18:00-18:00 UTC',
  'Mon 24:00-02:00 UTC',
  'Moon 10:00-11:00 UTC',
  'Mon 10:00-11:00',
  'nights',
])('%s is left to the text', (window) => {
  expect(hoursOf([window])).toBeNull();
});

test('several zones are left to the text', () => {
  expect(hoursOf(['Mon 10:00-11:00 UTC', 'Tue 10:00-11:00 Asia/Tokyo'])).toBeNull();
});
