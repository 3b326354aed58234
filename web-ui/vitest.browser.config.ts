import { defineConfig } from 'vitest/config';

// The built pages in a real browser, against a small server of the test: npm run browser
export default defineConfig({
  test: {
    environment: 'node',
    // on two processors it would take one, and the browser leaves a third of them
    maxWorkers: 2,
    include: ['browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
