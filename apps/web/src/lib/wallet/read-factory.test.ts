import { create2PrefixOf } from '@portside/chain';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvmProvider } from './evm-wallet.ts';
import { readBy } from './read-factory.ts';
import type { LocalChains } from './testing/purse.ts';

let chains: LocalChains;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

/** A wallet with a node of its own, on the local chain. */
const wallet: EvmProvider = {
  request: ({ method, params = [] }) => chains.controls.rpc('BSC', method, ...params),
};

function place() {
  const { chainId, factoryAddress, walletAddress } = chains.chains.BSC;
  const factory = {
    prefix: create2PrefixOf('BSC', chainId),
    factory: factoryAddress!,
    treasury: walletAddress,
  };
  return { chainId, factory };
}

test('the published factory is found, with its treasury', async () => {
  expect(await readBy(wallet, place())).toBe('published');
});

test('another treasury, another contract and no contract at all are not the published one', async () => {
  const { chainId, factory } = place();
  const { contractAddress } = chains.chains.BSC;
  for (const changed of [
    { treasury: contractAddress },
    { factory: contractAddress },
    { factory: factory.treasury },
  ])
    expect(await readBy(wallet, { chainId, factory: { ...factory, ...changed } })).toBe('other');
});

test('a wallet on another chain, or one that does not answer, says nothing', async () => {
  const { chainId, factory } = place();
  expect(await readBy(wallet, { chainId: chainId + 1, factory })).toBeNull();
  const silent: EvmProvider = { request: () => Promise.reject(new Error('locked')) };
  expect(await readBy(silent, { chainId, factory })).toBeNull();
});
