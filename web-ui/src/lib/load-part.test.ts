import { expect, test, vi } from 'vitest';
import { loadPart } from './load-part';

/** A server that is silent so often, and a page that counts what is done to it. */
function surroundings(silentFor: number, mayReload = true) {
  const done = { asked: 0, paused: 0, reloaded: 0 };
  return {
    done,
    answers: () => Promise.resolve((done.asked += 1) > silentFor),
    pause: () => {
      done.paused += 1;
      return Promise.resolve();
    },
    reload: () => {
      done.reloaded += 1;
      return mayReload;
    },
  };
}

/** Fails so often, then gives the part. */
function part(failures: number) {
  const tries = { made: 0 };
  const load = () =>
    (tries.made += 1) <= failures
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve('part');
  return { tries, load };
}

test('a part that comes is asked for once', async () => {
  const around = surroundings(0);
  expect(await loadPart(part(0).load, around)).toBe('part');
  expect(around.done.asked).toBe(0);
});

test('while the server is silent the page waits for it', async () => {
  const around = surroundings(3);
  const { tries, load } = part(1);
  expect(await loadPart(load, around)).toBe('part');
  expect(around.done).toEqual({ asked: 4, paused: 3, reloaded: 0 });
  expect(tries.made).toBe(2);
});

test('a part that a server no longer has loads the page anew', async () => {
  const around = surroundings(0);
  void loadPart(part(9).load, around);
  await vi.waitFor(() => expect(around.done.reloaded).toBe(1));
});

test('a page is not loaded anew for ever', async () => {
  await expect(loadPart(part(9).load, surroundings(0, false))).rejects.toThrow('Failed to fetch');
});
