import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/vitest.setup.ts'],
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8470' },
  },
});
