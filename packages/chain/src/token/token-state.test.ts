import { expect, test } from 'vitest';
import { NodeError } from '../nodes/node-error.ts';
import type { ChainNode } from '../types.ts';
import { readBlacklisted } from './token-state.ts';

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
