import { defineConfig } from 'vitest/config';

// Real servers of this build and a real browser; needs the packages of mover-server and mover-client: npm run e2e
export default defineConfig({
  test: {
    environment: 'node',
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
