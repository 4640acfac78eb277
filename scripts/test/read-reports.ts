import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
/** The file and the test, and the first lines of the error. */
export type Failure = { readonly name: string; readonly why: readonly string[] };
export type Outcome = Counts & { readonly failures: readonly Failure[]; readonly flaky: readonly Failure[] };

/** What Vitest's reporter `json` writes. */
export type UnitReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

/**
 * Names are relative to `root`. A file that failed before its tests is one failure; a test that passed only on a retry
 * has passed, and is named as flaky.
 */
export function readUnitReport(report: UnitReport, root: string): Outcome {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0) return status === 'failed' ? [{ name: file, why: firstLines(message) }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      why: firstLines(failureMessages?.[0]),
    }));
  });
  const flaky = report.testResults.flatMap(({ name, assertionResults }): Failure[] =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
      .map(({ fullName, failureMessages }) => ({
        name: `${relative(root, name)}: ${fullName}`,
        why: firstLines(failureMessages?.[0]),
      })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites * Number(report.numFailedTests === 0),
    skipped: report.numPendingTests,
    failures,
    flaky,
  };
}

type Result = { readonly error?: { readonly message?: string } };
type Spec = {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly status: string; readonly results?: readonly Result[] }[];
};
type Suite = {
  readonly file: string;
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
};

/** What Playwright's reporter `json` writes. */
type JourneyReport = {
  readonly stats: {
    readonly expected: number;
    readonly flaky: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
};

/** A journey that passed only on a retry has passed, and is named as flaky. */
export function readJourneyReport({ stats, suites }: JourneyReport): Outcome {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failuresOf(suite, ({ ok }) => !ok)),
    flaky: suites.flatMap((suite) =>
      failuresOf(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky')),
    ),
  };
}

function failuresOf({ file, specs = [], suites = [] }: Suite, isMeant: (spec: Spec) => boolean): Failure[] {
  return [
    ...specs.filter(isMeant).map(({ title, tests }) => ({
      name: `${file}: ${title}`,
      why: firstLines(
        tests.flatMap(({ results = [] }) => results).find(({ error }) => error)?.error?.message,
      ),
    })),
    ...suites.flatMap((suite) => failuresOf(suite, isMeant)),
  ];
}

const MOST_LINES = 8;

const firstLines = (message = ''): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES);
