import { noteAnswer, noteSilence } from './connection';

const PAUSE_MILLIS = 2_000;
/** A page is loaded anew for a missing part at most so often. */
const RELOAD_EVERY_MILLIS = 60_000;
const RELOADED_AT = 'bdm.reloadedAt';

/** What a test replaces. */
export interface Surroundings {
  /** whether the server answers now */
  answers: () => Promise<boolean>;
  pause: () => Promise<void>;
  /** loads the page anew; false if that was done just now */
  reload: () => boolean;
}

const BROWSER: Surroundings = {
  answers: async () => {
    try {
      await fetch('/healthz', { cache: 'no-store' });
      noteAnswer(); // also a refusal
      return true;
    } catch {
      noteSilence();
      return false;
    }
  },
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS)),
  reload: () => {
    const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - before < RELOAD_EVERY_MILLIS) return false;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
    return true;
  },
};

/**
 * Loads a part of the program. While the server does not answer it waits, and the page stays. A part that is missing then is of another
 * version, or the browser remembers that it failed: the page is loaded anew at its address, which carries what it shows.
 */
export async function loadPart<T>(load: () => Promise<T>, around: Surroundings = BROWSER): Promise<T> {
  try {
    return await load();
  } catch {
    while (!(await around.answers())) await around.pause();
    try {
      return await load();
    } catch (error) {
      if (!around.reload()) throw error;
      return new Promise<T>(() => {}); // the page is gone in a moment
    }
  }
}
