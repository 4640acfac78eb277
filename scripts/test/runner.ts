import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJourneyReport, readUnitReport, type Outcome, type UnitReport } from './read-reports.ts';
import { ROOT } from './parse-arguments.ts';
import type { Tally } from './tally.ts';

/** Each share of the journeys has a shop and a browser of its own, which wait for each other half of the time. */
const MOST_SHARES = 2;
const JOURNEYS = ['test', '-c', 'e2e/playwright.config.ts'];

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

  /** `paths` count from the root; where there are none, all journeys, in shares that run at the same time. */
  async journeys(title: string, browser: string, paths: readonly string[]): Promise<void> {
    process.stdout.write(`\n== ${title}\n`);
    const begun = performance.now();
    const count = paths.length > 0 ? 1 : Math.min(MOST_SHARES, availableParallelism());
    const shares = Array.from({ length: count }, (_, index) => ({
      name: count === 1 ? title : `${title}, share ${index + 1} of ${count}`,
      file: join(this.#reports, `journeys-${index}.json`),
      args: [
        '--output',
        `test-results/${index}`,
        ...(count === 1 ? [] : ['--shard', `${index + 1}/${count}`]),
      ],
    }));
    // Playwright reads a path as an expression.
    const filters = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const exits = await Promise.all(
      shares.map(async ({ file, args }) => {
        const child = spawn(
          process.execPath,
          [join(ROOT, 'node_modules/@playwright/test/cli.js'), ...JOURNEYS, ...args, ...filters],
          {
            cwd: ROOT,
            stdio: 'inherit',
            env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
          },
        );
        return (await once(child, 'exit'))[0] as number | null;
      }),
    );
    this.#tally.took(title, performance.now() - begun);
    for (const [index, { name, file }] of shares.entries())
      this.#addReport(name, exits[index] === 0, file, readJourneyReport);
  }

  close(): void {
    rmSync(this.#reports, { recursive: true });
  }

  #run(title: string, script: string, args: readonly string[]): boolean {
    process.stdout.write(`\n== ${title}\n`);
    const begun = performance.now();
    const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
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
