import { expect, test } from 'vitest';
import { askFreshCode, onFreshCodeAsked } from './fresh-code.ts';

test('calls that wait at once are asked for one code', async () => {
  const answers: ((isTaken: boolean) => void)[] = [];
  const stop = onFreshCodeAsked(() => new Promise((resolve) => void answers.push(resolve)));
  const waiting = [askFreshCode(), askFreshCode()];
  expect(answers).toHaveLength(1);
  answers[0]!(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);

  const later = askFreshCode();
  answers[1]!(false);
  expect(await later).toBe(false);
  stop();
});

test('where nobody can be asked the refusal stands', async () => {
  expect(await askFreshCode()).toBe(false);
});
