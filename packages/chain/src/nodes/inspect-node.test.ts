import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { inspectNode } from './inspect-node.ts';
import { NodeError, type NodeErrorKind } from './node-error.ts';
import { token, word } from '../testing/fake-chain.ts';
import type { ChainNode } from '../types.ts';

function tokenNode(code: Hex, decimals: Hex | NodeErrorKind): ChainNode {
  return {
    name: 'a',
    async request(method) {
      if (method === 'eth_chainId') return '0x2b6653dc';
      if (method === 'eth_getCode') return code;
      if (decimals.startsWith('0x')) return decimals;
      throw new NodeError(decimals as NodeErrorKind, { node: 'a', method }, 'reverted');
    },
  };
}

test('it tells the chain and the decimals of the token', async () => {
  const answer = await inspectNode(tokenNode('0x60', `0x${word(6n)}`), token);
  expect(answer).toEqual({ chainId: 728_126_428, decimals: 6, codeExists: true });
});

test.each<[string, Hex, Hex | NodeErrorKind, boolean]>([
  ['there is no contract', '0x', '0x', false],
  ['the contract reverts', '0x60', 'rpc', true],
  ['the contract answers nothing', '0x60', '0x', true],
  ['the contract answers a number that cannot be', '0x60', `0x${word(256n)}`, true],
])('there are no decimals when %s', async (_, code, decimals, codeExists) => {
  expect(await inspectNode(tokenNode(code, decimals), token)).toMatchObject({ decimals: null, codeExists });
});

test('a node that fails tells nothing about the token', async () => {
  await expect(inspectNode(tokenNode('0x60', 'unreachable'), token)).rejects.toBeInstanceOf(NodeError);
});
