import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNowMillis } from './now';

test('the time stands still while a page is drawn', () => {
  let millis = Date.now();
  // a slow page: whoever looks at the clock finds that it has moved
  vi.spyOn(Date, 'now').mockImplementation(() => (millis += 1));
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const drawn: number[] = [];
  renderHook(() => drawn.push(useNowMillis()));
  expect(drawn).toHaveLength(1);
  expect(complaints).not.toHaveBeenCalled();
});

test('a page that is opened later shows a later time', () => {
  const begin = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(begin);
  const { result: before, unmount } = renderHook(useNowMillis);
  unmount();
  clock.mockReturnValue(begin + 60_000);
  const { result: after } = renderHook(useNowMillis);
  expect(after.current - before.current).toBeGreaterThanOrEqual(59_000);
});
