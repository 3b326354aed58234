import type { FileCounts, FileState } from '../../../api/messages';
import type { Tone } from './job-state';

export interface FileStateWords {
  state: FileState;
  count: (files: FileCounts) => number;
  text: string;
  tone: Tone;
}

/** In the order that files go through them. Their counts sum to the total at every moment. */
export const FILE_STATES: readonly FileStateWords[] = [
  { state: 'DONE', count: (files) => files.done, text: 'Done: verified and in place', tone: 'good' },
  {
    state: 'SKIPPED_SAME',
    count: (files) => files.skipped,
    text: 'Skipped: the same file was already there',
    tone: 'good',
  },
  { state: 'VERIFYING', count: (files) => files.verifying, text: 'Being verified', tone: 'moving' },
  { state: 'ACTIVE', count: (files) => files.active, text: 'Being transferred', tone: 'moving' },
  { state: 'WAITING', count: (files) => files.waiting, text: 'Waiting, will be retried', tone: 'warn' },
  { state: 'PENDING', count: (files) => files.pending, text: 'Not started', tone: 'idle' },
  { state: 'FAILED', count: (files) => files.failed, text: 'Failed', tone: 'bad' },
  { state: 'CANCELLED', count: (files) => files.cancelled, text: 'Cancelled', tone: 'idle' },
];

export function wordsOfFileState(state: FileState): FileStateWords | undefined {
  return FILE_STATES.find((words) => words.state === state);
}
