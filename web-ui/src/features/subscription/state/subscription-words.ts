import type { Tone } from '../../../components/page/Badge';
import { countText } from '../../../lib/units';
import type { FoundState, HoldingPolicy, Subscription, SubscriptionState } from '../subscription-queries';

export const TONES: Record<SubscriptionState, Tone> = { ACTIVE: 'good', PAUSED: 'held', REMOVED: 'idle' };

export const FOUND_TONES: Record<FoundState, Tone> = {
  NEW: 'idle',
  WANTED: 'moving',
  SUBMITTED: 'moving',
  REQUESTED: 'moving',
  TOLD: 'idle',
  LEFT_OUT: 'warn',
  COMPLETE: 'good',
  INCOMPLETE: 'bad',
  STOPPED: 'held',
};

export const FOUND_STATES = Object.keys(FOUND_TONES) as FoundState[];

export const POLICIES: Record<HoldingPolicy, string> = {
  keep: 'Keep the files',
  quarantine: 'Move them to the quarantine',
  list: 'List them for removal',
};

/** `6 h`, `2 d`: how often it runs. */
export function everyText(seconds: number): string {
  for (const [unit, of] of [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const)
    if (seconds % of === 0) return `${seconds / of} ${unit}`;
  return `${seconds} s`;
}

/** What the last run did, in one line. */
export function lastText(last: Subscription['last']): string {
  if (last === null) return 'has not run yet';
  if (last.endedAt === null) return 'runs now';
  if (last.trouble !== '') return last.trouble;
  const left = last.left > 0 ? `, ${countText(last.left)} left to the next run` : '';
  return `${countText(last.found)} found, ${countText(last.added)} new, ${countText(last.jobs)} ${last.jobs === 1 ? 'job' : 'jobs'}${left}`;
}
