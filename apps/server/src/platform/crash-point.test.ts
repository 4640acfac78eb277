import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CRASH_POINTS, parseCrashPlan } from './crash-point.ts';

const MODULE = join(import.meta.dirname, 'crash-point.ts');

/** Passes the point three times in a process of its own. */
const passThrice = (plan: string | null) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { armCrash, crashPoint, parseCrashPlan } from ${JSON.stringify(MODULE)};
       import { writeSync } from 'node:fs';
       armCrash(${plan === null ? 'null' : `parseCrashPlan('${plan}')`});
       for (const n of [1, 2, 3]) { crashPoint('order: decided'); writeSync(1, String(n)); }`,
    ],
    { encoding: 'utf8' },
  );

test('the process dies at the requested passing, at once', () => {
  expect(passThrice('order: decided#2')).toMatchObject({ signal: 'SIGKILL', stdout: '1' });
});

test('an unarmed process, or one armed for another point, passes', () => {
  expect(passThrice(null)).toMatchObject({ status: 0, stdout: '123' });
  expect(passThrice('mail: claimed')).toMatchObject({ status: 0, stdout: '123' });
});

test.each(['', 'order', 'order: decided#0', 'order: decided#x', 'order: decided#-1'])(
  '%j is no crash point',
  (text) => {
    expect(parseCrashPlan(text)).toBeNull();
  },
);

test('every crash point is used in the program exactly once', () => {
  const sources = globSync('**/*.ts', { cwd: join(import.meta.dirname, '..') })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n');
  const places = (name: string): number => sources.split(`crashPoint('${name}')`).length - 1;
  expect(CRASH_POINTS.filter((name) => places(name) !== 1)).toEqual([]);
});
