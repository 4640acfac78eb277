import { expect, type APIRequestContext } from '@playwright/test';
import { depositFactoryAbi, depositFactoryBytecode } from '@portside/checkout';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { signInColleague, signInOwner } from '../pages/people.ts';
import { callApi } from './payer.ts';

type Method = {
  readonly id: string;
  readonly chain_id: number;
  readonly contract_address: string;
  readonly wallet_address: string;
  readonly checkout_address: string | null;
  readonly factory_address: string | null;
};

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
  const method = await readMethod(request, network);
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
  const { id, chain_id, contract_address, wallet_address, checkout_address, factory_address } =
    await readMethod(request, network);
  const { token } = await signInOwner(request);
  const data = {
    chain_id,
    contract_address,
    wallet_address,
    checkout_address,
    factory_address: factory,
    mode: 'own_addresses',
    enabled: true,
    reason: 'another factory',
  };
  const { proposals } = await callApi(request, 'PUT', `/api/payment-methods/${id}`, { token, data });
  const colleague = await signInColleague(request);
  await callApi(request, 'POST', `/api/proposals/${proposals[0].id}/approve`, {
    token: colleague.token,
    data: {},
  });
  expect((await readMethod(request, network)).factory_address?.toLowerCase()).toBe(factory.toLowerCase());
  return factory_address!;
}

async function readMethod(request: APIRequestContext, network: string): Promise<Method> {
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', '/api/payment-methods', { token });
  return items.find((one: any) => one.type === network && one.retired_at === null);
}
