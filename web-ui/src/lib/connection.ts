import { useSyncExternalStore } from 'react';

/** Whether the server answered when it was asked last. Times are milliseconds since 1970. */
export interface Answers {
  /** null before the first answer */
  lastAnswerAt: number | null;
  /** the first question without an answer since then; null if there is none */
  silentSince: number | null;
}

const listeners = new Set<() => void>();
let answers: Answers = { lastAnswerAt: null, silentSince: null };

function set(next: Answers): void {
  const isSame = next.silentSince === answers.silentSince && next.lastAnswerAt === answers.lastAnswerAt;
  answers = next;
  if (!isSame) for (const listener of listeners) listener();
}

/** Any answer counts, also a refusal. Pages that look hear of it at most once a second. */
export function noteAnswer(): void {
  const now = Date.now();
  if (answers.silentSince === null && answers.lastAnswerAt !== null && now - answers.lastAnswerAt < 1_000)
    return;
  set({ lastAnswerAt: now, silentSince: null });
}

export function noteSilence(): void {
  if (answers.silentSince === null) set({ ...answers, silentSince: Date.now() });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAnswers(): Answers {
  return useSyncExternalStore(subscribe, () => answers);
}
