import type { Tone } from '../../../components/page/Badge';
import type { HandedFile, HandedFileState, Handover } from '../handover-queries';

export const FILE_STATES: readonly HandedFileState[] = [
  'WANTED',
  'HANDED',
  'RIGHT',
  'UNVOUCHED',
  'MISSING',
  'EMPTY',
  'PARTIAL',
  'OTHER_CONTENT',
  'UNREADABLE',
  'REFUSED',
  'OCCUPIED',
];

/** Nothing happens to it until a person asks for it. */
export function isOver({ state }: Handover): boolean {
  return state === 'ENDED' || state === 'CANCELLED';
}

export function toneOf(handover: Handover): Tone {
  if (handover.state === 'CANCELLED') return 'idle';
  if (handover.state === 'ENDED') return handover.there === handover.files ? 'good' : 'bad';
  return handover.awaits === 'PERSON' ? 'warn' : 'moving';
}

/** Whom it waits for, in a word or two; empty for nobody. */
export function awaitedText({ awaits }: Handover): string {
  return { NOBODY: '', CARRIER: 'the carrier', PERSON: 'a person', TAPE: 'a tape' }[awaits];
}

export function toneOfFile({ state }: HandedFile): Tone {
  if (state === 'RIGHT') return 'good';
  if (state === 'UNVOUCHED') return 'held';
  if (state === 'HANDED') return 'moving';
  return state === 'WANTED' ? 'idle' : 'bad';
}

/** True if comparing can begin now: a service that works on it is not disturbed. */
export function mayBeCompared(handover: Handover): boolean {
  return isOver(handover) || (handover.state === 'WAITING' && handover.awaits === 'PERSON');
}

/** True if something is left to bring, or if it cannot be submitted before a person did something. */
export function mayBeRepeated(handover: Handover): boolean {
  if (isOver(handover)) return handover.there < handover.files;
  return handover.state === 'SUBMITTING' && handover.awaits === 'PERSON';
}

/** True if cancelling does something; once more where the carrier wants a person first. */
export function mayBeCancelled(handover: Handover): boolean {
  if (handover.state === 'CANCELLING') return handover.awaits === 'PERSON';
  return !isOver(handover);
}
