import type { CompletenessCell, CompletenessState } from '../dataset-queries';

/** In the order in which bars show them, what is there first. */
export const COMPLETENESS_STATES: readonly CompletenessState[] = [
  'COMPLETE',
  'PARTIAL',
  'OTHER_VERSION',
  'UNKNOWN',
  'DISPUTED',
  'RETRACTED',
  'ABSENT',
];

export const COMPLETENESS_SIGNS: Record<CompletenessState, string> = {
  COMPLETE: '●',
  PARTIAL: '◐',
  OTHER_VERSION: '↺',
  UNKNOWN: '?',
  DISPUTED: '!',
  RETRACTED: '✕',
  ABSENT: '–',
};

export const COMPLETENESS_WORDS: Record<CompletenessState, string> = {
  COMPLETE: 'complete',
  PARTIAL: 'partial',
  OTHER_VERSION: 'another version',
  UNKNOWN: 'unknown',
  DISPUTED: 'disputed',
  RETRACTED: 'retracted',
  ABSENT: 'absent',
};

/** One sentence about a dataset version at a site. */
export function cellText(site: string, cell: CompletenessCell, filesWanted: number): string {
  const words = [`${site}: ${COMPLETENESS_WORDS[cell.state]}`];
  if (cell.files > 0)
    words.push(filesWanted > 0 ? `${cell.files} of ${filesWanted} files` : `${cell.files} files`);
  if (cell.verified > 0) words.push(`${cell.verified} verified here (${cell.verifiedAs ?? 'unknown'})`);
  if (cell.otherVersion !== null) words.push(`has ${cell.otherVersion}`);
  return words.join(', ');
}

/** `historical=12 day!=fx` as the server takes it, each a parameter of its own. */
export function facetsOf(typed: string): string[] {
  return typed.split(/\s+/).filter((part) => /^[^=!]+!?=.+/.test(part));
}
