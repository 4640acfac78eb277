import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devchain } from './devchain.ts';
import { startDevchainProcess } from './start-devchain-process.ts';
import { publicRpc, waitFor } from './testing/ask.ts';

const ABI = parseAbi(['function transfer(address to, uint256 amount)']);

let devchain: Devchain;
beforeAll(async () => {
  devchain = await startDevchainProcess({ blockTimeMs: 100 });
});
afterAll(() => devchain.stop());

test('an ordinary wallet pays after it was given USDT and coin for fees', async () => {
  const { chainId, contractAddress, walletAddress } = devchain.chains.ETH;
  const rpc = publicRpc(devchain.chains.ETH);
  const wallet = privateKeyToAccount(generatePrivateKey());
  await devchain.sendUsdt('ETH', wallet.address, 7_000_000n);
  expect(await devchain.giveCoin('ETH', wallet.address)).toBe(10n ** 17n);
  const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [walletAddress, 7_000_000n] });
  const call = { from: wallet.address, to: contractAddress, data };
  const gas = await waitFor(async () => rpc<Hex>('eth_estimateGas', call).catch(() => null));
  const price = BigInt(await rpc<Hex>('eth_gasPrice')) * 2n;
  const signed = await wallet.signTransaction({
    chainId,
    nonce: 0,
    gas: BigInt(gas),
    gasPrice: price,
    to: contractAddress,
    data,
  });
  const hash = await rpc<Hex>('eth_sendRawTransaction', signed);
  const receipt = await waitFor(() => rpc<{ status: Hex } | null>('eth_getTransactionReceipt', hash));
  expect(receipt.status).toBe('0x1');
});

test.each(['ETH', 'TRON'] as const)('on %s nobody is given more than that, however often', async (type) => {
  const to: Hex = `0x${'5e'.repeat(20)}`;
  const first = await devchain.giveCoin(type, to);
  expect(await devchain.giveCoin(type, to)).toBe(first);
  await expect(devchain.giveCoin(type, '0x12')).rejects.toThrow(/20-byte/);
});
