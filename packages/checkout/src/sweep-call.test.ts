import { encodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import { expect, test } from 'vitest';
import { depositFactoryAbi } from './generated/deposit-factory.ts';
import { batchesOf, payingSalts, readSwept, SWEEP_BATCH, sweepManyData } from './sweep-call.ts';

const token: Hex = `0x${'7a'.repeat(20)}`;
const saltsOf = (count: number): Hex[] =>
  Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16).padStart(64, 'a')}` as const);

test.each([0, 1, 50])('the call of %i salts is what the published interface makes of it', (count) => {
  const args = [token, saltsOf(count)] as const;
  const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
  expect(sweepManyData(...args)).toBe(data);
});

test('the answer is read in order, and refused in another form', () => {
  const result = [5n, 0n, 2n ** 200n];
  const answer = encodeFunctionResult({ abi: depositFactoryAbi, functionName: 'sweepMany', result });
  expect(readSwept(answer, 3)).toEqual(result);
  for (const wrong of [answer.slice(0, -2), '0x', `${answer}${'0'.repeat(64)}`])
    expect(() => readSwept(wrong, 3)).toThrow('form');
  expect(() => readSwept(answer, 2)).toThrow('form');
});

test('an argument that is neither address nor salt is refused', () => {
  expect(() => sweepManyData(token, ['0x12'])).toThrow('32 bytes');
});

test('only addresses that would pay are swept, in order', () => {
  const salts = saltsOf(3);
  const answer = encodeFunctionResult({
    abi: depositFactoryAbi,
    functionName: 'sweepMany',
    result: [5n, 0n, 7n],
  });
  expect(payingSalts(answer, salts)).toEqual({ paying: [salts[0], salts[2]], units: 12n });
  expect(() => payingSalts(answer, saltsOf(2))).toThrow('form');
});

test.each([0, 1, SWEEP_BATCH, SWEEP_BATCH + 1])(
  '%i addresses are swept in as few transactions as possible',
  (count) => {
    const batches = batchesOf(saltsOf(count));
    expect(batches.flat()).toEqual(saltsOf(count));
    expect(batches).toHaveLength(Math.ceil(count / SWEEP_BATCH));
  },
);
