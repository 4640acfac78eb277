import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'trials/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Files of one worker share the modules, and so one test database.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
