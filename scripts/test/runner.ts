import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJourneyReport, readUnitReport, type Outcome, type UnitReport } from './read-reports.ts';
import { ROOT } from './parse-arguments.ts';
import type { Tally } from './tally.ts';

/** Runs the tools one after the other, each on the Node of this process, and puts what they say into a tally. */
export class Runner {
  readonly #tally: Tally;
  readonly #reports = mkdtempSync(join(tmpdir(), 'portside-test-'));

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** `script` counts from node_modules. */
  check(title: string, script: string, args: readonly string[]): void {
    this.#tally.check(title, this.#run(title, script, args));
  }

  units(title: string, args: readonly string[]): void {
    const file = join(this.#reports, 'unit.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isFine = this.#run(title, 'vitest/vitest.mjs', [...args, ...reporters]);
    this.#addReport(title, isFine, file, (report: UnitReport) => readUnitReport(report, ROOT));
  }

  /** `paths` count from the root; all journeys where there are none. */
  journeys(title: string, browser: string, paths: readonly string[]): void {
    const file = join(this.#reports, 'journeys.json');
    // Playwright reads a path as an expression.
    const filters = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const args = ['test', '-c', 'e2e/playwright.config.ts', ...filters];
    const environment = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const isFine = this.#run(title, '@playwright/test/cli.js', args, environment);
    this.#addReport(title, isFine, file, readJourneyReport);
  }

  close(): void {
    rmSync(this.#reports, { recursive: true });
  }

  #run(title: string, script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): boolean {
    process.stdout.write(`\n== ${title}\n`);
    const begun = performance.now();
    const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    this.#tally.took(title, performance.now() - begun);
    return status === 0;
  }

  #addReport(title: string, isFine: boolean, file: string, read: (report: never) => Outcome): void {
    const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
    let outcome: Outcome;
    try {
      outcome = read(JSON.parse(readFileSync(file, 'utf8')) as never);
    } catch {
      outcome = { ...nothing, failed: 1, failures: [`${title}: no report`] };
    }
    this.#tally.add(outcome);
    // An error outside of any test.
    if (!isFine && outcome.failed === 0) this.#tally.check(title, false);
  }
}
