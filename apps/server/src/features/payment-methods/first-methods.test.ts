import { formatAddress } from '@portside/chain';
import { NETWORKS, type PaymentMethodChange } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { servedChains, setFollowed, createFollowedChain } from '../../testing/followed-chain.ts';
import { isOnPostgres, createFreshWorld } from '../../testing/world.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { findActiveMethod, sealFirstMethods } from './index.ts';
import { listActiveMethods } from './read-methods.ts';
import { HOUR_MS } from '../../platform/clock.ts';

/** The shop's very first addresses take effect at once; a further network's are a change like any other. */
describe('first methods', () => {
  const tron = () => formatAddress('TRON', `0x${randomBytes(20).toString('hex')}`);
  const eth = () => formatAddress('ETH', `0x${randomBytes(20).toString('hex')}`);

  let shop: TestShop;
  let ann: TestAdmin;
  let bob: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop(servedChains());
  });
  beforeEach(async () => {
    await forgetMethods(shop.ctx);
    await shop.ctx.db.deleteFrom('proposals').execute();
    for (const network of NETWORKS) await setFollowed(shop.ctx, network);
    const actions = ['paymentMethod.write', 'settings.write'];
    ann = await signInAdmin(shop.ctx, actions);
    bob = await signInAdmin(shop.ctx, actions);
  });

  const ask = (who: TestAdmin, method: string, path: string, body?: unknown): Promise<Answer> =>
    shop.call(method, `/api/${path}`, body, who.headers);
  const create = async (body: unknown, who = ann): Promise<PaymentMethodChange> =>
    (await ask(who, 'POST', 'payment-methods', body)).data;
  const active = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await listActiveMethods(shop.ctx)).map(({ type, wallet_address: wallet }) => [
        type,
        formatAddress(type, wallet),
      ]),
    );
  const pass = async (ms: number): Promise<void> => {
    shop.clock.advance(ms);
    await applyDueProposals(shop.app.systemCtx('test'));
  };

  test('in a shop that takes payments, a further network waits for a second person, too', async () => {
    await create({ type: 'ETH', wallet_address: eth() });
    const change = await create({ type: 'TRC20', wallet_address: tron() });
    expect(change).toMatchObject({ method: null, proposals: [{ state: 'proposed', cools_hours: 24 }] });
    expect(Object.keys(await active())).toEqual(['ETH']);
  });

  test("a lone owner's further network waits three days, whatever call sets it and whatever became of the first", async () => {
    const wallets = { ETH: eth(), TRON: tron(), BSC: eth() };
    const { method } = await create({ type: 'ETH', wallet_address: wallets.ETH });
    await shop.ctx.db
      .updateTable('users')
      .set({ status: 'frozen' })
      .where('role_id', 'is not', null)
      .where('id', '<>', ann.user.id)
      .execute();
    await ask(ann, 'DELETE', `payment-methods/${method!.id}`);
    const { proposals: byMethod } = await create({ type: 'TRON', wallet_address: wallets.TRON });
    const bySettings = await ask(ann, 'PUT', 'site-config', { wallet_address_bsc: wallets.BSC });
    const due_at = new Date(shop.clock.now().getTime() + 72 * HOUR_MS).toISOString();
    for (const proposals of [byMethod, bySettings.data.proposals])
      expect(proposals).toMatchObject([{ state: 'cooling', due_at }]);
    // One that was rejected was no first one.
    await ask(ann, 'POST', `proposals/${byMethod[0]!.id}/veto`, { reason: 'mistyped' });
    const again = await create({ type: 'TRON', wallet_address: wallets.TRON });
    expect(again.proposals).toMatchObject([{ state: 'cooling', due_at }]);
    await pass(72 * HOUR_MS - 1);
    expect(await active()).toEqual({});
    await pass(1);
    expect(await active()).toEqual({
      TRON: wallets.TRON,
      BSC: wallets.BSC,
    });
  });

  test('several networks that one call sets first are all in effect at once, and none after them', async () => {
    const put = (body: object) => ask(ann, 'PUT', 'site-config', body);
    const first = await put({ wallet_address_tron: tron(), wallet_address_eth: eth() });
    expect(first.data.proposals).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
    const next = await put({ wallet_address_bsc: eth(), wallet_address_polygon: eth() });
    expect(next.data.proposals).toMatchObject([{ state: 'proposed' }, { state: 'proposed' }]);
    expect(Object.keys(await active()).toSorted()).toEqual(['ETH', 'TRON']);
  });

  test.runIf(isOnPostgres)('of two first addresses set at the same time one waits', async () => {
    const sent = await Promise.all([
      create({ type: 'TRON', wallet_address: tron() }),
      create({ type: 'ETH', wallet_address: eth() }, bob),
    ]);
    const states = sent.flatMap(({ proposals }) => proposals.map(({ state }) => state));
    expect(states.toSorted()).toEqual(['applied', 'proposed']);
  });

  test('who takes the only method away does not get a first one again', async () => {
    const { method } = await create({ type: 'ETH', wallet_address: eth() });
    expect((await ask(ann, 'DELETE', `payment-methods/${method!.id}`)).data.method).toBeNull();
    expect((await ask(ann, 'DELETE', `payment-methods/${method!.id}`)).code).toBe(506);
    const change = await create({ type: 'ETH', wallet_address: eth() });
    expect(change).toMatchObject({ method: null, proposals: [{ state: 'proposed' }] });
  });
});

/** Which rows a start vouches for: what stood there before there were seals, once, and nothing written since. */

const thief: Hex = `0x${'66'.repeat(20)}`;
const someAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;

test('a row of a network that was empty at the first start is never vouched for', async () => {
  const { ctx: fresh } = await createFreshWorld();
  await sealFirstMethods(fresh);
  const addresses = { wallet_address: thief, contract_address: someAddress(), checkout_address: null };
  const times = { created_at: fresh.clock.now(), retired_at: null };
  await fresh.db
    .insertInto('payment_methods')
    .values({ type: 'TRON', chain_id: 7_700_009n, ...addresses, ...times })
    .execute();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
});

test('methods from before there were seals are sealed once, at the next start', async () => {
  const { ctx: fresh } = await createFreshWorld();
  const [wallet_address, contract_address] = [someAddress(), someAddress()];
  const row = { type: 'TRON', chain_id: 7_700_009n, contract_address, wallet_address } as const;
  await fresh.db
    .insertInto('payment_methods')
    .values({ ...row, checkout_address: null, created_at: fresh.clock.now(), retired_at: null })
    .execute();
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toMatchObject(row);
  await fresh.db.updateTable('payment_methods').set({ wallet_address: thief }).execute();
  await fresh.db.deleteFrom('payment_method_seals').execute();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
});

test('a seal from before there were modes vouches for methods without them, and for no others', async () => {
  const { ctx: fresh } = await createFreshWorld();
  await createFollowedChain(fresh, 'ETH');
  const seal = await fresh.db
    .selectFrom('payment_method_seals')
    .selectAll()
    .where('type', '=', 'ETH')
    .executeTakeFirstOrThrow();
  const place = `payment method seal:${seal.id}`;
  const told = JSON.parse(fresh.keyring.open({ keyId: seal.key_id, sealed: seal.sealed }, place)) as {
    methods: Record<string, unknown>[];
  };
  for (const method of told.methods) {
    delete method['mode'];
    delete method['factory_address'];
  }
  const { sealed } = fresh.keyring.seal(JSON.stringify(told), place);
  await fresh.db.updateTable('payment_method_seals').set({ sealed }).where('id', '=', seal.id).execute();
  expect(await findActiveMethod(fresh, 'ETH')).toMatchObject({ mode: 'exact_amount', factory_address: null });
  await fresh.db
    .updateTable('payment_methods')
    .set({ mode: 'own_addresses', factory_address: thief })
    .where('type', '=', 'ETH')
    .execute();
  expect(await findActiveMethod(fresh, 'ETH')).toBeUndefined();
});
