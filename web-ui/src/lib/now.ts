import { useSyncExternalStore } from 'react';

const TICK_MILLIS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let nowMillis = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMillis = Date.now();
    for (const each of listeners) each();
  }, TICK_MILLIS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

function current(): number {
  // without a timer nobody keeps it up to date; React asks more than once while it draws, and must hear the same
  if (timer === null && Math.abs(Date.now() - nowMillis) >= TICK_MILLIS) nowMillis = Date.now();
  return nowMillis;
}

/** The time, once a second; one timer for the whole page. */
export function useNowMillis(): number {
  return useSyncExternalStore(subscribe, current);
}
