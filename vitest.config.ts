import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { requireNode24 } from './scripts/require-node.js';
import { ROOT } from './scripts/test/parse-arguments.ts';

requireNode24();

const PAGES = readdirSync(join(import.meta.dirname, 'apps/web/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `apps/web/src/${name}`)
  .filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment happy-dom'),
  );
/** From the root, a line each; see scripts/test/main.ts. */
const LEFT_OUT = process.env['TESTS_LEFT_OUT']?.split('\n') ?? [];
const TEN_MINUTES = 600_000;
const LONG = ['scripts/**/*.test.ts', 'trials/**/*.test.ts'];

/** Keeps the files of a project together; TEST_SEED shuffles them within it. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['TEST_SEED'];
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of arrays
    const ordered = seed === undefined ? await super.sort(files) : shuffle(files, seed);
    return ordered.toSorted((a, b) => a.project.name.localeCompare(b.project.name));
  }
}

/** The same order for the same seed and files. */
function shuffle(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const placeOf = ({ moduleId }: TestSpecification): string =>
    createHash('sha256')
      .update(`${seed} ${relative(ROOT, moduleId)}`)
      .digest('hex');
  return files
    .map((file) => ({ file, place: placeOf(file) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ file }) => file);
}

/**
 * A worker process goes on with the next file only in the same project and environment; else the next begins with
 * nothing loaded. So files are sorted by what they need, also where they are shuffled. Projects run in the order of
 * their names.
 */
export default defineConfig({
  test: {
    // Files of one worker share the modules, but no database: see apps/server/src/testing/world.ts.
    isolate: false,
    // What was compiled once is not compiled again by the next run.
    fsModuleCache: true,
    env: {
      // Also for the processes that tests start: without it each compiles the whole shop.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/portside/compiled'),
      TRIAL_THINKING_MS: '100',
    },
    pool: 'forks',
    sequence: { sequencer: ByProject },
    // One more than the processors of a small machine: some tests wait for the processes that they start.
    maxWorkers: 3,
    setupFiles: ['scripts/test-setup.ts'],
    // A failure lists what it found: a trial's faults come as an array.
    chaiConfig: { truncateThreshold: 2_000 },
    // As journeys do: a fault fails twice, and what passed only on the retry is listed as flaky, to be mended.
    retry: process.env['CI'] ? 1 : 0,
    // Limits against hanging, not measurements: ten times what the longest needs on an idle machine, and more.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 100_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG,
          exclude: ['**/node_modules/**', ...LEFT_OUT],
          testTimeout: TEN_MINUTES,
          hookTimeout: TEN_MINUTES,
        },
      },
      {
        extends: true,
        test: { name: 'pages', include: PAGES, setupFiles: ['scripts/test-setup-pages.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['packages/*/src/**/*.test.ts', 'apps/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...PAGES, ...LEFT_OUT],
        },
      },
    ],
  },
});
