import { expect, test } from 'vitest';
import { readJourneyReport, readUnitReport } from './read-reports.ts';
import { Tally } from './tally.ts';

const units = (testResults: Parameters<typeof readUnitReport>[0]['testResults'], suites = 0) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => all.filter((one) => one.status === status).length;
  return readUnitReport(
    {
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numFailedTestSuites: suites,
      numPendingTests: count('skipped'),
      testResults,
    },
    '/shop',
  );
};

test('a failed unit test is named with its file, and with what was wrong', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'good' },
    { status: 'failed', fullName: 'bad', failureMessages: ['\u001B[31mone\u001B[39m\n\ntwo'] },
  ];
  const outcome = units([{ name: '/shop/a/b.test.ts', status: 'failed', assertionResults }]);
  expect(outcome).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [{ name: 'a/b.test.ts: bad', why: ['one', 'two'] }],
  });
});

test('a file that does not get as far as its tests is a failure', () => {
  const file = { name: '/shop/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
  const failures = [{ name: 'a.test.ts', why: ['no such module'] }];
  expect(units([file], 1)).toMatchObject({ passed: 0, failed: 1, failures });
});

test('a test that needed a second try has passed, and is named as flaky', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'shaky', failureMessages: ['shaky!'] },
    { status: 'passed', fullName: 'good', failureMessages: [] },
  ];
  expect(units([{ name: '/shop/a.test.ts', status: 'passed', assertionResults }])).toMatchObject({
    passed: 2,
    failed: 0,
    flaky: [{ name: 'a.test.ts: shaky', why: ['shaky!'] }],
  });
});

test('a journey that needed a second try has passed, and is named as flaky', () => {
  const spec = (title: string, status: string, ok = true) => {
    const results = status === 'expected' ? [{}] : [{ error: { message: `${title}!` } }, {}];
    return { title, ok, tests: [{ status, results }] };
  };
  const file = 'journeys/warranty-claim.spec.ts';
  const inner = { file, specs: [spec('needs two tries', 'flaky'), spec('fails', 'unexpected', false)] };
  const outcome = readJourneyReport({
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [{ file, specs: [spec('works', 'expected')], suites: [inner] }],
  });
  expect(outcome).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [{ name: `${file}: fails`, why: ['fails!'] }],
    flaky: [{ name: `${file}: needs two tries`, why: ['needs two tries!'] }],
  });
});

test('the closing lines tell what took how long, what failed, what is flaky, and the counts last', () => {
  const tally = new Tally();
  tally.check('lint', true);
  tally.took('lint', 4_321);
  const failures = [{ name: 'a.test.ts: bad', why: ['expected 1', 'to be 2'] }];
  const flaky = [{ name: 'b.spec.ts: shaky', why: [] }];
  tally.add({ passed: 3, failed: 1, skipped: 0, failures, flaky });
  expect(tally.hasFailed).toBe(true);
  expect(tally.closingLines().split('\n')).toEqual([
    '',
    'took:     4.3 s  lint',
    'failed: a.test.ts: bad',
    'why:    expected 1',
    'why:    to be 2',
    'flaky: b.spec.ts: shaky',
    '4 passed, 1 failed',
    '',
  ]);
});
