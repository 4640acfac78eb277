import { afterEach, expect, test, vi } from 'vitest';
import { OrderQueue } from './order-queue.ts';

afterEach(() => vi.restoreAllMocks());

const alone = (batchSize: number) => ({
  batchSize,
  keyOf: (input: number) => input,
  overlapFrom: Infinity,
});

const settled = async (asked: readonly Promise<number>[]) =>
  (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));

test('orders submitted at once are one batch, and each gets its own answer', async () => {
  const batches: number[] = [];
  const queue = new OrderQueue<number, number>(async (inputs) => {
    batches.push(inputs.length);
    return inputs.map((input) => input * 10);
  }, alone(4));
  expect(await settled([1, 2, 3, 4, 5].map((input) => queue.submit(input)))).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([4, 1]);
});

test('a bad order fails alone', async () => {
  const bad = new Error('a buyer has no balance');
  const queue = new OrderQueue<number, number>(async (inputs) => {
    if (inputs.includes(2)) throw bad;
    return inputs.map(Number);
  }, alone(8));
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
  }, alone(512));
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
  }, alone(8));
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
  }, alone(1));
  const [first, second] = await settled([queue.submit(1), queue.submit(2)]);
  expect(first).toBe(1);
  expect(second).toMatchObject({ reason: 'serverBusy' });
  expect(begun).toEqual([1]);
});

test('a queue that is full refuses at once', async () => {
  const queue = new OrderQueue<number, number>(async (inputs) => inputs.map(Number), alone(512));
  const asked = Array.from({ length: 10_001 }, (_, index) => queue.submit(index));
  const answers = await settled(asked);
  expect(answers.at(-1)).toMatchObject({ reason: 'serverBusy' });
  expect(answers.filter((one) => typeof one === 'number')).toHaveLength(10_000);
});

/** A queue whose batches a test lets begin early, and ends. */
function overlapping(overlapFrom = 2) {
  type Begun = {
    readonly inputs: readonly number[];
    readonly ahead: string | null;
    pass(): void;
    end(error?: Error): Promise<void>;
  };
  const begun: Begun[] = [];
  const queue = new OrderQueue<number, number, string>(
    (inputs, { ahead, pass }) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
      begun.push({
        inputs,
        ahead,
        pass: () => pass(() => `after ${inputs.join()}`),
        end: async (error) => {
          if (error) reject(error);
          else resolve(inputs);
          await turn();
        },
      });
      return promise;
    },
    // Ten of one buyer's inputs are 10 to 19.
    { batchSize: 8, keyOf: (input) => Math.floor(input / 10), overlapFrom },
  );
  return { queue, begun };
}
const turn = () => new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));

test('many are two batches: the second begins when the first lets it, with what that one passes on', async () => {
  const { queue, begun } = overlapping();
  const asked = settled([10, 20, 30, 40].map((input) => queue.submit(input)));
  await turn();
  expect(begun.map(({ inputs }) => inputs)).toEqual([[10, 20]]);
  begun[0]!.pass();
  await turn();
  expect(begun.map(({ inputs, ahead }) => [inputs, ahead])).toEqual([
    [[10, 20], null],
    [[30, 40], 'after 10,20'],
  ]);
  await begun[0]!.end();
  await begun[1]!.end();
  expect(await asked).toEqual([10, 20, 30, 40]);
});

test('what one buyer asks for is never in two batches at once, and never more than two run', async () => {
  const { queue, begun } = overlapping();
  const asked = settled([10, 20, 11, 30, 40, 50].map((input) => queue.submit(input)));
  await turn();
  expect(begun[0]!.inputs).toEqual([10, 20, 11]);
  const later = settled([12, 21, 60].map((input) => queue.submit(input)));
  begun[0]!.pass();
  await turn();
  expect(begun[1]!.inputs).toEqual([30, 40, 50, 60]);
  begun[1]!.pass();
  await turn();
  expect(begun).toHaveLength(2);
  await begun[0]!.end();
  expect(begun[2]).toMatchObject({ inputs: [12, 21], ahead: 'after 30,40,50,60' });
  await begun[1]!.end();
  await begun[2]!.end();
  expect([...(await asked), ...(await later)]).toEqual([10, 20, 11, 30, 40, 50, 12, 21, 60]);
});

test('a batch that began early and fails is run again, whole and by itself; later ones begin alone', async () => {
  const { queue, begun } = overlapping();
  const asked = settled([10, 20, 30, 40].map((input) => queue.submit(input)));
  await turn();
  begun[0]!.pass();
  await turn();
  await begun[1]!.end(new Error('the stock has changed'));
  expect(begun).toHaveLength(2);
  await begun[0]!.end();
  expect(begun[2]).toMatchObject({ inputs: [30, 40], ahead: null });
  const later = settled([50, 60].map((input) => queue.submit(input)));
  begun[2]!.pass();
  await turn();
  expect(begun).toHaveLength(3);
  await begun[2]!.end();
  expect(begun[3]).toMatchObject({ inputs: [50, 60], ahead: null });
  await begun[3]!.end();
  expect([...(await asked), ...(await later)]).toEqual([10, 20, 30, 40, 50, 60]);
});

test('where the first of two batches fails, each of its orders is run alone, and the second once more', async () => {
  const { queue, begun } = overlapping();
  const bad = new Error('a bad order');
  const asked = settled([10, 20, 30, 40].map((input) => queue.submit(input)));
  await turn();
  begun[0]!.pass();
  await turn();
  await begun[0]!.end(bad);
  await begun[1]!.end(new Error('the one ahead was not committed'));
  expect(begun[2]).toMatchObject({ inputs: [10], ahead: null });
  await begun[2]!.end(bad);
  expect(begun).toHaveLength(4);
  expect(begun[3]).toMatchObject({ inputs: [20], ahead: null });
  await begun[3]!.end();
  expect(begun[4]).toMatchObject({ inputs: [30, 40], ahead: null });
  await begun[4]!.end();
  expect(await asked).toEqual([bad, 20, 30, 40]);
});
