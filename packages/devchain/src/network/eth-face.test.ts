import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devchain, DevchainControls } from '../devchain.ts';
import { startDevchain } from '../start-devchain.ts';
import { publicRpc } from '../testing/ask.ts';

let devchain: Devchain & { controls: DevchainControls };

beforeAll(async () => {
  devchain = await startDevchain({ blockTimeMs: 40 });
});
afterAll(() => devchain.stop());

test('offers no way to forge a sender or a balance', async () => {
  const { sandboxWalletAddress, contractAddress, rpcUrl } = devchain.chains.ETH;
  const rpc = publicRpc(devchain.chains.ETH);
  const forged = { from: sandboxWalletAddress, to: contractAddress, data: '0x' };
  for (const call of [
    ['eth_sendTransaction', forged],
    ['anvil_setBalance', contractAddress, '0x1'],
    ['evm_mine'],
  ]) {
    const [method, ...params] = call as [string, ...unknown[]];
    await expect(rpc(method, ...params)).rejects.toMatchObject({ code: -32601 });
  }
  expect(new URL(rpcUrl).hostname).toBe('127.0.0.1');
});

test('answers batches and malformed requests', async () => {
  const one = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' };
  expect(await post(JSON.stringify([one, { ...one, id: 8 }]))).toEqual([
    { jsonrpc: '2.0', id: 7, result: '0x757e21' },
    { jsonrpc: '2.0', id: 8, result: '0x757e21' },
  ]);
  expect(await post('{')).toMatchObject({ error: { code: -32700 } });
  expect(await post('7')).toMatchObject({ error: { code: -32600 } });
});

test('final and safe are four blocks behind the head, in logs and calls too', async () => {
  const rpc = publicRpc(devchain.chains.ETH);
  const { contractAddress, walletAddress } = devchain.chains.ETH;
  await devchain.controls.setMining('ETH', false);
  await devchain.sendUsdt('ETH', walletAddress, 1_000n);
  await devchain.controls.mine('ETH', 4);
  const head = Number(await rpc<Hex>('eth_blockNumber'));
  const logsTo = async (toBlock: string) => {
    return (await rpc<unknown[]>('eth_getLogs', { address: contractAddress, fromBlock: '0x2', toBlock }))
      .length;
  };

  const final = await rpc<{ number: Hex }>('eth_getBlockByNumber', 'finalized', false);
  expect(Number(final.number)).toBe(head - 4);
  expect([await logsTo('latest'), await logsTo('finalized'), await logsTo('safe')]).toEqual([1, 0, 0]);
  await devchain.controls.mine('ETH', 1);
  expect([await logsTo('finalized'), await logsTo('safe')]).toEqual([1, 1]);
});

async function post(body: string): Promise<unknown> {
  const response = await fetch(devchain.chains.ETH.rpcUrl, { method: 'POST', body });
  return response.json();
}
