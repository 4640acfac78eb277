// `npm test`: types, lint, unit and integration tests, then the journeys in a real browser.
// `npm test -- --only unit` (or types, lint, browser) runs one part. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser } from './find-browser.js';
import { requireNode24 } from './require-node.js';

requireNode24();
const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'portside-test-'));
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed, by name: told again at the end, where a long output is looked at first. */
const failures = [];

function run(title, script, args, environment = {}) {
  process.stdout.write(`\n== ${title}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

/** A check without a count of its own is one test. */
function check(title, script, args) {
  const isFine = run(title, script, args);
  totals[isFine ? 'passed' : 'failed'] += 1;
  if (!isFine) failures.push(title);
}

function count(isFine, file, read) {
  let counted;
  try {
    counted = read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
  } catch {
    counted = { passed: 0, failed: 1, skipped: 0, names: [`no report in ${file}`] };
  }
  if (!isFine && counted.failed === 0) counted = { ...counted, failed: 1, names: [`the run of ${file}`] };
  for (const key of Object.keys(totals)) totals[key] += counted[key];
  failures.push(...counted.names);
}

function failedUnits({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

function failedJourneys({ file, specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}

const parts = {
  types() {
    check('types of the server and the packages', 'typescript/bin/tsc', ['-p', '.']);
    check('types of the web', 'typescript/bin/tsc', ['-p', 'apps/web']);
  },
  lint() {
    check('lint', 'oxlint/bin/oxlint', ['--type-aware']);
    check('format', 'oxfmt/bin/oxfmt', ['--check', '.']);
  },
  unit() {
    const output = join(reports, 'unit.json');
    const isFine = run('unit and integration tests', 'vitest/vitest.mjs', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${output}`,
      ...(process.env.TEST_DATABASE_URL ? ['apps/server'] : []),
    ]);
    count(isFine, 'unit.json', (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numFailedTestSuites * Number(report.numFailedTests === 0),
      skipped: report.numPendingTests,
      names: failedUnits(report),
    }));
  },
  browser() {
    const browser = findBrowser();
    if (browser === null) {
      const line = '!'.repeat(78);
      process.stdout.write(
        `\n${line}\n  THE BROWSER TESTS WERE SKIPPED: no Chromium was found.\n  Install one (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.\n${line}\n`,
      );
      totals[process.env.CI ? 'failed' : 'skipped'] += 1;
      return;
    }
    check('web pages are built', 'vite/bin/vite.js', ['build', 'apps/web', '--logLevel', 'warn']);
    const isFine = run(
      'journeys in a real browser',
      '@playwright/test/cli.js',
      ['test', '-c', 'e2e/playwright.config.ts'],
      {
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json'),
      },
    );
    count(isFine, 'browser.json', ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      names: failedJourneys({ suites }),
    }));
  },
};

if (only !== undefined && !(only in parts)) {
  process.stderr.write(`--only takes ${Object.keys(parts).join(', ')}, not ${only}\n`);
  process.exit(1);
}
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) part();
rmSync(reports, { recursive: true });
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(failures.map((name) => `\nfailed: ${name}`).join(''));
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
