import { formatAddress, PUBLIC_NETWORKS } from '@portside/chain';
import type { KeptPaymentMethod, PaymentMethodChange } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/admin.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { applyDueProposals } from '../approvals/index.ts';

/** How an operator sets where buyers pay, on the wire. */

const HOUR_MS = 3_600_000;
const TETHER = PUBLIC_NETWORKS.find(({ chainId }) => chainId === 1)!.usdt!;
const tron = () => formatAddress('TRON', `0x${randomBytes(20).toString('hex')}`);
const eth = () => formatAddress('ETH', `0x${randomBytes(20).toString('hex')}`);

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;

beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('payment_methods').execute();
  await shop.ctx.db.deleteFrom('proposals').execute();
  const actions = ['paymentMethod.read', 'paymentMethod.write', 'settings.write'];
  ann = await signInAdmin(shop.ctx, actions);
  bob = await signInAdmin(shop.ctx, actions);
});

const ask = (who: TestAdmin, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, who.headers);
const create = async (body: unknown, who = ann): Promise<PaymentMethodChange> =>
  (await ask(who, 'POST', 'payment-methods', body)).data;
const approve = (change: PaymentMethodChange, who = bob): Promise<Answer> =>
  ask(who, 'POST', `proposals/${change.proposals[0]!.id}/approve`);
const active = async (): Promise<Partial<Record<string, KeptPaymentMethod>>> => {
  const { data } = await ask(ann, 'GET', 'payment-methods');
  const kept = (data.items as KeptPaymentMethod[]).filter(({ retired_at }) => retired_at === null);
  return Object.fromEntries(kept.map((one) => [one.type, one]));
};
/** Time passes, and nobody's session or code grows old by it. */
const pass = async (ms: number): Promise<void> => {
  shop.clock.advance(ms);
  await applyDueProposals(shop.app.systemCtx('test'));
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
};

test("a production shop's first address takes effect at once; buyers see it with Tether's own contract", async () => {
  const wallet = tron();
  const change = await create({ type: 'TRC20', wallet_address: wallet, reason: 'the first' });
  expect(change.method).toMatchObject({ type: 'TRON', chain_id: 728_126_428, wallet_address: wallet });
  expect(change.proposals).toMatchObject([{ state: 'applied', proposed_by: ann.user.username }]);
  const shown = (await shop.call('GET', '/api/payment-methods/enabled')).data.items;
  expect(shown).toMatchObject([
    { wallet_address: wallet, contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
  ]);
});

test('another waits for a second person and a day, and keeps the old one watched', async () => {
  const [first, second] = [eth(), eth()];
  await create({ type: 'ETH', wallet_address: first });
  const change = await create({ type: 'ETH', wallet_address: second });
  expect(change).toMatchObject({ method: { wallet_address: first }, proposals: [{ state: 'proposed' }] });
  // Whoever approves it sees both.
  expect(change.proposals[0]).toMatchObject({
    cools_hours: 24,
    terms: { wallet_address: second, former_wallet_address: first },
  });
  expect((await approve(change, ann)).code).toBe(300_020);
  expect((await approve(change)).data).toMatchObject({ state: 'cooling' });
  await pass(24 * HOUR_MS - 1);
  expect((await active())['ETH']?.wallet_address).toBe(first);
  await pass(1);
  expect((await active())['ETH']?.wallet_address).toBe(second);
  const { data } = await ask(ann, 'GET', 'payment-methods');
  expect(data.items.find((one: KeptPaymentMethod) => one.wallet_address === first).retired_at).not.toBeNull();
});

test('who takes the only method away does not get a first one again', async () => {
  const { method } = await create({ type: 'ETH', wallet_address: eth() });
  expect((await ask(ann, 'DELETE', `payment-methods/${method!.id}`)).data.method).toBeNull();
  expect((await ask(ann, 'DELETE', `payment-methods/${method!.id}`)).code).toBe(506);
  const change = await create({ type: 'ETH', wallet_address: eth() });
  expect(change).toMatchObject({ method: null, proposals: [{ state: 'proposed' }] });
});

test('off is instant, on takes two, and an address that changes meanwhile stays off', async () => {
  const wallet = tron();
  const { method } = await create({ type: 'TRON', wallet_address: wallet });
  const put = (body: unknown) => ask(ann, 'PUT', `payment-methods/${method!.id}`, body);
  const off = await put({ wallet_address: wallet, enabled: false });
  expect(off.data).toMatchObject({ method: { enabled: false }, proposals: [] });
  expect((await shop.call('GET', '/api/payment-methods/enabled')).data.items).toEqual([]);
  const on = await put({ wallet_address: wallet });
  expect(on.data).toMatchObject({ method: { enabled: false }, proposals: [{ kind: 'topUpsOnApproved' }] });
  expect((await approve(on.data)).data.state).toBe('applied');
  expect((await active())['TRON']?.enabled).toBe(true);
  const both = await put({ wallet_address: tron(), enabled: false });
  await approve(both.data);
  await pass(24 * HOUR_MS);
  expect((await active())['TRON']).toMatchObject({
    enabled: false,
    wallet_address: both.data.proposals[0].terms.wallet_address,
  });
});

test('the site config is no way round', async () => {
  const [first, second] = [tron(), tron()];
  const put = (body: unknown) => ask(ann, 'PUT', 'site-config', body);
  const merged = await put({ wallet_address_tron: first, site_name: 'Quay' });
  expect(merged.data).toMatchObject({ wallet_address_tron: first, site_name: 'Quay' });
  const again = await put({ wallet_address_tron: second, site_name: 'Portside' });
  expect(again.data).toMatchObject({
    wallet_address_tron: first,
    site_name: 'Portside',
    proposals: [{ kind: 'treasuryChangeApproved', state: 'proposed' }],
  });
  expect((await put({ wallet_address_tron: first })).data.proposals).toEqual([]);
  const clerk = await signInAdmin(shop.ctx, ['settings.write']);
  const sneaky = await ask(clerk, 'PUT', 'site-config', { wallet_address_tron: tron() });
  expect(sneaky.code).toBe(400_003);
});

test.each([
  ['no address', { type: 'TRON', wallet_address: 'T123' }, 519],
  ["another network's address", { type: 'TRON', wallet_address: eth() }, 519],
  ['a wrong checksum', { type: 'ETH', wallet_address: '0xDAC17F958D2ee523a2206206994597C13D831ec7' }, 519],
  ['another token', { type: 'ETH', wallet_address: eth(), contract_address: eth() }, 100_001],
  ['the token as the wallet', { type: 'ETH', wallet_address: formatAddress('ETH', TETHER) }, 100_001],
  ['nobody', { type: 'ETH', wallet_address: `0x${'0'.repeat(40)}` }, 100_001],
  [
    'a private chain',
    { type: 'ETH', wallet_address: eth(), contract_address: eth(), chain_id: 7_700_001 },
    100_001,
  ],
  ['a test chain without its token', { type: 'ETH', wallet_address: eth(), chain_id: 11_155_111 }, 510],
  ['no wallet', { type: 'ETH' }, 510],
])('%s is refused', async (_, body, code) => {
  expect((await ask(ann, 'POST', 'payment-methods', body)).code).toBe(code);
  expect(await active()).toEqual({});
});

test('an old code, and a reader, change nothing', async () => {
  const reader = await signInAdmin(shop.ctx, ['paymentMethod.read']);
  const body = { type: 'ETH', wallet_address: eth() };
  expect((await ask(reader, 'POST', 'payment-methods', body)).code).toBe(400_003);
  shop.clock.advance(5 * 60_000 + 1);
  expect((await ask(ann, 'POST', 'payment-methods', body)).code).toBe(300_017);
  expect(await active()).toEqual({});
});
