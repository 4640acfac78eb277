import { networkRecords, toUnits } from '@portside/chain';
import { thirdNetwork } from '@portside/chain/testing/third-network';
import { parseMicro, type Recharge, type Sandbox, type SiteConfig } from '@portside/contract';
import { sendEvmCall } from '@portside/devchain/network/create-sender';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, encodeFunctionData, erc20Abi, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPages } from '../scripts/test/build-pages.ts';
import { startServer, type Server } from './setup/server.ts';
import { freePort } from '../scripts/test/free-port.ts';

/**
 * What adding a network takes: the real shop with one more record and nothing else follows its local chain and credits
 * a token of 18 decimals to the micro-USDT.
 */

const LAKE = thirdNetwork.id;
const { decimals } = thirdNetwork.token;
const RECORD = import.meta.resolve('@portside/chain/testing/add-third-network');
/** Units of an 18-decimal token in a micro-USDT. */
const MICRO = 10n ** 12n;

const dataDir = mkdtempSync(join(tmpdir(), 'portside-third-network-'));
let server: Server;
let sandbox: Sandbox;

beforeAll(async () => {
  await buildPages();
  const environment = { DATA_DIR: dataDir, SANDBOX: 'empty', NODE_OPTIONS: `--import=${RECORD}` };
  server = await startServer({ environment, port: await freePort(), logFile: join(dataDir, 'server.log') });
  sandbox = await call('GET', '/api/sandbox');
}, 300_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { code, data, message } = (await answer.json()) as { code: number; data: T; message: string };
  if (code !== 200) throw new Error(`${method} ${path}: ${code} ${message}`);
  return data;
}

const signIn = async (role: Sandbox['sign_ins'][number]['role']): Promise<string> => {
  const { username, password } = sandbox.sign_ins.find((one) => one.role === role)!;
  return (await call<{ token: string }>('POST', '/api/auth/login', { username, password })).token;
};

const lake = () => sandbox.chains.find(({ type }) => type === LAKE)!;
const client = () => createPublicClient({ transport: http(lake().rpc_url) });

/** A transfer by the sandbox wallet, exact to the unit. */
async function send(units: bigint): Promise<Hex> {
  const key = readFileSync(join(dataDir, 'chains/sandbox-wallet.key'), 'utf8').trim() as Hex;
  const { chain_id: chainId, contract_address: token, wallet_address: wallet } = lake();
  return sendEvmCall({
    chainId,
    rpc: (method, ...params) => client().request({ method, params } as never),
    wallet: privateKeyToAccount(key),
    to: token as Hex,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [wallet as Hex, units] }),
  });
}

type Page<T> = { readonly items: T[] };
const readRecharge = (orderId: string, token: string): Promise<Recharge> =>
  call('GET', `/api/recharges/${orderId}`, undefined, token);

test('the network is not part of the code', () => {
  const ids: string[] = networkRecords().map(({ id }) => id);
  expect(ids).not.toContain(LAKE);
});

test('it is offered, shown and described like the other networks', async () => {
  await expect
    .poll(async () => (await call<Page<{ type: string }>>('GET', '/api/payment-methods/enabled')).items)
    .toMatchObject([
      ...networkRecords().map(({ id }) => ({ type: id })),
      { type: LAKE, network_name: 'Lake Chain (local)' },
    ]);
  const config = await call<SiteConfig & Record<string, string>>('GET', '/api/site-config');
  expect(config['wallet_address_lake']).toBe(lake().wallet_address);
  const description = await (await fetch(`${server.url}/api/openapi.json`)).text();
  expect(description).toContain(`"enum":${JSON.stringify([...networkRecords().map(({ id }) => id), LAKE])}`);
});

test('its token has 18 decimals', async () => {
  const address = lake().contract_address as Hex;
  expect(await client().readContract({ address, abi: erc20Abi, functionName: 'decimals' })).toBe(decimals);
});

test('a top-up is credited to the micro-USDT, rounded down; dust is not credited', async () => {
  const token = await signIn('buyer');
  const balanceOf = async () =>
    parseMicro((await call<{ balance: string }>('GET', '/api/users/balance', undefined, token)).balance);
  const before = await balanceOf();
  const asked = await call<Recharge>('POST', '/api/recharges', { type: LAKE, amount: '20' }, token);
  const amountMicro = parseMicro(asked.pay_amount);

  const dust = await send(MICRO - 1n);
  // The exact amount, and almost a micro-USDT on top.
  const hash = await send(toUnits(amountMicro, decimals) + MICRO - 1n);
  await expect.poll(async () => (await readRecharge(asked.order_id, token)).sub_state).toBe('credited');
  expect(await readRecharge(asked.order_id, token)).toMatchObject({
    type: LAKE,
    status: 'successful',
    credited_amount: asked.pay_amount,
    tx_hash: hash,
    confirmations_needed: thirdNetwork.sandbox.finalityBlocks,
  });
  // Balances are shown to the cent.
  expect((await balanceOf()) - before).toBe((amountMicro / 10_000n) * 10_000n);

  const owner = await signIn('owner');
  const path = `/api/admin/deposits?type=${LAKE}&with_dust=true`;
  const { items } = await call<Page<Record<string, unknown>>>('GET', path, undefined, owner);
  expect(items).toMatchObject([
    { tx_hash: hash, amount: asked.pay_amount, state: 'credited', order_id: asked.order_id },
    { tx_hash: dust, amount: '0', state: 'rejected', username: null },
  ]);
  const shown = await call<Page<unknown>>('GET', `/api/admin/deposits?type=${LAKE}`, undefined, owner);
  expect(shown.items).toHaveLength(1);
});

test('its books agree, and the sandbox wallet pays on it', async () => {
  const [owner, buyer] = [await signIn('owner'), await signIn('buyer')];
  const asked = await call<Recharge>('POST', '/api/recharges', { type: LAKE, amount: '15.5' }, buyer);
  await call('POST', '/api/sandbox/transfers', {
    type: LAKE,
    to: asked.wallet_address,
    amount: asked.pay_amount,
  });
  await expect.poll(async () => (await readRecharge(asked.order_id, buyer)).sub_state).toBe('credited');
  type Treasury = { readonly books: { type: string; recorded: string; ledger: string; in_order: boolean }[] };
  const { books } = await call<Treasury>('GET', '/api/admin/treasury', undefined, owner);
  const own = books.find(({ type }) => type === LAKE)!;
  expect(own.in_order).toBe(true);
  expect(parseMicro(own.ledger)).toBeGreaterThan(35_500_000n);
});
