import type { Tone } from '../../../components/page/Badge';
import type { HoldingState, Purge, PurgeDataset, Survey, SurveyKind } from '../holding-queries';

export const HOLDING_STATES: readonly HoldingState[] = [
  'VERIFIED',
  'READ',
  'UNVERIFIED',
  'CHANGED',
  'DISPUTED',
  'SUPERSEDED',
  'RETRACTED',
  'DAMAGED',
  'MISSING',
];

export const SURVEY_NAMES: Record<SurveyKind, string> = {
  SCAN: 'Scan',
  VERIFY: 'Verification',
  RECONCILE: 'Reconciliation',
};

/** A kind that is not known here is shown as the server names it. */
export function surveyName(kind: string): string {
  return SURVEY_NAMES[kind as SurveyKind] ?? kind;
}

export function toneOfHolding(state: HoldingState): Tone {
  if (state === 'VERIFIED') return 'good';
  if (state === 'DAMAGED' || state === 'MISSING') return 'bad';
  return state === 'UNVERIFIED' || state === 'READ' ? 'idle' : 'warn';
}

export function toneOfSurvey({ state, findings }: Survey): Tone {
  if (state === 'OPEN') return 'moving';
  if (state === 'FAILED') return 'bad';
  return findings > 0 ? 'warn' : 'good';
}

export function toneOfPurge(state: Purge['state']): Tone {
  switch (state) {
    case 'BUILDING':
    case 'APPLYING':
    case 'RESTORING':
    case 'EMPTYING':
      return 'moving';
    case 'OPEN':
    case 'PARTLY_RESTORED':
      return 'warn';
    case 'FAILED':
      return 'bad';
    case 'APPLIED':
    case 'RESTORED':
    case 'EMPTIED':
      return 'good';
    default:
      return 'idle';
  }
}

const SCRUB_WORDS = new Map<string, { tone: Tone; says: string }>([
  ['OFF', { tone: 'held', says: 'Paused: no held file is read again.' }],
  ['OUTSIDE_HOURS', { tone: 'idle', says: 'Waits for its hours.' }],
  ['WEEK_DONE', { tone: 'good', says: 'The share of this week is checked.' }],
  ['CHECKING', { tone: 'moving', says: 'Reads held files and compares their digests.' }],
]);

export function scrubWords(state: string): { tone: Tone; says: string } {
  return SCRUB_WORDS.get(state) ?? { tone: 'idle', says: '' };
}

/** Returns the data nodes that are said to hold the same version. */
export function copiesElsewhere({ elsewhere }: PurgeDataset): string[] {
  return elsewhere
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '');
}

/** Returns how many of the versions no data node is said to hold. */
export function withoutCopy(datasets: readonly PurgeDataset[]): number {
  return datasets.filter((dataset) => copiesElsewhere(dataset).length === 0).length;
}

/** `1 dataset version`, `3 dataset versions`. */
export function versionsText(count: number): string {
  return `${count.toLocaleString('en-GB')} dataset ${count === 1 ? 'version' : 'versions'}`;
}
