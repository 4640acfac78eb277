import { expect, test } from 'vitest';
import { requestFreshCode, onFreshCodeRequested } from './call.ts';

test('calls that wait at once are asked for one code', async () => {
  const answers: ((isTaken: boolean) => void)[] = [];
  const stop = onFreshCodeRequested(() => new Promise((resolve) => void answers.push(resolve)));
  const waiting = [requestFreshCode(), requestFreshCode()];
  expect(answers).toHaveLength(1);
  answers[0]!(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);

  const later = requestFreshCode();
  answers[1]!(false);
  expect(await later).toBe(false);
  stop();
});

test('where nobody can be asked the refusal stands', async () => {
  expect(await requestFreshCode()).toBe(false);
});
