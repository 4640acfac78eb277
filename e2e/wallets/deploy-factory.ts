import { expect, type APIRequestContext } from '@playwright/test';
import { depositFactoryAbi, depositFactoryBytecode } from '@portside/checkout';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { activeMethod, setMethod } from '../pages/payment-mode.ts';
import { callApi } from './payer.ts';

/** Puts a factory for the network's wallet on a local EVM chain, without the shop; answers its address. */
export async function deployFactory(request: APIRequestContext, network: 'BSC'): Promise<Hex> {
  const key = readFileSync(join(process.env['E2E_DATA_DIR']!, 'chains/sandbox-wallet.key'), 'utf8').trim();
  const { chains } = await callApi(request, 'GET', '/api/sandbox');
  const { chain_id: id, rpc_url: url } = chains.find(({ type }: { type: string }) => type === network);
  const chain = {
    id,
    name: network,
    nativeCurrency: { name: 'coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  };
  const method = await activeMethod(request, network);
  const client = { chain, transport: http(url) };
  const wallet = createWalletClient({ ...client, account: privateKeyToAccount(key as Hex) });
  const hash = await wallet.deployContract({
    abi: depositFactoryAbi,
    bytecode: depositFactoryBytecode,
    args: [method.wallet_address as Hex],
  });
  const receipt = await createPublicClient(client).waitForTransactionReceipt({ hash });
  return receipt.contractAddress!;
}

/** Two owners give the network that factory; answers the one before. */
export async function changeFactory(
  request: APIRequestContext,
  network: 'BSC',
  factory: string,
): Promise<string> {
  const before = await activeMethod(request, network);
  await setMethod(request, network, { ...before, mode: 'own_addresses', factory_address: factory });
  const { factory_address: now } = await activeMethod(request, network);
  expect(now?.toLowerCase()).toBe(factory.toLowerCase());
  return before.factory_address!;
}
