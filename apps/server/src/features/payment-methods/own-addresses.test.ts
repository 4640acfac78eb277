import { createNode, formatAddress, pinnedToken, type ChainNode } from '@portside/chain';
import { depositFactoryCode, usdtLookalikeAbi } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  deployFactory,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { listBuyersAddresses } from '../deposit-addresses/index.ts';
import { portOf, servingNode } from '../../testing/followed-chain.ts';
import { createPaymentMethod, prepareAddresses } from './change-payment-methods.ts';
import type { ChainFacts } from './propose-method.ts';
import { findActiveMethod } from './read-methods.ts';
import { checkMethods } from './seal-methods.ts';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  await world.ctx.db.deleteFrom('proposals').execute();
  ann = (await signInAdmin(world.ctx)).ctx;
  // With a single admin a change would not need approval.
  await signInAdmin(world.ctx);
  await forgetMethods(world.ctx);
};

const factsOf = (nodesOf: (network: Network) => readonly ChainNode[], quorum = 1): ChainFacts => ({
  isOnLoopback: () => true,
  listBuyersAddresses: ({ db }, addresses) => listBuyersAddresses(db, addresses),
  nodesOf,
  quorumOf: () => quorum,
  isOffered: () => Promise.resolve(true),
});
const facts = factsOf((network) => [nodeOf(chains, network)]);
const wrongFactory = { faults: [{ field: 'factory_address', fault: 'unproven' }] };

/** The network's own addresses and a factory for its wallet, as an admin writes them. */
async function written(type: Network, factory?: Hex) {
  const { chainId, contractAddress, walletAddress } = chains.chains[type];
  return {
    type,
    chain_id: chainId,
    contract_address: formatAddress(type, contractAddress),
    wallet_address: formatAddress(type, walletAddress),
    mode: 'own_addresses' as const,
    factory_address: formatAddress(type, factory ?? (await deployFactory(chains, type, walletAddress))),
    reason: 'wallets are rotated',
  };
}
const propose = (body: Awaited<ReturnType<typeof written>> | object, chainFacts = facts) =>
  createPaymentMethod(ann, { body: body as Awaited<ReturnType<typeof written>> }, chainFacts);

describe.each<Network>(['TRON', 'ETH', 'BSC'])('on %s', (type) => {
  beforeEach(() => openOn(type));

  test('the published factory of the wallet is taken, and shown to whoever approves', async () => {
    const body = await written(type);
    const { method } = await propose(body);
    expect(method).toMatchObject({
      mode: 'own_addresses',
      factory_address: body.factory_address,
      sealed: true,
    });
    const next = await written(type);
    const { proposals } = await propose(next);
    expect(proposals).toMatchObject([
      {
        terms: {
          mode: 'own_addresses',
          former_mode: 'own_addresses',
          factory_address: next.factory_address,
          former_factory_address: body.factory_address,
        },
      },
    ]);
  });

  test('a factory of another treasury, another contract, or none at all is refused', async () => {
    const { walletAddress, contractAddress } = chains.chains[type];
    const foreign = await deployFactory(chains, type, randomAddress());
    // The right code, but nothing behind it: its addresses would keep everything.
    const hollow = randomAddress();
    const code = depositFactoryCode({ prefix: 0xff, factory: hollow, treasury: walletAddress });
    await chains.controls.rpc(type, 'anvil_setCode', hollow, code);
    // The right contract that thinks that it is on TRON's main network.
    const elsewhere = await deployFactory(chains, type, walletAddress);
    const foreignCode = depositFactoryCode({ prefix: 0x41, factory: elsewhere, treasury: walletAddress });
    await chains.controls.rpc(type, 'anvil_setCode', elsewhere, foreignCode);
    for (const factory of [foreign, hollow, elsewhere, randomAddress()])
      await expect(propose(await written(type, factory))).rejects.toMatchObject(wrongFactory);
    const token = await written(type, contractAddress);
    await expect(propose(token)).rejects.toMatchObject({ faults: [{ fault: 'twice' }] });
    expect(await findActiveMethod(world.ctx, type)).toBeUndefined();
  });
});

test.each<Network>(['TRON', 'ETH'])(
  "a buyer's own address on %s is refused as a wallet and as a checkout, on every network",
  async (network) => {
    await openOn(network);
    const { address } = await world.createAddressOwner(network);
    await forgetMethods(world.ctx);
    for (const type of ['TRON', 'BSC'] as const) {
      const body = { ...(await written(type)), mode: 'exact_amount' as const, factory_address: null };
      const own = formatAddress(type, address);
      for (const field of ['wallet_address', 'checkout_address'] as const)
        await expect(propose({ ...body, [field]: own })).rejects.toMatchObject({
          faults: [{ field, fault: 'ofBuyer' }],
        });
    }
  },
);

test('one answer proves no factory where two nodes must agree', async () => {
  await openOn('ETH');
  const down = createNode({ name: 'down', url: 'http://127.0.0.1:1', timeoutMs: 1_000 });
  const body = await written('ETH');
  await expect(
    propose(
      body,
      factsOf(() => [nodeOf(chains, 'ETH'), down], 2),
    ),
  ).rejects.toMatchObject(wrongFactory);
  const two = () => [nodeOf(chains, 'ETH'), { ...nodeOf(chains, 'ETH'), name: 'second' }];
  expect((await propose(body, factsOf(two, 2))).method).toMatchObject({ mode: 'own_addresses' });
});

test('a factory that would change is named in the alarm, and one that looks like the shop’s is pointed out', async () => {
  await openOn('ETH');
  const { factory_address: former } = (await propose(await written('ETH'))).method!;
  const next = await written('ETH');
  const { proposals } = await propose(next);
  const alarms = async () =>
    (await evaluateAlarms(world.ctx)).filter(({ kind }) => /addressProposed|lookAlikeProposed/.test(kind));
  const facts = { before: former, after: next.factory_address };
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ kind: 'addressProposed' });
  expect(alarm!.findings).toContainEqual({ code: 'factoryReplaced', facts });
  const { id, terms } = proposals[0]!;
  await world.ctx.db
    .updateTable('proposals')
    .set({ terms: sql`${JSON.stringify({ ...terms, factory_looks_like: former })}::jsonb` })
    .where('id', '=', BigInt(id))
    .execute();
  expect(await alarms()).toMatchObject([{ kind: 'lookAlikeProposed' }]);
});

test('no node, or one of two that tells otherwise, proves nothing', async () => {
  await openOn('ETH');
  const body = await written('ETH');
  const honest = nodeOf(chains, 'ETH');
  const liar: ChainNode = {
    name: 'liar',
    request: async (method, params) => (method === 'eth_getCode' ? '0x60' : honest.request(method, params)),
  };
  await propose({ ...body, mode: 'exact_amount', factory_address: undefined });
  for (const nodes of [[], [honest, liar]])
    await expect(
      propose(
        body,
        factsOf(() => nodes),
      ),
    ).rejects.toMatchObject(wrongFactory);
});

test('own addresses need a factory', async () => {
  await openOn('ETH');
  const { factory_address: _, ...body } = await written('ETH');
  await expect(propose(body)).rejects.toMatchObject({
    faults: [{ field: 'factory_address', fault: 'missing' }],
  });
});

test('on a public chain, too, the nodes must have the published factory', async () => {
  await openOn('ETH');
  const contract = formatAddress('ETH', pinnedToken('ETH', 1)!);
  const { nodes } = portOf(servingNode({ chainId: 1, decimals: 6 }));
  const body = {
    ...(await written('ETH')),
    chain_id: 1,
    contract_address: contract,
    wallet_address: formatAddress('ETH', randomAddress()),
  };
  await expect(
    propose(
      body,
      factsOf(() => nodes),
    ),
  ).rejects.toMatchObject(wrongFactory);
});

test('who names no mode keeps it with the wallet, and gives it up with another one', async () => {
  await openOn('ETH');
  const { mode: _, factory_address: factory, ...plain } = await written('ETH');
  await propose({ ...plain, mode: 'own_addresses', factory_address: factory });
  expect((await propose(plain)).proposals).toEqual([]);
  const address = { type: 'ETH', wallet_address: plain.wallet_address, reason: 'no change' } as const;
  expect(await (await prepareAddresses(ann, [address], facts))(ann)).toEqual([]);
  const another = { ...address, wallet_address: formatAddress('ETH', randomAddress()) };
  const [proposal] = await inTransaction(ann, await prepareAddresses(ann, [another], facts));
  expect(proposal).toMatchObject({
    terms: {
      mode: 'exact_amount',
      factory_address: null,
      former_mode: 'own_addresses',
      former_factory_address: factory,
    },
  });
});

test('the seal covers mode and factory', async () => {
  await openOn('ETH');
  await propose(await written('ETH'));
  const change = (columns: { mode?: 'exact_amount'; factory_address?: Hex }) =>
    world.ctx.db.updateTable('payment_methods').set(columns).where('type', '=', 'ETH').execute();
  expect(await findActiveMethod(world.ctx, 'ETH')).toMatchObject({ mode: 'own_addresses' });
  const { factory_address } = (await findActiveMethod(world.ctx, 'ETH'))!;
  await change({ factory_address: randomAddress() });
  expect((await checkMethods(world.ctx, 'ETH')).fault).not.toBeNull();
  await change({ factory_address: factory_address! });
  expect((await checkMethods(world.ctx, 'ETH')).fault).toBeNull();
  await change({ mode: 'exact_amount' });
  expect((await checkMethods(world.ctx, 'ETH')).fault).not.toBeNull();
});

describe('a token is looked at when it is set', () => {
  const type = 'ETH';
  beforeEach(() => openOn(type));

  const refused = (field: string, fault: string) => ({ faults: [{ field, fault }] });
  const token = () => chains.chains[type].contractAddress;
  /** By the token's owner. */
  async function govern(
    functionName: 'pause' | 'unpause' | 'setParams',
    ...args: [] | [bigint, bigint]
  ): Promise<void> {
    const owned = { abi: usdtLookalikeAbi, functionName: 'owner' } as const;
    const data = encodeFunctionData(owned);
    const answer = await chains.controls.rpc<Hex>(type, 'eth_call', { to: token(), data }, 'latest');
    const owner = decodeFunctionResult({ ...owned, data: answer });
    const call = encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args });
    await world.call(type, owner, token(), call);
  }

  test('a paused one, and one with a fee, are refused; a wallet of the token in use can still be replaced', async () => {
    const body = await written(type);
    await govern('pause');
    await expect(propose(body)).rejects.toMatchObject(refused('contract_address', 'paused'));
    await govern('unpause');
    await govern('setParams', 10n, 5n);
    await expect(propose(body)).rejects.toMatchObject(refused('contract_address', 'fee'));
    await govern('setParams', 0n, 0n);
    expect((await propose(body)).method).toMatchObject({ sealed: true });
    await govern('pause');
    const other = { ...body, mode: 'exact_amount' as const, factory_address: undefined };
    const { proposals } = await propose({ ...other, wallet_address: formatAddress(type, randomAddress()) });
    await govern('unpause');
    expect(proposals).toMatchObject([{ state: 'proposed' }]);
  });

  test('a wallet that the token has blocked is refused, also where the token stays', async () => {
    const body = { ...(await written(type)), mode: 'exact_amount' as const, factory_address: undefined };
    const wallet = randomAddress();
    await chains.controls.setBlacklisted(type, wallet, true);
    const blocked = { ...body, wallet_address: formatAddress(type, wallet) };
    await expect(propose(blocked)).rejects.toMatchObject(refused('wallet_address', 'blocked'));
    await propose(body);
    await expect(propose(blocked)).rejects.toMatchObject(refused('wallet_address', 'blocked'));
    await chains.controls.setBlacklisted(type, wallet, false);
    expect((await propose(blocked)).proposals).toMatchObject([{ state: 'proposed' }]);
  });
});
