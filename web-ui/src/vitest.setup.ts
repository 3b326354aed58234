import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { spotlight } from '@mantine/spotlight';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// a page is loaded when it is opened, which takes longer than a second where other builds run
configure({ asyncUtilTimeout: 8_000 });

// The files of a worker share one window and one copy of the packages: nothing that a test leaves behind may reach another.
afterEach(() => {
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  spotlight.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
});
beforeEach(() => window.history.replaceState(null, '', '/'));

// jsdom lacks what Mantine asks for.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
