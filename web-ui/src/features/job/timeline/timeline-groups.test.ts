import { expect, test } from 'vitest';
import { aJob } from '../../../testing/messages';
import { groupsOf } from './timeline-groups';
import { soonText, ticksOf } from './time-axis';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const HOUR = 3_600_000;
const SHOWN = { begin: NOW - 8 * HOUR, end: NOW + 16 * HOUR };
const NO_RULES = { windows: [], maintenance: [], destination: 'dkrz' };
const started = '2026-11-27T08:00:00Z';

test('jobs stand under their link, the earliest first, and those with several sources last', () => {
  const jobs = [
    aJob({ id: 'job-3', source: null, startedAt: started }),
    aJob({ id: 'job-2', source: 'bdm://llnl/x', startedAt: '2026-11-27T09:00:00Z' }),
    aJob({ id: 'job-1', source: 'bdm://llnl/y', startedAt: started }),
    aJob({ id: 'job-4', source: 'bdm://ceda/z', startedAt: null, state: 'QUEUED' }),
  ];
  expect(
    groupsOf(jobs, NO_RULES, SHOWN, NOW).map(({ source, bars }) => [
      source,
      ...bars.map(({ job }) => job.id),
    ]),
  ).toEqual([
    ['ceda', 'job-4'],
    ['llnl', 'job-1', 'job-2'],
    ['', 'job-3'],
  ]);
});

test('a running job is drawn to now, then to its likely end, then to the latest', () => {
  const estimate = { p10: null, p50: '2026-11-27T15:00:00Z', p90: '2026-11-27T18:00:00Z' };
  const [group] = groupsOf([aJob({ startedAt: started, estimate })], NO_RULES, SHOWN, NOW);
  expect(group?.bars[0]).toMatchObject({
    worked: { begin: NOW - 4 * HOUR, end: NOW },
    expected: { begin: NOW, end: NOW + 3 * HOUR },
    late: { begin: NOW + 3 * HOUR, end: NOW + 6 * HOUR },
  });
});

test('an estimate that has passed, or of a job that is paused, is not drawn as a time to come', () => {
  const estimate = { p10: null, p50: '2026-11-27T11:00:00Z', p90: '2026-11-27T13:00:00Z' };
  const jobs = [
    aJob({ id: 'job-1', startedAt: started, estimate }),
    aJob({ id: 'job-2', startedAt: started, state: 'PAUSED', estimate }),
  ];
  const [group] = groupsOf(jobs, NO_RULES, SHOWN, NOW);
  expect(group?.bars.map(({ expected }) => expected)).toEqual([null, null]);
  expect(group?.bars.map(({ late }) => late)).toEqual([{ begin: NOW, end: NOW + HOUR }, null]);
});

test('jobs that ended before the shown time are left out', () => {
  const jobs = [
    aJob({ id: 'job-1', state: 'SUCCEEDED', startedAt: started, endedAt: '2026-11-27T08:20:00Z' }),
    aJob({
      id: 'job-2',
      state: 'SUCCEEDED',
      startedAt: '2026-11-26T08:00:00Z',
      endedAt: '2026-11-26T08:20:00Z',
    }),
  ];
  const [group] = groupsOf(jobs, NO_RULES, SHOWN, NOW);
  expect(group?.bars.map(({ job }) => job.id)).toEqual(['job-1']);
});

test('a link is closed outside its windows and in the maintenance of either end, also without jobs', () => {
  const rules = {
    windows: [{ source: 'nci', windows: ['daily 18:00-06:00 UTC'] }],
    maintenance: [
      { site: 'nci', beginsAt: '2026-11-27T20:00:00Z', endsAt: '2026-11-28T20:00:00Z', note: 'new disks' },
      { site: 'dkrz', beginsAt: '2026-11-27T23:00:00Z', endsAt: '2026-11-28T00:00:00Z', note: '' },
      {
        site: 'llnl',
        beginsAt: '2026-11-27T20:00:00Z',
        endsAt: '2026-11-28T20:00:00Z',
        note: 'not this link',
      },
    ],
    destination: 'dkrz',
  };
  const [group] = groupsOf([], rules, SHOWN, NOW);
  expect(group?.closed).toEqual([
    { begin: NOW - 6 * HOUR, end: NOW + 6 * HOUR, why: 'outside the windows of the link' },
    { begin: NOW + 8 * HOUR, end: SHOWN.end, why: 'maintenance of nci: new disks' },
    { begin: NOW + 11 * HOUR, end: NOW + 12 * HOUR, why: 'maintenance of dkrz' },
  ]);
});

test('windows that cannot be drawn are told as they are', () => {
  const rules = { ...NO_RULES, windows: [{ source: 'nci', windows: ['by arrangement'] }] };
  expect(groupsOf([], rules, SHOWN, NOW)[0]).toMatchObject({ closed: [], unknown: ['by arrangement'] });
});

test('a day has at most eight ticks, and midnight is named by its day', () => {
  const begin = new Date(2026, 10, 27, 4, 30).getTime();
  const ticks = ticksOf({ begin, end: begin + 24 * HOUR });
  expect(ticks.map(({ text }) => text)).toEqual([
    '6:00',
    '9:00',
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    'Sat 28',
    '3:00',
  ]);
});

test('a time is as short as it can be understood', () => {
  const now = new Date(2026, 10, 27, 12, 0).getTime();
  expect(soonText(now + HOUR, now)).toBe('13:00');
  expect(soonText(now + 16 * HOUR, now)).toBe('Sat 4:00');
  expect(soonText(now + 240 * HOUR, now)).toBe('Mon 7');
});
