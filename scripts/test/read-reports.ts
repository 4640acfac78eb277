import { relative } from 'node:path';

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
/** `failures` and `flaky` are names: the file, then the test. */
export type Outcome = Counts & { readonly failures: readonly string[]; readonly flaky: readonly string[] };

/** What Vitest's reporter `json` writes. */
export type UnitReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

/** Names count from `root`. A file that did not get as far as its tests is one failure. */
export function readUnitReport(report: UnitReport, root: string): Outcome {
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites * Number(report.numFailedTests === 0),
    skipped: report.numPendingTests,
    failures,
    flaky: [],
  };
}

type Suite = {
  readonly file: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly Suite[];
};

/** What Playwright's reporter `json` writes. */
export type JourneyReport = {
  readonly stats: {
    readonly expected: number;
    readonly flaky: number;
    readonly unexpected: number;
    readonly skipped: number;
  };
  readonly suites: readonly Suite[];
};

type Spec = NonNullable<Suite['specs']>[number];

/** A journey that passed only when it was tried again has passed, and is named as flaky. */
export function readJourneyReport({ stats, suites }: JourneyReport): Outcome {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => namesOf(suite, ({ ok }) => !ok)),
    flaky: suites.flatMap((suite) =>
      namesOf(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky')),
    ),
  };
}

function namesOf({ file, specs = [], suites = [] }: Suite, isMeant: (spec: Spec) => boolean): string[] {
  return [
    ...specs.filter(isMeant).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => namesOf(suite, isMeant)),
  ];
}
