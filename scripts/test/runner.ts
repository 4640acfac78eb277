import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJourneyReport, readUnitReport, type Outcome, type UnitReport } from './read-reports.ts';
import { ROOT } from './parse-arguments.ts';
import type { Tally } from './tally.ts';

/** Each has a shop and a browser of its own, which wait for each other half of the time. */
const MOST_JOURNEY_WORKERS = 4;
const JOURNEYS = ['test', '-c', 'e2e/playwright.config.ts'];

/** Runs the tools one after the other, each on the Node of this process, and puts what they say into a tally. */
export class Runner {
  readonly #tally: Tally;
  readonly #reports = mkdtempSync(join(tmpdir(), 'portside-test-'));

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** `script` counts from node_modules. */
  async check(title: string, script: string, args: readonly string[]): Promise<void> {
    this.#tally.check(title, await this.#timed(title, () => run(script, args)));
  }

  /** A step of this process, which throws where it fails. */
  async step(title: string, run: () => Promise<void>): Promise<void> {
    this.#tally.check(title, await this.#timed(title, () => succeeds(run)));
  }

  async units(title: string, args: readonly string[]): Promise<void> {
    const file = join(this.#reports, 'unit.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isFine = await this.#timed(title, () => run('vitest/vitest.mjs', [...args, ...reporters]));
    this.#addReport(title, isFine, file, (report: UnitReport) => readUnitReport(report, ROOT));
  }

  /** `paths` count from the root; where there are none, all journeys, several at the same time. */
  async journeys(title: string, browser: string, paths: readonly string[]): Promise<void> {
    const workers = paths.length > 0 ? 1 : Math.min(MOST_JOURNEY_WORKERS, availableParallelism() + 2);
    // Playwright reads a path as an expression.
    const filters = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const file = join(this.#reports, 'journeys.json');
    const isFine = await this.#timed(title, () =>
      run('@playwright/test/cli.js', [...JOURNEYS, ...filters], {
        CHROMIUM_PATH: browser,
        E2E_WORKERS: String(workers),
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      }),
    );
    this.#addReport(title, isFine, file, readJourneyReport);
  }

  close(): void {
    rmSync(this.#reports, { recursive: true });
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

/** Whether the script, which counts from node_modules, ends well. */
async function run(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return (await once(child, 'exit'))[0] === 0;
}

/** Prints why where it does not. */
async function succeeds(step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
    return false;
  }
}
