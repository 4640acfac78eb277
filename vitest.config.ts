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
    // Files of one worker share the modules, but no database: see apps/server/src/testing/world.ts.
    isolate: false,
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Limits against hanging, not measurements: a machine that does other work too needs longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
