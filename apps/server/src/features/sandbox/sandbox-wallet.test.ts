import { formatAddress, recoverSigner } from '@portside/chain';
import { depositFactoryBytecode, readSwept, sweepManyData } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { pad, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import { createChainWorld, unitsOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { sandboxRoutes } from './index.ts';

const edge = { idempotencyKey: '', address: '127.0.0.1', userAgent: '' };

let chains: TestChains;
let world: ChainWorld;
let admin: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['BSC', 'TRON']);
  admin = (await signInAdmin(world.ctx)).ctx;
});
afterAll(() => chains.stop());

const routes = () => sandboxRoutes({ devchain: chains });

/** Sends a call and waits for its block. */
async function send(type: Network, data: Hex, to?: Hex) {
  const call = { type, data, ...(to && { contract_address: formatAddress(type, to) }) };
  const trial = await routes().trySandboxCall(admin, { body: call, ...edge });
  const { tx_hash } = await routes().sendSandboxCall(admin, { body: call, ...edge });
  await chains.controls.mine(type, 1);
  const request = { params: { tx_hash }, query: { type }, ...edge };
  return { trial, done: await routes().readSandboxTransaction(admin, request) };
}

test.each<Network>(['BSC', 'TRON'])('on %s it sweeps and deploys, and pays the fee', async (type) => {
  const { address, salt, factory } = await world.createAddressOwner(type);
  await world.pay(type, '12.5', address);
  const { contractAddress: token, walletAddress: treasury } = chains.chains[type];
  const sweep = sweepManyData(token, [salt]);
  const swept = await send(type, sweep, factory);
  expect(readSwept(swept.trial.answer, 1)).toEqual([unitsOf(type, '12.5')]);
  expect(Number(swept.trial.fee)).toBeGreaterThan(0);
  expect(swept.done).toEqual({ state: 'done', contract_address: null });
  const again = await routes().trySandboxCall(admin, {
    body: { type, contract_address: formatAddress(type, factory), data: sweep },
    ...edge,
  });
  expect(readSwept(again.answer, 1)).toEqual([0n]);

  const deployed = await send(type, `${depositFactoryBytecode}${pad(treasury, { size: 32 }).slice(2)}`);
  expect(deployed.done).toMatchObject({ state: 'done', contract_address: expect.any(String) });
  const wallet = await routes().readSandboxOperator(admin, { query: { type }, ...edge });
  expect(Number(wallet.coin)).toBeGreaterThan(1);
});

test.each<Network>(['BSC', 'TRON'])('on %s it signs as the sender of its payments', async (type) => {
  const text = 'I sent the payment\nand want it credited.';
  const { signature } = await routes().signSandboxText(admin, { body: { type, text }, ...edge });
  expect(await recoverSigner(type, text, signature as Hex)).toBe(chains.chains[type].sandboxWalletAddress);
});

test('it calls no other contract, for nobody else, and nowhere but in a sandbox', async () => {
  const { contractAddress: token, sandboxWalletAddress: wallet } = chains.chains.BSC;
  const transfer = `0xa9059cbb${pad(wallet, { size: 32 }).slice(2)}${'1'.padStart(64, '0')}`;
  const body = { type: 'BSC', contract_address: token, data: transfer } as const;
  const { ctx: buyer } = await world.createBuyer();
  for (const name of ['trySandboxCall', 'sendSandboxCall'] as const) {
    const callAs = (ctx: Ctx, of = routes()) => of[name](ctx, { body, ...edge });
    await expect(callAs(admin)).rejects.toMatchObject({ reason: 'invalidFormat' });
    await expect(callAs(buyer)).rejects.toMatchObject({ reason: 'noPermission' });
    await expect(callAs(admin, sandboxRoutes(null))).rejects.toMatchObject({ reason: 'notFound' });
  }
  const other = { type: 'BSC', data: '0x6000' } as const;
  await expect(routes().sendSandboxCall(admin, { body: other, ...edge })).rejects.toMatchObject({
    reason: 'invalidFormat',
  });
});
