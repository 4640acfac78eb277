import {
  buildDeployTransaction,
  buildTriggerTransaction,
  formatAddress,
  type TronBlock,
} from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { checkoutCode, depositFactoryBytecode, readSwept, sweepManyData } from '@portside/checkout';
import { startDevchain } from '@portside/devchain';
import { concat, pad, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { checkContracts, operatorTronRoutes } from './operator-calls.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
const key = generatePrivateKey();
const owner = privateKeyToAddress(key).toLowerCase() as Hex;
const wallet = formatAddress('TRON', owner);
let routes: ReturnType<typeof operatorTronRoutes>;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON']);
  ann = (await signInAdmin(world.ctx)).ctx;
  const http = createTronHttp({ url: chains.chains.TRON.httpUrl!, timeoutMs: 5_000 });
  routes = operatorTronRoutes(() => ({ node: nodeOf(chains, 'TRON'), http }));
  await chains.controls.rpc('TRON', 'anvil_setBalance', owner, '0x3b9aca00');
});
afterAll(() => chains.stop());

type Trial = Awaited<ReturnType<typeof routes.tryOperatorCall>>;
const blockOf = ({ block }: Trial): TronBlock => ({
  blockID: block.id,
  block_header: { raw_data: { number: block.number, timestamp: block.timestamp_ms } },
});
const attempt = (contract: Hex | null, data: Hex) =>
  routes.tryOperatorCall(ann, {
    body: {
      type: 'TRON',
      wallet_address: wallet,
      ...(contract && { contract_address: formatAddress('TRON', contract) }),
      data,
    },
  });

async function send(unsigned: { readonly txID: string; readonly raw_data_hex: string }) {
  const signature = await sign({ hash: `0x${unsigned.txID}`, privateKey: key, to: 'hex' });
  const sent = await routes.sendOperatorTransaction(ann, {
    body: { type: 'TRON', raw_data_hex: unsigned.raw_data_hex, signature: signature.slice(2) },
  });
  await chains.controls.mine('TRON', 1);
  const params = { tx_hash: sent.tx_hash };
  return routes.readOperatorTransaction(ann, { params, query: { type: 'TRON' } });
}

test('a wallet deploys the published factory, and sweeps with the shop’s', async () => {
  const { walletAddress: treasury, contractAddress: token } = chains.chains.TRON;
  const bytecode = concat([depositFactoryBytecode, pad(treasury, { size: 32 })]);
  const trial = await attempt(null, bytecode);
  expect(trial).toMatchObject({ is_refused: false, answer: '0x' });
  expect(trial.energy).toBeGreaterThan(500_000);
  const feeLimitSun = Math.ceil(trial.energy * 120);
  const block = blockOf(trial);
  const made = await send(
    buildDeployTransaction({ owner, bytecode, name: 'DepositFactory', feeLimitSun, block }),
  );
  expect(made.state).toBe('done');
  const checked = await checkContracts(
    ann,
    {
      query: {
        type: 'TRON',
        wallet_address: formatAddress('TRON', treasury),
        factory_address: made.contract_address!,
      },
    },
    { nodesOf: () => [nodeOf(chains, 'TRON')], quorumOf: () => 1 },
  );
  expect(checked).toMatchObject({ factory: 'proven' });

  const { address, salt, factory } = await world.createAddressOwner('TRON');
  await world.pay('TRON', '12', address);
  const data = sweepManyData(token, [salt]);
  const tried = await attempt(factory, data);
  expect(readSwept(tried.answer, 1)).toEqual([12_000_000n]);
  const unsigned = buildTriggerTransaction({
    owner,
    contract: factory,
    data,
    feeLimitSun: Math.ceil(tried.energy * 120),
    block: blockOf(tried),
  });
  expect(await send(unsigned)).toMatchObject({ state: 'done' });
  expect(readSwept((await attempt(factory, data)).answer, 1)).toEqual([0n]);
});

test('nothing but the shop’s own contracts is tried or passed on', async () => {
  const { contractAddress: token, walletAddress } = chains.chains.TRON;
  const foreign = { reason: 'invalidFormat' };
  await expect(attempt(token, '0x70a08231')).rejects.toMatchObject(foreign);
  await expect(attempt(null, checkoutCode(token, walletAddress))).rejects.toMatchObject(foreign);
  const trial = await attempt(null, concat([depositFactoryBytecode, pad(walletAddress, { size: 32 })]));
  const unsigned = buildTriggerTransaction({
    owner,
    contract: token,
    data: '0xa9059cbb',
    feeLimitSun: 1,
    block: blockOf(trial),
  });
  await expect(send(unsigned)).rejects.toMatchObject(foreign);
});

test('a call of another contract that only contains the factory’s address is not passed on', async () => {
  const factory = await world.useOwnAddresses('TRON');
  const { contractAddress: token, walletAddress } = chains.chains.TRON;
  const trial = await attempt(null, concat([depositFactoryBytecode, pad(walletAddress, { size: 32 })]));
  const basis = { owner, feeLimitSun: 1, block: blockOf(trial) };
  const foreign = { reason: 'invalidFormat' };
  const naming = concat(['0xa9059cbb', `0x41${factory.slice(2)}`, depositFactoryBytecode]);
  const call = buildTriggerTransaction({ ...basis, contract: token, data: naming });
  await expect(send(call)).rejects.toMatchObject(foreign);
  const bytecode = concat(['0x00', depositFactoryBytecode, `0x41${factory.slice(2)}`]);
  const deployment = buildDeployTransaction({ ...basis, bytecode, name: 'Other' });
  await expect(send(deployment)).rejects.toMatchObject(foreign);
});

test('who may read neither payment methods nor deposits has no use of the shop’s TRON node', async () => {
  const query = { type: 'TRON' as const, wallet_address: wallet };
  for (const [action, allowed] of [
    ['support.read', false],
    ['paymentMethod.read', true],
    ['deposit.read', true],
  ] as const) {
    const { ctx } = await signInAdmin(world.ctx, [action]);
    const asked = routes.readOperatorTron(ctx, { query });
    if (allowed) expect(await asked).toHaveProperty('coin');
    else await expect(asked).rejects.toMatchObject({ reason: 'noPermission' });
  }
});

test('other networks’ wallets bring their own node', async () => {
  const query = { type: 'ETH' as const, wallet_address: wallet };
  await expect(routes.readOperatorTron(ann, { query })).rejects.toMatchObject({ reason: 'notFound' });
  const own = await routes.readOperatorTron(ann, { query: { type: 'TRON', wallet_address: wallet } });
  expect(Number(own.coin)).toBeGreaterThan(0);
  expect(own.sun_per_energy).toBeGreaterThan(0);
});
