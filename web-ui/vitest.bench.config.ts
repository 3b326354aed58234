import { defineConfig } from 'vitest/config';

// Runs of minutes that no build makes: npm run bench; docs/testing.md
export default defineConfig({
  test: {
    environment: 'node',
    include: ['bench/**/*.test.ts'],
    fileParallelism: false,
    hookTimeout: 300_000,
  },
});
