import { afterEach, expect, test, vi } from 'vitest';
import { OrderQueue } from './order-queue.ts';

afterEach(() => vi.restoreAllMocks());

const settled = async (asked: readonly Promise<number>[]) =>
  (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

test('orders submitted at once are one batch, and each gets its own answer', async () => {
  const batches: number[] = [];
  const queue = new OrderQueue<number, number>(async (inputs) => {
    batches.push(inputs.length);
    return inputs.map((input) => input * 10);
  }, 4);
  expect(await settled([1, 2, 3, 4, 5].map((input) => queue.submit(input)))).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([4, 1]);
});

test('what arrives while a batch runs makes up the next one', async () => {
  const batches: (readonly number[])[] = [];
  const later: Promise<number>[] = [];
  const queue = new OrderQueue<number, number>(async (inputs) => {
    batches.push(inputs);
    if (batches.length === 1) later.push(queue.submit(3), queue.submit(4));
    return inputs;
  }, 8);
  expect(await settled([1, 2].map((input) => queue.submit(input)))).toEqual([1, 2]);
  expect(await settled(later)).toEqual([3, 4]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('a bad order fails alone', async () => {
  const bad = new Error('a buyer has no balance');
  const queue = new OrderQueue<number, number>(async (inputs) => {
    if (inputs.includes(2)) throw bad;
    return inputs.map(Number);
  }, 8);
  expect(await settled([1, 2, 3].map((input) => queue.submit(input)))).toEqual([1, bad, 3]);
});

test.each([
  { code: '57P01', message: 'terminating connection' },
  { code: 'ECONNREFUSED', message: '' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'Query read timeout' },
])('a database out of reach is asked once, not once an order: %j', async (facts) => {
  const lost = Object.assign(new Error(facts.message), facts);
  let runs = 0;
  const queue = new OrderQueue<number, number>(() => {
    runs += 1;
    return Promise.reject(lost);
  }, 512);
  expect(await settled([1, 2, 3].map((input) => queue.submit(input)))).toEqual([lost, lost, lost]);
  expect(runs).toBe(1);
});

test('when the database is lost between single orders, the rest is not tried', async () => {
  const lost = Object.assign(new Error('gone'), { code: '08006' });
  let runs = 0;
  const queue = new OrderQueue<number, number>(async (inputs) => {
    runs += 1;
    if (inputs.length > 1) throw new Error('one of them is bad');
    if (inputs[0]! >= 2) throw lost;
    return inputs.map(Number);
  }, 8);
  expect(await settled([1, 2, 3, 4].map((input) => queue.submit(input)))).toEqual([1, lost, lost, lost]);
  expect(runs).toBe(3);
});

test('an order that waited longer than its page is not started', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const begun: number[] = [];
  const queue = new OrderQueue<number, number>(async (inputs) => {
    begun.push(...inputs);
    now += 46_000;
    return inputs.map(Number);
  }, 1);
  const [first, second] = await settled([queue.submit(1), queue.submit(2)]);
  expect(first).toBe(1);
  expect(second).toMatchObject({ reason: 'serverBusy' });
  expect(begun).toEqual([1]);
});

test('a queue that is full refuses at once', async () => {
  const queue = new OrderQueue<number, number>(async (inputs) => inputs.map(Number), 512);
  const asked = Array.from({ length: 10_001 }, (_, index) => queue.submit(index));
  const answers = await settled(asked);
  expect(answers.at(-1)).toMatchObject({ reason: 'serverBusy' });
  expect(answers.filter((one) => typeof one === 'number')).toHaveLength(10_000);
});
