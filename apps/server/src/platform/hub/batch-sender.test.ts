import { expect, test } from 'vitest';
import { BatchSender } from './batch-sender.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('one batch is sent at a time; messages that arrive meanwhile go with the next, in order', async () => {
  const sent: number[][] = [];
  let take = (): void => undefined;
  const batches = new BatchSender<number>(
    (batch, onSent) => {
      sent.push([...batch]);
      take = () => onSent(null);
    },
    () => undefined,
  );
  [1, 2, 3].forEach((number) => batches.add(number));
  await turn();
  [4, 5].forEach((number) => batches.add(number));
  await turn();
  expect(sent).toEqual([[1, 2, 3]]);
  take();
  expect(sent).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  take();
  batches.add(6);
  await turn();
  expect(sent.at(-1)).toEqual([6]);
});

test('a stuck receiver is given up before memory is full', async () => {
  let isStuck = false;
  const batches = new BatchSender<number>(
    () => undefined,
    () => (isStuck = true),
  );
  batches.add(0);
  await turn();
  for (let number = 0; number < 500_000; number += 1) batches.add(number);
  expect(isStuck).toBe(false);
  batches.add(0);
  expect(isStuck).toBe(true);
});
