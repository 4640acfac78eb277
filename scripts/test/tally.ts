import type { Failure, Outcome } from './read-reports.ts';

type Took = { readonly title: string; readonly ms: number };

/** Summarises a run at the end of its output, where people look first: what took how long and what failed. */
export class Tally {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  readonly #failures: Failure[] = [];
  readonly #flaky: Failure[] = [];
  readonly #took: Took[] = [];

  add(outcome: Outcome): void {
    this.#counts.passed += outcome.passed;
    this.#counts.failed += outcome.failed;
    this.#counts.skipped += outcome.skipped;
    this.#failures.push(...outcome.failures);
    this.#flaky.push(...outcome.flaky);
  }

  /** A check without a count of its own is one test. */
  check(title: string, isFine: boolean): void {
    const failures = isFine ? [] : [{ name: title, why: [] }];
    this.add({ passed: Number(isFine), failed: Number(!isFine), skipped: 0, failures, flaky: [] });
  }

  took(title: string, ms: number): void {
    this.#took.push({ title, ms });
  }

  /** `took:`, `failed:`, `flaky:`, `why:` and `N passed, N failed` are read by .ci/run. */
  closingLines(): string {
    const { passed, failed, skipped } = this.#counts;
    return [
      '',
      ...this.#took.map(({ title, ms }) => `took: ${(ms / 1_000).toFixed(1).padStart(7)} s  ${title}`),
      ...this.#failures.flatMap((one) => told('failed', one)),
      ...this.#flaky.flatMap((one) => told('flaky', one)),
      `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
      '',
    ].join('\n');
  }

  get hasFailed(): boolean {
    return this.#counts.failed > 0;
  }
}

const told = (how: string, { name, why }: Failure): string[] => [
  `${how}: ${name}`,
  ...why.map((line) => `why:    ${line}`),
];
