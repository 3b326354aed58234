import type { Tone } from '../../../components/page/Badge';

export const NODE_TONES: Partial<Record<string, Tone>> = { UP: 'good', DRAINING: 'held', LOST: 'bad' };

/** Of nodes of other sites, how the last connection to them ended. */
export const PEER_NODE_WORDS: Partial<Record<string, { tone: Tone; text: string }>> = {
  ANSWERS: { tone: 'good', text: 'answers' },
  SILENT: { tone: 'bad', text: 'silent' },
  UNTRIED: { tone: 'idle', text: 'not tried' },
};

/** Who connects to whom, as a sentence. */
export const RELATION_WORDS: Partial<Record<string, string>> = {
  PEER: 'Each of the two connects to the other',
  DIALS_IN: 'It connects to this site; its own port cannot be reached',
  WE_DIAL_OUT: 'This site connects to it and keeps connections open',
};
