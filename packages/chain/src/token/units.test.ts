import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NodeError } from '../nodes/node-error.ts';
import type { ChainNode } from '../types.ts';
import { readBlacklisted } from './token-state.ts';
import { toMicro, toUnits } from './units.ts';

const decimals = fc.integer({ min: 6, max: 30 });
const micro = fc.bigInt({ min: 0n, max: 10n ** 15n });
const units = fc.bigInt({ min: 0n, max: 10n ** 40n });

test('a token of six decimals counts in micro-USDT', () => {
  expect(toMicro(12_345_678n, 6)).toBe(12_345_678n);
  expect(toUnits(12_345_678n, 6)).toBe(12_345_678n);
});

test('what is asked for is exact, and comes back as it was', () => {
  fc.assert(fc.property(micro, decimals, (amount, d) => toMicro(toUnits(amount, d), d) === amount));
  expect(toUnits(1n, 18)).toBe(10n ** 12n);
});

test('what is credited is never more than arrived, and less by no whole micro-USDT', () => {
  fc.assert(
    fc.property(units, decimals, (arrived, d) => {
      const credited = toUnits(toMicro(arrived, d), d);
      expect(credited).toBeLessThanOrEqual(arrived);
      expect(arrived - credited).toBeLessThan(toUnits(1n, d));
    }),
  );
});

test('dust below a micro-USDT is worth nothing', () => {
  expect(toMicro(10n ** 12n - 1n, 18)).toBe(0n);
  expect(toMicro(10n ** 12n, 18)).toBe(1n);
});

test('several deposits are never credited with more than their sum', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 8 }), decimals, (all, d) => {
      const one = all.reduce((sum, part) => sum + toMicro(part, d), 0n);
      const sum = all.reduce((whole, part) => whole + part, 0n);
      expect(one).toBeLessThanOrEqual(toMicro(sum, d));
    }),
  );
});

test('fewer decimals than six: only what the token can have is asked for', () => {
  expect(toMicro(12_34n, 2)).toBe(12_340_000n);
  expect(toUnits(12_340_000n, 2)).toBe(12_34n);
  expect(() => toUnits(12_345_678n, 2)).toThrow(/cannot represent this amount/);
});

test('nothing is below zero', () => {
  expect(() => toMicro(-1n, 18)).toThrow(RangeError);
  expect(() => toUnits(-1n, 18)).toThrow(RangeError);
});

const TOKEN = `0x${'11'.repeat(20)}` as const;
const WALLETS = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const;

const flag = (isSet: boolean): string => `0x${'0'.repeat(63)}${isSet ? 1 : 0}`;

/** A node that calls the given wallets frozen. */
const tells = (name: string, frozen: readonly string[], answer?: string): ChainNode => ({
  name,
  request: async (_, [call]) => {
    const { data } = call as { data: string };
    return answer ?? flag(frozen.some((wallet) => data.endsWith(wallet.slice(2))));
  },
});
const silent: ChainNode = {
  name: 'silent',
  request: (method) => Promise.reject(new NodeError('unreachable', { node: 'silent', method }, 'no answer')),
};
const read = (nodes: readonly ChainNode[], quorum: number) =>
  readBlacklisted(nodes, { token: TOKEN, blacklist: 'isBlackListed', quorum }, WALLETS);

test('what two nodes tell alike counts, whatever a third says', async () => {
  const [first] = WALLETS;
  expect(await read([tells('a', [first]), tells('b', [first])], 2)).toEqual(new Set([first]));
  expect(await read([tells('liar', []), tells('b', [first]), tells('c', [first])], 2)).toEqual(
    new Set([first]),
  );
});

test('where too few tell alike, nobody is cleared and nobody is frozen', async () => {
  expect(await read([tells('liar', []), tells('b', WALLETS)], 2)).toBeNull();
  expect(await read([tells('a', []), silent], 2)).toBeNull();
  expect(await read([tells('a', [], '0x'), tells('b', [])], 2)).toBeNull();
});
