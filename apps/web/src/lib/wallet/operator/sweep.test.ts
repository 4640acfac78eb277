import { create2PrefixOf } from '@portside/chain';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEvmOperator, type EvmProvider } from '../evm-wallet.ts';
import type { Hex } from '../payment.ts';
import type { LocalChains } from '../testing/purse.ts';
import { sweepBatch } from './sweep.ts';

let chains: LocalChains;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const owner: Hex = `0x${'7'.repeat(40)}`;
const salts: readonly Hex[] = [`0x${'1'.repeat(64)}`];

/** A wallet with a node of its own, and what it was asked. */
function openWallet() {
  const asked: string[] = [];
  const provider: EvmProvider = {
    request: ({ method, params = [] }) => {
      asked.push(method);
      return chains.controls.rpc('BSC', method, ...params);
    },
  };
  const { chainId, factoryAddress, walletAddress, contractAddress } = chains.chains.BSC;
  const account = openEvmOperator(provider, { network: 'BSC', chainId });
  const prefix = create2PrefixOf('BSC', chainId);
  const factory = { prefix, factory: factoryAddress!, treasury: walletAddress };
  return { signer: { account, owner, chainId }, factory, token: contractAddress, asked };
}

test('nothing is asked of a factory that is not the published one, with this treasury', async () => {
  const { signer, factory, token, asked } = openWallet();
  for (const changed of [{ factory: token }, { treasury: owner }]) {
    const source = { factory: { ...factory, ...changed }, token };
    const steps: string[] = [];
    const sweeping = sweepBatch(signer, source, salts, ({ state }) => steps.push(state));
    await expect(sweeping).rejects.toMatchObject({ problem: 'wrongCheckout' });
    expect(steps).toEqual([]);
  }
  expect(new Set(asked)).toEqual(new Set(['eth_getCode']));
});

test('the published factory is asked what would leave its addresses', async () => {
  const { signer, factory, token } = openWallet();
  const steps: string[] = [];
  await sweepBatch(signer, { factory, token }, salts, ({ state }) => steps.push(state));
  expect(steps).toEqual(['nothing']);
});
