import { expect, test } from 'vitest';
import { bottleneckOf, limitingStage } from './bottleneck';

const stages = (disk: number, hash: number, place: number) => [
  { stage: 'source', busy: 0.99 },
  { stage: 'disk', busy: disk },
  { stage: 'hash', busy: hash },
  { stage: 'place', busy: place },
];

// U4
test('of several stages that a cause is in the busiest alone limits', () => {
  expect(limitingStage(bottleneckOf('cpu'), stages(0.2, 0.9, 0.4))).toBe('hash');
  expect(limitingStage(bottleneckOf('disk'), stages(0.2, 0.9, 0.4))).toBe('disk');
});

// U4
test('nothing that is idle limits, and no stage for a limit that a person set', () => {
  expect(limitingStage(bottleneckOf('cpu'), stages(0, 0.004, 0))).toBeNull();
  expect(limitingStage(bottleneckOf('rate'), stages(1, 1, 1))).toBeNull();
  expect(limitingStage(bottleneckOf('other programs use 95 % of this machine'), stages(1, 1, 1))).toBeNull();
  expect(limitingStage(null, stages(1, 1, 1))).toBeNull();
});
