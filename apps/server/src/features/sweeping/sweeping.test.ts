import {
  formatAddress,
  parseAddress,
  buildDeployTransaction,
  buildTriggerTransaction,
  type TronBlock,
} from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { readSwept, sweepManyData, checkoutCode, depositFactoryBytecode } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { type Hex, concat, pad } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  deployFactory,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { readTreasury } from '../treasury/index.ts';
import { lookAtTreasury } from '../treasury/watch-treasury.ts';
import { checkContracts, operatorTronRoutes } from './operator-calls.ts';
import { listSweepable, listSweeps } from './list-sweeps.ts';
import { readSweeping } from './read-sweeping.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  await world.ctx.db.deleteFrom('deposit_sweeps').execute();
  ann = (await signInAdmin(world.ctx)).ctx;
};

const facts = { nodesOf: (network: Network) => [nodeOf(chains, network)], quorumOf: () => 1 };
const page = { limit: 20 };

/** A buyer's own address on the network, paid with these amounts. */
async function payOwn(type: Network, ...amounts: string[]) {
  const { address, ...own } = await createPaidAddress(world, type, ...amounts);
  return { address: formatAddress(type, address), ...own };
}

async function record(type: Network): Promise<void> {
  await world.settle(type);
  await world.readAllAddresses(type);
}

/** As the page does: the calls that a wallet of the operator's own signs. */
async function sweep(type: Network, factory: Hex, salts: readonly string[]): Promise<Hex> {
  const data = sweepManyData(chains.chains[type].contractAddress, salts as Hex[]);
  const answer = await chains.controls.rpc<Hex>(type, 'eth_call', { to: factory, data }, 'latest');
  expect(readSwept(answer, salts.length).every((one) => one > 0n)).toBe(true);
  return world.call(type, randomAddress(), factory, data);
}

const networkOf = async (type: Network) => {
  const { networks } = await readSweeping(ann, facts);
  return networks.find((one) => one.type === type);
};
const listOf = async (query: object = {}) =>
  (await listSweepable(ann, { query: { ...page, ...query } })).items;

describe.each<Network>(['ETH', 'BSC', 'TRON'])('on %s', (type) => {
  beforeEach(() => openOn(type));

  test('balances, what is worth sweeping, and a sweep in the books', async () => {
    const factory = await world.useOwnAddresses(type);
    const small = await payOwn(type, '40');
    const large = await payOwn(type, '150', '60.5');
    await payOwn(type);
    await record(type);
    expect(await networkOf(type)).toMatchObject({
      funded: { amount: '250.5', addresses: 2 },
      worth_sweeping: { amount: '210.5', addresses: 1 },
      cost: expect.stringMatching(/^\d+(\.\d+)?$/),
      factories: [{ factory_address: formatAddress(type, factory), is_current: true, retired_at: null }],
    });
    const listed = await listOf({ type });
    expect(listed.map(({ address, amount }) => [address, amount])).toEqual([
      [large.address, '210.5'],
      [small.address, '40'],
    ]);
    expect(listed[0]).toMatchObject({ salt: large.salt, swept_before: false });
    expect((await listOf({ type, worth_sweeping: 'true' })).map(({ address }) => address)).toEqual([
      large.address,
    ]);

    const balance = await large.buyer.balance();
    const hash = await sweep(type, factory, [large.salt]);
    await record(type);
    expect(await large.buyer.balance()).toBe(balance);
    expect(await networkOf(type)).toMatchObject({ funded: { amount: '40', addresses: 1 } });
    const { items } = await listSweeps(ann, { query: { ...page, type } });
    expect(items).toMatchObject([
      {
        tx_hash: expect.stringContaining(hash.slice(2)),
        addresses: 1,
        amount: '210.5',
        wallet_address: formatAddress(type, chains.chains[type].walletAddress),
      },
    ]);
    // Swept before, paid again: the next sweep is a cheaper one.
    await world.pay(type, '5', parseAddress(type, large.address));
    await record(type);
    expect(await listOf({ type, address: large.address })).toMatchObject([
      { amount: '5', swept_before: true },
    ]);
  });

  test('a sweep moves between wallet and addresses, and the books stay equal', async () => {
    const factory = await world.useOwnAddresses(type);
    const { salt } = await payOwn(type, '300');
    await record(type);
    const look = () => lookAtTreasury(world.ctx, { network: type, nodes: facts.nodesOf(type), quorum: 1 });
    await look();
    const before = await readTreasury(ann);
    await sweep(type, factory, [salt]);
    await record(type);
    await look();
    const after = await readTreasury(ann);
    expect(after.on_chain).toBe(before.on_chain);
    expect(Number(before.on_addresses) - Number(after.on_addresses)).toBe(300);
    expect(Number(after.on_wallets) - Number(before.on_wallets)).toBe(300);
    expect(after.owed).toBe(before.owed);
    expect(after.is_covered).toBe(before.is_covered);
  });
});

test('the addresses of a former factory stay listed, with their own treasury', async () => {
  await openOn('ETH');
  const former = await world.useOwnAddresses('ETH');
  const old = await payOwn('ETH', '120');
  const treasury = randomAddress();
  const factoryAddress = await deployFactory(chains, 'ETH', treasury);
  const { chainId, contractAddress } = chains.chains.ETH;
  const method = { type: 'ETH' as const, chainId, contractAddress, walletAddress: treasury, factoryAddress };
  await setPaymentMethod(world.ctx, { ...method, checkoutAddress: null, nodesOnLoopback: true });
  await payOwn('ETH', '130');
  await record('ETH');
  expect((await networkOf('ETH'))?.factories).toMatchObject([
    { wallet_address: formatAddress('ETH', treasury), is_current: true, funded: { amount: '130' } },
    {
      factory_address: formatAddress('ETH', former),
      is_current: false,
      retired_at: expect.any(String),
      funded: { amount: '120' },
    },
  ]);
  const ofFormer = await listOf({ factory_address: formatAddress('ETH', former) });
  expect(ofFormer).toMatchObject([
    { address: old.address, wallet_address: formatAddress('ETH', chains.chains.ETH.walletAddress) },
  ]);
});

test('the list is read in pages, the largest first, each address once', async () => {
  await openOn('BSC');
  await world.useOwnAddresses('BSC');
  const paid = [];
  for (const amount of ['3', '7', '7', '1']) paid.push((await payOwn('BSC', amount)).address);
  await record('BSC');
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 2, type: 'BSC' as const, ...(cursor !== undefined && { cursor }) };
    const read = await listSweepable(ann, { query });
    seen.push(...read.items.map(({ amount }) => amount));
    cursor = read.next_cursor;
  }
  expect(seen).toEqual(['7', '7', '3', '1']);
  expect(await listOf({ address: paid[3] })).toMatchObject([{ amount: '1' }]);
});

test('an address that somebody has written into the database is nobody’s to sweep', async () => {
  await openOn('ETH');
  await world.useOwnAddresses('ETH');
  const { address } = await payOwn('ETH', '9');
  await record('ETH');
  const wrong = { factory_address: randomAddress() };
  await world.ctx.db
    .updateTable('deposit_addresses')
    .set(wrong)
    .where('address', '=', address.toLowerCase() as Hex)
    .execute();
  expect(await listOf({ type: 'ETH' })).toEqual([]);
});

test('the codes of checkout and factory are compared with the published ones', async () => {
  await openOn('ETH');
  const { walletAddress, checkoutAddress } = chains.chains.ETH;
  const factory = await deployFactory(chains, 'ETH', walletAddress);
  const check = (wallet: Hex, contracts: { checkout?: Hex; factory?: Hex }) =>
    checkContracts(
      ann,
      {
        query: {
          type: 'ETH',
          wallet_address: formatAddress('ETH', wallet),
          ...(contracts.checkout && { checkout_address: formatAddress('ETH', contracts.checkout) }),
          ...(contracts.factory && { factory_address: formatAddress('ETH', contracts.factory) }),
        },
      },
      facts,
    );
  expect(await check(walletAddress, { checkout: checkoutAddress, factory })).toMatchObject({
    checkout: 'proven',
    factory: 'proven',
  });
  expect(await check(randomAddress(), { checkout: checkoutAddress, factory })).toMatchObject({
    checkout: 'other',
    factory: 'other',
  });
  expect(await check(walletAddress, { factory: randomAddress() })).toMatchObject({
    checkout: null,
    factory: 'none',
  });
  const nobody = { nodesOf: () => [], quorumOf: () => 1 };
  const query = {
    type: 'ETH' as const,
    wallet_address: formatAddress('ETH', walletAddress),
    factory_address: formatAddress('ETH', factory),
  };
  expect(await checkContracts(ann, { query }, nobody)).toMatchObject({ factory: 'unknown' });
});

describe('operator calls', () => {
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
});
