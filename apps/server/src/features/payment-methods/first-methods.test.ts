import { formatAddress } from '@portside/chain';
import { NETWORKS, type PaymentMethodChange } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { servedChains, setFollowed } from '../../testing/followed-chain.ts';
import { isOnPostgres } from '../../testing/world.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { listActiveMethods } from './read-methods.ts';
import { HOUR_MS } from '../../platform/clock.ts';

/** The shop's very first addresses take effect at once; a further network's are a change like any other. */

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
