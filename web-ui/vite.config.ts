import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: {
    // data: addresses are refused by the content security policy
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  test: {
    environment: 'jsdom',
    // on two processors it would take one
    maxWorkers: 2,
    // to load packages and pages anew for each file takes half of the time; src/vitest.setup.ts keeps the tests apart
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/vitest.setup.ts'],
    // a form that is typed takes seconds where other builds run
    testTimeout: 30_000,
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8470' },
  },
});
