import { buildTriggerTransaction, formatAddress } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createRecharge } from './create-recharge.ts';
import { tronWalletRoutes } from './tron-wallets.ts';

let chains: TestChains;
let world: ChainWorld;
let routes: ReturnType<typeof tronWalletRoutes>;

beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON', 'ETH']);
  const http = createTronHttp({ url: chains.chains.TRON.httpUrl!, timeoutMs: 5_000 });
  const port = { node: nodeOf(chains, 'TRON'), http };
  routes = tronWalletRoutes((network) => (network === 'TRON' ? port : null));
});
afterAll(() => chains.stop());

const key = generatePrivateKey();
const wallet = privateKeyToAccount(key).address.toLowerCase() as Hex;
const walletAddress = formatAddress('TRON', wallet);

async function topUp(type: 'TRON' | 'ETH' = 'TRON') {
  const { ctx } = await world.createBuyer();
  const idempotencyKey = randomBytes(8).toString('hex');
  const recharge = await createRecharge(ctx, { body: { type, amount: '10' }, idempotencyKey });
  return { ctx, recharge, params: { order_id: recharge.order_id } };
}

const transfer = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });

async function signed(contract: Hex, data: Hex, block: { id: string; number: number; timestamp_ms: number }) {
  const transaction = buildTriggerTransaction({
    owner: wallet,
    contract,
    data,
    feeLimitSun: 50_000_000,
    block: {
      blockID: block.id,
      block_header: { raw_data: { number: block.number, timestamp: block.timestamp_ms } },
    },
  });
  const signature = (await sign({ hash: `0x${transaction.txID}`, privateKey: key, to: 'hex' })).slice(2);
  return { txID: transaction.txID, body: { raw_data_hex: transaction.raw_data_hex, signature } };
}

test('a wallet reads what it holds, tries, sends, and sees how it went', async () => {
  const { ctx, params } = await topUp();
  const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
  await chains.controls.mint('TRON', wallet, 30_000_000n);
  await chains.controls.rpc('TRON', 'anvil_setBalance', wallet, '0x5f5e100');
  expect(await routes.readTronWallet(ctx, { params, query: { wallet_address: walletAddress } })).toEqual({
    usdt: '30',
    trx: '100',
    allowance: '0',
  });

  const data = transfer(treasury, 12_000_001n);
  const call = { wallet_address: walletAddress, contract_address: formatAddress('TRON', token), data };
  const trial = await routes.tryTronCall(ctx, { params, body: call });
  expect(trial.is_refused).toBe(false);
  expect(trial.energy).toBeGreaterThan(10_000);

  const { txID, body } = await signed(token, data, trial.block);
  expect(await routes.sendTronTransaction(ctx, { params, body })).toEqual({ tx_hash: txID });
  const read = () => routes.readTronTransaction(ctx, { params: { ...params, tx_hash: txID } });
  expect(await read()).toEqual({ state: 'waiting' });
  await chains.controls.mine('TRON', 1);
  expect(await read()).toEqual({ state: 'done' });
  // A second time is not a refusal: another node may have been faster.
  expect(await routes.sendTronTransaction(ctx, { params, body })).toEqual({ tx_hash: txID });
});

test('a call that would fail is told before anything is signed', async () => {
  const { ctx, params } = await topUp();
  const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
  const data = transfer(treasury, 10n ** 15n);
  const body = { wallet_address: walletAddress, contract_address: formatAddress('TRON', token), data };
  expect((await routes.tryTronCall(ctx, { params, body })).is_refused).toBe(true);
});

test('it tells the code of the checkout and the price of energy', async () => {
  const { ctx, params } = await topUp();
  const { checkout_code: code, sun_per_energy: price } = await routes.readTronChain(ctx, { params });
  const { checkoutAddress } = chains.chains.TRON;
  expect(code).toBe(await chains.controls.rpc('TRON', 'eth_getCode', checkoutAddress, 'latest'));
  expect(price).toBe(100);
});

test('it is no way to the network for other contracts, other signers, or top-ups elsewhere', async () => {
  const { ctx, params } = await topUp();
  const other: Hex = `0x${randomBytes(20).toString('hex')}`;
  const asked = {
    wallet_address: walletAddress,
    contract_address: formatAddress('TRON', other),
    data: '0x00',
  };
  await expect(routes.tryTronCall(ctx, { params, body: asked })).rejects.toMatchObject({
    reason: 'invalidFormat',
  });
  const { contractAddress: token, walletAddress: treasury } = chains.chains.TRON;
  const call = { ...asked, contract_address: formatAddress('TRON', token), data: transfer(treasury, 1n) };
  const { block } = await routes.tryTronCall(ctx, { params, body: call });
  const foreign = await signed(other, '0x12345678', block);
  await expect(routes.sendTronTransaction(ctx, { params, body: foreign.body })).rejects.toMatchObject({
    reason: 'invalidFormat',
  });
  const { body } = await signed(token, transfer(treasury, 1n), block);
  const forged = {
    ...body,
    signature: body.signature.replace(/^../, body.signature.startsWith('00') ? '11' : '00'),
  };
  await expect(routes.sendTronTransaction(ctx, { params, body: forged })).rejects.toMatchObject({
    reason: 'transactionRefused',
  });

  const elsewhere = await topUp('ETH');
  await expect(routes.readTronChain(elsewhere.ctx, { params: elsewhere.params })).rejects.toMatchObject({
    reason: 'notFound',
  });
  const off = tronWalletRoutes(() => null);
  await expect(off.readTronChain(ctx, { params })).rejects.toMatchObject({ reason: 'walletsOff' });
});
