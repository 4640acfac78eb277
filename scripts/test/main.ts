import { spawnSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../find-browser.js';
import { buildPages } from './build-pages.ts';
import { listDatabaseTests, listTrials, takeInTurn, takeTrialsInTurn } from './tests-in-turn.ts';
import { parseArguments, ROOT, USAGE, type Part, type Selection } from './parse-arguments.ts';
import { Tally } from './tally.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { readJourneyReport, readUnitReport, type Outcome, type UnitReport } from './read-reports.ts';

/** `npm test`; its exit code. The last line of what it prints is `N passed, N failed`. */
export async function main(args: readonly string[]): Promise<number> {
  let selection: Selection;
  try {
    selection = parseArguments(args, process.env['INIT_CWD'] ?? process.cwd());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return 1;
  }
  const tally = new Tally();
  const runner = new Runner(tally);
  const run = { tally, runner };
  for (const [signal, number] of SIGNALS) process.once(signal, () => void runner.abort(signal, 128 + number));
  if (selection.kind === 'parts') for (const part of selection.parts) await RUN_PART[part](run);
  else if (selection.kind === 'changed') await runChanged(run, selection.since);
  else await runPaths(run, selection);
  runner.close();
  process.stdout.write(tally.closingLines());
  return tally.hasFailed ? 1 : 0;
}

const SIGNALS: readonly [NodeJS.Signals, number][] = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
];

type Run = { readonly tally: Tally; readonly runner: Runner };

const UNITS = 'unit and integration tests';
const JOURNEYS = 'journeys in a real browser';
const PAGES_BUILT = 'web pages are built';

const RUN_PART: Record<Part, (run: Run) => Promise<void>> = {
  async types({ runner }) {
    await runner.check('types of the server and the packages', 'typescript/bin/tsc', ['-p', '.']);
    await runner.check('types of the web', 'typescript/bin/tsc', ['-p', 'apps/web']);
  },
  async lint({ runner }) {
    await runner.check('lint', 'oxlint/bin/oxlint', ['--type-aware']);
    await runner.check('format', 'oxfmt/bin/oxfmt', ['--check', '.']);
  },
  async unit({ runner }) {
    const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined;
    // Tests that start the shop or inspect what it sends.
    await runner.step(PAGES_BUILT, buildPages);
    const seed = shuffle();
    if (isOnPostgres) {
      await runner.units(`${UNITS} on PostgreSQL`, ['run', ...testsOnPostgres(seed)]);
    } else {
      leaveToOtherRuns(seed);
      await runner.units(UNITS, ['run']);
    }
  },
  async browser(run) {
    const browser = findBrowserOrWarn(run);
    if (browser === null) return;
    await run.runner.step(PAGES_BUILT, buildPages);
    await run.runner.journeys(JOURNEYS, browser, []);
  },
};

/** Shuffles the files each time, because none may depend on what ran before it. */
function shuffle(): number {
  const seed = (process.env['TEST_SEED'] ??= String(randomInt(1_000_000)));
  if (!/^\d+$/.test(seed)) throw new Error(`TEST_SEED is a whole number, not ${seed}`);
  process.stdout.write(
    `\nThe order of the files, and what is tried in turn, is that of TEST_SEED=${seed}.\n`,
  );
  return Number(seed);
}

/** TEST_IN_TURN=1: most tests of the server run on one of the two databases, and half of the trials, as the seed decides. */
const isInTurn = (): boolean => process.env['TEST_IN_TURN'] === '1';

function testsOnPostgres(seed: number): string[] {
  const all = listDatabaseTests();
  return isInTurn() ? takeInTurn(all, seed, 'postgres') : all;
}

/** Passed through the environment, because `--exclude` has no effect on projects. */
function leaveToOtherRuns(seed: number): void {
  if (!isInTurn()) return;
  const all = [...listDatabaseTests(), ...listTrials()];
  const taken = new Set([
    ...takeInTurn(listDatabaseTests(), seed, 'embedded'),
    ...takeTrialsInTurn(listTrials(), seed),
  ]);
  process.env['TESTS_LEFT_OUT'] = all.filter((file) => !taken.has(file)).join('\n');
}

function findBrowserOrWarn({ tally }: Run): string | null {
  const browser = findBrowser();
  if (browser !== null) return browser;
  const line = '!'.repeat(78);
  process.stdout.write(
    `\n${line}\n  THE BROWSER TESTS WERE SKIPPED: no Chromium was found.\n  Install one (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.\n${line}\n`,
  );
  if (process.env['CI']) tally.check('no Chromium was found', false);
  else tally.add({ passed: 0, failed: 0, skipped: 1, failures: [], flaky: [] });
  return null;
}

/** Journeys build the pages themselves if they are older than their sources. */
async function runPaths(run: Run, { units, journeys }: Extract<Selection, { kind: 'paths' }>): Promise<void> {
  if (units.length > 0) await run.runner.units(UNITS, ['run', ...units]);
  const browser = journeys.length > 0 ? findBrowserOrWarn(run) : null;
  if (browser !== null) await run.runner.journeys(JOURNEYS, browser, journeys);
}

/**
 * Types of everything, lint and format of the changed files, and the unit tests that import any of them. What a test
 * reaches through a process or a browser is unknown: changed journeys are named, not run.
 */
async function runChanged(run: Run, since: string | null): Promise<void> {
  const changed = listChanged(since);
  const sources = changed.filter((file) => /\.(ts|tsx|js)$/.test(file));
  await RUN_PART.types(run);
  if (sources.length > 0)
    await run.runner.check('lint of what changed', 'oxlint/bin/oxlint', [
      '--type-aware',
      '--no-error-on-unmatched-pattern',
      ...sources,
    ]);
  if (changed.length > 0) {
    const args = ['--check', '--no-error-on-unmatched-pattern', ...changed];
    await run.runner.check('format of what changed', 'oxfmt/bin/oxfmt', args);
  }
  const base = since === null ? '--changed' : `--changed=${since}`;
  await run.runner.units('unit tests of what changed', ['run', base, '--passWithNoTests']);
  const journeys = changed.filter((file) => /^e2e\/journeys\/.*\.spec\.ts$/.test(file));
  if (journeys.length > 0)
    process.stdout.write(`\nThese journeys changed and were not run:\n  npm test -- ${journeys.join(' ')}\n`);
}

/** Paths from the root of all files that differ and still exist, untracked ones included. */
function listChanged(since: string | null): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const files = new Set([
    ...git('diff', '--name-only', since ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...files].filter((file) => existsSync(join(ROOT, file)));
}

/** Each has its own shop and browser, which wait for each other half of the time. */
const MOST_JOURNEY_WORKERS = 4;

const RUNNER_JOURNEYS = ['test', '-c', 'e2e/playwright.config.ts'];

/** Runs the tools one after the other on this process's Node, and collects their results in a tally. */
class Runner {
  readonly #tally: Tally;
  readonly #reports = mkdtempSync(join(tmpdir(), 'portside-test-'));

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** `script` is relative to node_modules. */
  async check(title: string, script: string, args: readonly string[]): Promise<void> {
    this.#tally.check(title, await this.#timed(title, () => run(script, args)));
  }

  /** A step in this process; it throws on failure. */
  async step(title: string, run: () => Promise<void>): Promise<void> {
    this.#tally.check(title, await this.#timed(title, () => succeeds(run)));
  }

  async units(title: string, args: readonly string[]): Promise<void> {
    const file = join(this.#reports, 'unit.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isFine = await this.#timed(title, () => run('vitest/vitest.mjs', [...args, ...reporters]));
    this.#addReport(title, isFine, file, (report: UnitReport) => readUnitReport(report, ROOT));
  }

  /** `paths` are relative to the root; without any, runs all journeys, several at the same time. */
  async journeys(title: string, browser: string, paths: readonly string[]): Promise<void> {
    const workers = paths.length > 0 ? 1 : Math.min(MOST_JOURNEY_WORKERS, availableParallelism() + 2);
    // Playwright reads a path as a regular expression.
    const filters = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const file = join(this.#reports, 'journeys.json');
    const isFine = await this.#timed(title, () =>
      run('@playwright/test/cli.js', [...RUNNER_JOURNEYS, ...filters], {
        CHROMIUM_PATH: browser,
        E2E_WORKERS: String(workers),
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      }),
    );
    this.#addReport(title, isFine, file, readJourneyReport);
  }

  close(): void {
    rmSync(this.#reports, { recursive: true, force: true });
  }

  /** Ends the tool that runs, with all that it has started, and this process. */
  async abort(signal: NodeJS.Signals, code: number): Promise<never> {
    await endTool(signal);
    this.close();
    process.exit(code);
  }

  async #timed<T>(title: string, step: () => Promise<T>): Promise<T> {
    process.stdout.write(`\n== ${title}\n`);
    const begun = performance.now();
    const result = await step();
    this.#tally.took(title, performance.now() - begun);
    return result;
  }

  #addReport(title: string, isFine: boolean, file: string, read: (report: never) => Outcome): void {
    const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
    let outcome: Outcome;
    try {
      outcome = read(JSON.parse(readFileSync(file, 'utf8')) as never);
    } catch {
      outcome = { ...nothing, failed: 1, failures: [{ name: `${title}: no report`, why: [] }] };
    }
    this.#tally.add(outcome);
    // An error outside of any test.
    if (!isFine && outcome.failed === 0) this.#tally.check(title, false);
  }
}

let tool: ChildProcess | null = null;

/** Whether the script, relative to node_modules, succeeds. */
async function run(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  tool = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    // A process group of its own, so that a signal reaches the tool's workers and servers too.
    detached: process.platform !== 'win32',
  });
  return (await once(tool, 'exit'))[0] === 0;
}

/** Shorter than what CI and `timeout` leave between SIGTERM and SIGKILL. */
const GRACE_MS = 4_000;

async function endTool(signal: NodeJS.Signals): Promise<void> {
  if (tool === null) return;
  const ended = once(tool, 'exit');
  signalGroup(tool, signal);
  if (tool.exitCode === null) await Promise.race([ended, sleep(GRACE_MS)]);
  signalGroup(tool, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid! : -pid!, signal);
  } catch {
    // All of it has ended.
  }
}

/** Prints why if it does not. */
async function succeeds(step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
    return false;
  }
}
