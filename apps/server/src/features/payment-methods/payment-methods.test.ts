import { startDevchain } from '@portside/devchain';
import { DAY_MS } from '../../platform/clock.ts';
import { pinnedToken, formatAddress, type ChainNode } from '@portside/chain';
import { type Network, NETWORKS } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { signInAdmin } from '../../testing/people.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { createWorld, type TestClock, networksHere } from '../../testing/world.ts';
import { createPaymentMethod, prepareAddresses } from './change-payment-methods.ts';
import {
  findActiveMethod,
  findUsablePaymentMethods,
  listWatchedTreasuries,
  setPaymentMethod,
  type PaymentMethodInput,
} from './index.ts';
import type { ChainFacts } from './propose-method.ts';

describe('payment methods', () => {
  const TETHER = pinnedToken('ETH', 1)!;

  let ctx: Ctx;
  let clock: TestClock;

  beforeEach(async () => {
    ({ ctx, clock } = await createWorld());
    await forgetMethods(ctx);
  });

  const address = (): Hex => `0x${randomBytes(20).toString('hex')}`;
  const local = (type: Network = 'TRON'): PaymentMethodInput => ({
    type,
    chainId: 7_700_009,
    contractAddress: `0x${'0a'.repeat(20)}`,
    walletAddress: address(),
    checkoutAddress: address(),
    nodesOnLoopback: true,
  });

  test('the newest is the one active method of its network; setting it again changes nothing', async () => {
    const [first, second] = [local(), local()];
    await setPaymentMethod(ctx, first);
    await setPaymentMethod(ctx, second);
    await setPaymentMethod(ctx, second);
    expect((await findActiveMethod(ctx, 'TRON'))?.wallet_address).toBe(second.walletAddress);
    const rows = await ctx.db.selectFrom('payment_methods').select('retired_at').orderBy('id').execute();
    expect(rows).toEqual([{ retired_at: clock.now() }, { retired_at: null }]);
  });

  test('the database itself refuses a second active method', async () => {
    await setPaymentMethod(ctx, local());
    const again = ctx.db
      .insertInto('payment_methods')
      .columns(['type', 'chain_id', 'contract_address', 'wallet_address', 'created_at'])
      .expression((from) =>
        from
          .selectFrom('payment_methods')
          .select(['type', 'chain_id', 'contract_address', 'wallet_address', 'created_at']),
      );
    await expect(again.execute()).rejects.toThrow('payment_methods_one_active');
  });

  test('addresses are shown as each network writes them', async () => {
    await setPaymentMethod(ctx, local('ETH'));
    await setPaymentMethod(ctx, { ...local('TRON'), checkoutAddress: null });
    const [tron, eth] = await findUsablePaymentMethods(ctx);
    expect(tron).toMatchObject({ type: 'TRON', network_name: 'TRON (local)', checkout_address: null });
    expect(tron?.wallet_address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
    expect(eth?.wallet_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  });

  test('a public network takes its own USDT and nothing else', async () => {
    const public1 = { ...local('ETH'), chainId: 1, nodesOnLoopback: false };
    await expect(setPaymentMethod(ctx, public1)).rejects.toMatchObject({ reason: 'parameterError' });
    await setPaymentMethod(ctx, { ...public1, contractAddress: TETHER });
    expect(await findUsablePaymentMethods(ctx)).toMatchObject([{ type: 'ETH', network_name: 'Ethereum' }]);
    // An attacker who can write to the database still cannot have another token accepted or credited.
    await ctx.db.updateTable('payment_methods').set({ contract_address: address() }).execute();
    expect(await findUsablePaymentMethods(ctx)).toEqual([]);
    expect(await listWatchedTreasuries(ctx, 'ETH', clock.now())).toBeNull();
  });

  test('a private chain is for nodes on loopback', async () => {
    const elsewhere = setPaymentMethod(ctx, { ...local(), nodesOnLoopback: false });
    await expect(elsewhere).rejects.toMatchObject({ reason: 'parameterError' });
    // The number of Ethereum's public chain does not make one of TRON's public.
    const borrowed = setPaymentMethod(ctx, { ...local(), chainId: 1, nodesOnLoopback: false });
    await expect(borrowed).rejects.toMatchObject({ reason: 'parameterError' });
    expect(await findActiveMethod(ctx, 'TRON')).toBeUndefined();
  });

  test('nobody but the system sets one', async () => {
    const attempt = setPaymentMethod({ ...ctx, actor: visitor }, local());
    await expect(attempt).rejects.toMatchObject({ reason: 'secondPersonNeeded' });
  });

  test('retired wallets of the same chain and token are watched for ninety days', async () => {
    const [first, second] = [local(), local()];
    await setPaymentMethod(ctx, first);
    await setPaymentMethod(ctx, { ...local(), chainId: 7_700_010 });
    await setPaymentMethod(ctx, second);
    const watched = await listWatchedTreasuries(ctx, 'TRON', clock.now());
    expect(watched).toEqual({
      chainId: 7_700_009,
      token: second.contractAddress,
      treasuries: [second.walletAddress, first.walletAddress],
      checkouts: [second.checkoutAddress, first.checkoutAddress],
      since: new Map([
        [second.walletAddress, clock.now()],
        [first.walletAddress, clock.now()],
      ]),
    });
    clock.advance(91 * DAY_MS);
    const later = await listWatchedTreasuries(ctx, 'TRON', clock.now());
    expect(later?.treasuries).toEqual([second.walletAddress]);
    expect(await listWatchedTreasuries(ctx, 'ETH', clock.now())).toBeNull();
  });
});

describe('a proven checkout', () => {
  let chains: TestChains;
  let world: ChainWorld;
  let ann: Ctx;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  afterAll(() => chains.stop());

  const factsOf = (nodesOf: (network: Network) => readonly ChainNode[]): ChainFacts => ({
    isOnLoopback: () => true,
    listBuyersAddresses: () => Promise.resolve([]),
    nodesOf,
    quorumOf: () => 1,
    isOffered: () => Promise.resolve(true),
  });
  const facts = factsOf((network) => [nodeOf(chains, network)]);
  const other = (type: Network) => formatAddress(type, randomAddress());

  /** The network's token at another address. */
  async function deployTwin(type: Network): Promise<string> {
    const { rpc } = chains.controls;
    const [token, twin] = [chains.chains[type].contractAddress, randomAddress()];
    await rpc(type, 'anvil_setCode', twin, await rpc(type, 'eth_getCode', token, 'latest'));
    return formatAddress(type, twin);
  }

  /** The network's own addresses, as an admin writes them. */
  function written(type: Network) {
    const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains[type];
    return {
      type,
      chain_id: chainId,
      contract_address: formatAddress(type, contractAddress),
      wallet_address: formatAddress(type, walletAddress),
      checkout_address: formatAddress(type, checkoutAddress),
      reason: 'wallets are rotated',
    };
  }
  const propose = (body: ReturnType<typeof written> | object, chainFacts = facts) =>
    createPaymentMethod(ann, { body: body as ReturnType<typeof written> }, chainFacts);
  /** The approver sees whether the nodes confirm that the contract pays to the wallet. */
  const isProven = async (body: object, chainFacts = facts) =>
    (await propose(body, chainFacts)).proposals[0]?.terms;
  const unproven = { checkout_proven: false };

  describe.each(networksHere)('on %s', (type) => {
    beforeEach(async () => {
      world = await createChainWorld(chains, [type]);
      await world.ctx.db.deleteFrom('proposals').execute();
      ann = (await signInAdmin(world.ctx)).ctx;
      // With a single admin a change would not need approval.
      await signInAdmin(world.ctx);
    });

    // Each of them is the network's first.
    beforeEach(() => forgetMethods(world.ctx));

    test('only the contract that pays to the wallet, in the token, is proven', async () => {
      const method = written(type);
      const others = [
        { ...method, wallet_address: other(type) },
        { ...method, contract_address: await deployTwin(type) },
        // There is no contract.
        { ...method, checkout_address: other(type) },
      ];
      for (const body of others) {
        expect(await isProven(body)).toMatchObject(unproven);
        await forgetMethods(world.ctx);
      }
      expect(await isProven(method)).toMatchObject({ checkout_proven: true });
      // Set already: nobody is asked.
      expect(
        await isProven(
          method,
          factsOf(() => []),
        ),
      ).toBeUndefined();
    });

    test('without a contract there is nothing to prove', async () => {
      const { checkout_address: _, ...plain } = written(type);
      expect(await isProven(plain)).toMatchObject({ checkout_address: null, ...unproven });
    });

    test('what no node of the chain tells is not proven, and hinders nobody who replaces a wallet', async () => {
      const another = NETWORKS.find((one) => one !== type);
      for (const nodes of [[], [nodeOf(chains, another!)]]) {
        await propose(written(type));
        expect(
          await isProven(
            { ...written(type), wallet_address: other(type) },
            factsOf(() => nodes),
          ),
        ).toMatchObject(unproven);
        await forgetMethods(world.ctx);
        await world.ctx.db.deleteFrom('proposals').execute();
      }
    });

    test('the site config, which keeps the contract, tells the same of another wallet', async () => {
      await propose(written(type));
      const addresses = { type, wallet_address: other(type), reason: 'wallets are rotated' };
      const [proposal] = await inTransaction(ann, await prepareAddresses(ann, [addresses], facts));
      expect(proposal).toMatchObject({ state: 'proposed', terms: unproven });
      const same = { ...addresses, wallet_address: written(type).wallet_address };
      expect(await (await prepareAddresses(ann, [same], facts))(ann)).toEqual([]);
    });
  });
});
