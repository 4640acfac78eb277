import { NETWORKS, type Network } from '@portside/contract';
import { createTronHttp } from '@portside/chain/tron/http';
import { startDevchain } from '@portside/devchain';
import type { Adapters } from '../../../apps/server/src/compose/app.ts';
import { setPaymentMethod } from '../../../apps/server/src/features/payment-methods/index.ts';
import { openSession } from '../../../apps/server/src/features/sessions/open-session.ts';
import { createPerson, signInAdmin } from '../../../apps/server/src/testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../../apps/server/src/testing/app.ts';
import { buildGoods, fund, stockUp } from '../../../apps/server/src/testing/build.ts';
import { nodeOf, type TestChains } from '../../../apps/server/src/testing/chain-world.ts';
import { setReadUntil } from '../../../apps/server/src/testing/followed-chain.ts';
import type { Known } from './values.ts';

export type Caller = 'visitor' | 'buyer' | 'owner' | 'payer';

export type FuzzWorld = {
  readonly shop: TestShop;
  /** A caller's token; a new one if what was done with the last made it useless. */
  headersOf(caller: Caller): Promise<Readonly<Record<string, string>>>;
  forget(caller: Caller): void;
  readonly known: Known;
  stop(): Promise<void>;
};

/** A shop with goods, an order and a top-up on local chains, and every kind of caller. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const chains = await startDevchain();
  const shop = await createTestShop(portsOf(chains));
  await setMethods(shop, chains);
  const goodsId = String(await buildGoods(shop.ctx, { genders: ['random', 'male'] }));
  await stockUp(shop.ctx, BigInt(goodsId), 500);
  const buyer = await createBuyer(shop);
  const order = await shop.call('POST', '/api/orders', { goods_id: goodsId, quantity: 2 }, buyer.headers);
  const recharge = await shop.call('POST', '/api/recharges', { type: 'TRON', amount: '100' }, buyer.headers);
  // Without a ticket, whatever became of the top-up, the caller is a visitor.
  const payer = async (): Promise<Record<string, string>> => {
    const path = `/api/recharges/${recharge.data.order_id}/tickets`;
    const { data } = await shop.call('POST', path, undefined, buyer.headers);
    const ticket = /[\w-]{43}$/.exec((data?.url as string | undefined) ?? '')?.[0];
    const opened = await shop.call('POST', '/api/recharges/tickets', { ticket });
    return opened.data ? bearer(opened.data.token as string) : {};
  };
  const make: Record<Caller, () => Promise<Readonly<Record<string, string>>>> = {
    visitor: () => Promise.resolve({}),
    buyer: async () => (await createBuyer(shop)).headers,
    owner: async () => (await signInAdmin(shop.ctx)).headers,
    payer,
  };
  const kept = new Map<Caller, Promise<Readonly<Record<string, string>>>>([
    ['buyer', Promise.resolve(buyer.headers)],
  ]);
  return {
    shop,
    headersOf(caller) {
      const headers = kept.get(caller) ?? make[caller]();
      kept.set(caller, headers);
      return headers;
    },
    forget: (caller) => void kept.delete(caller),
    known: {
      id: ['1', '2', '3', '7', goodsId, buyer.id],
      goods_id: [goodsId],
      user_id: [buyer.id],
      username: [buyer.username],
      email: [buyer.email],
      order_no: [order.data.order_no],
      order_id: [recharge.data.order_id],
      wallet_address: [chains.chains.TRON.walletAddress, chains.chains.ETH.walletAddress],
      position: ['home'],
    },
    stop: () => chains.stop(),
  };
}

/** Not by signing up: so many sign up here that a proof of work is asked for. */
async function createBuyer({ ctx }: TestShop) {
  const { user } = await createPerson(ctx);
  const { token } = await openSession(ctx, user, { address: '203.0.113.5', userAgent: 'test' });
  await fund(ctx, user.id, 1_000_000_000n);
  return { headers: bearer(token), id: String(user.id), username: user.username, email: user.email };
}

const portsOf = (chains: TestChains): Adapters['chains'] =>
  Object.fromEntries(
    NETWORKS.map((network) => {
      const { httpUrl } = chains.chains[network];
      const port = {
        nodes: [nodeOf(chains, network)],
        quorum: 1,
        everyMs: 1_000,
        isOnLoopback: true,
        ...(httpUrl && { tronHttp: createTronHttp({ url: httpUrl, timeoutMs: 5_000 }) }),
      };
      return [network, port];
    }),
  );

/** Followed up to the head, so that top-ups are offered. */
async function setMethods({ ctx }: TestShop, chains: TestChains): Promise<void> {
  for (const type of NETWORKS as readonly Network[]) {
    const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains[type];
    const addresses = { contractAddress, walletAddress, checkoutAddress };
    await setPaymentMethod(ctx, { type, chainId, ...addresses, nodesOnLoopback: true });
    const status = {
      state: 'following',
      reasons: '[]',
      head: 106,
      final: 100,
      checked_at: ctx.clock.now(),
    } as const;
    await ctx.db
      .insertInto('chain_statuses')
      .values({ chain_id: BigInt(chainId), network: type, ...status })
      .execute();
    await setReadUntil(ctx, BigInt(chainId), ctx.clock.now());
  }
}
