import { describe, expect, test } from 'vitest';
import type { JobState } from '../../../api/messages';
import { aJob } from '../../../testing/messages';
import { isIn, stateWords, statesOf, waitsForPerson } from './job-state';

const pausedBy = (code: string) =>
  aJob({ state: 'PAUSED', stateReason: { code, text: 'x', since: '2026-11-20T10:00:00Z', nextAt: null } });

describe('waiting for a person', () => {
  test.each([
    'BY_USER',
    'NO_SPACE',
    'QUOTA_EXCEEDED',
    'READ_ONLY',
    'PERMISSION',
    'EXPORT_MISSING',
    'CREDENTIALS',
    'A_NEWER_ONE',
  ])('a pause by %s waits', (code) => expect(waitsForPerson(pausedBy(code))).toBe(true));

  test.each(['WINDOW_CLOSED', 'SITE_MAINTENANCE', 'PEER_UNREACHABLE'])(
    'a pause by %s ends by itself',
    (code) => expect(waitsForPerson(pausedBy(code))).toBe(false),
  );
});

test('every job is in exactly one of running, waiting and ended', () => {
  const states: JobState[] = ['QUEUED', 'PLANNING', 'ACTIVE', 'SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'];
  const jobs = [...states.map((state) => aJob({ state })), pausedBy('BY_USER'), pausedBy('WINDOW_CLOSED')];
  for (const job of jobs) {
    const filters = (['running', 'waiting', 'ended'] as const).filter(
      (filter) => statesOf(filter)?.includes(job.state) === true && isIn(filter, job),
    );
    expect([job.state, filters.length]).toEqual([job.state, 1]);
  }
});

test('a code that only repeats the state is left out', () => {
  const job = aJob({
    state: 'QUEUED',
    stateReason: {
      code: 'QUEUED',
      text: 'It waits for its turn.',
      since: '2026-11-20T10:00:00Z',
      nextAt: null,
    },
  });
  expect(stateWords(job)).toMatchObject({ code: null, what: 'It waits for its turn.' });
});
