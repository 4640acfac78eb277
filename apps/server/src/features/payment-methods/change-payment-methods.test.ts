import { formatAddress, pinnedToken, type ChainNode, type TokenState } from '@portside/chain';
import { NETWORKS, type KeptPaymentMethod, type PaymentMethodChange } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { portOf, servedChains, setFollowed, servingNode } from '../../testing/followed-chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { watchMoney } from '../alarms/watch-alarms.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { findLookAlike } from './method-rules.ts';
import { checkToken } from './prove-contracts.ts';

/** How an operator sets where buyers pay, on the wire. */
describe('change payment methods', () => {
  const TETHER = pinnedToken('ETH', 1)!;
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
  /** Advances the clock and applies what is due; both admins sign in again, so that no session or code has expired. */
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
    // The approver sees both.
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
    expect(
      data.items.find((one: KeptPaymentMethod) => one.wallet_address === first).retired_at,
    ).not.toBeNull();
  });

  test('an address that looks like the present one, or a former one, is pointed out wherever it is proposed', async () => {
    const likeness = (address: string) =>
      `${address.slice(0, 6)}${randomBytes(16).toString('hex')}${address.slice(-4)}`;
    // All in lower case, so that no checksum has to fit.
    const first = eth().toLowerCase();
    const { method } = await create({ type: 'ETH', wallet_address: first });
    const present = method!.wallet_address;
    const poisoned = await create({ type: 'ETH', wallet_address: likeness(first) });
    expect(poisoned.proposals[0]!.terms).toMatchObject({
      wallet_looks_like: present,
      checkout_looks_like: null,
    });
    const bySettings = await ask(bob, 'PUT', 'site-config', {
      wallet_address_eth: likeness(first),
      reason: 'moved',
    });
    expect(bySettings.code).toBe(300_021);
    await watchMoney(shop.app.systemCtx('test'));
    const { data } = await ask(await signInAdmin(shop.ctx), 'GET', 'admin/tasks');
    const alarm = data.alarms.find((one: { kind: string }) => one.kind === 'lookAlikeProposed');
    expect(alarm).toMatchObject({ type: 'ETH' });
    expect(alarm.findings).toContainEqual({ code: 'looksLike', facts: { address: present } });
    await ask(bob, 'POST', `proposals/${poisoned.proposals[0]!.id}/veto`, { reason: 'not ours' });

    const other = await create({ type: 'ETH', wallet_address: eth() });
    expect(other.proposals[0]!.terms).toMatchObject({ wallet_looks_like: null });
    await approve(other);
    await pass(24 * HOUR_MS);
    const checkout = likeness(first);
    const again = await create({ type: 'ETH', wallet_address: eth(), checkout_address: checkout });
    expect(again.proposals[0]!.terms).toMatchObject({
      wallet_looks_like: null,
      checkout_looks_like: present,
    });
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

  test.each([
    [undefined, 'TRON'],
    ['', 'TRON'],
    ['usdt', 'TRON'],
    ['trc20', 'TRON'],
    ['Tron', 'TRON'],
    ['ERC20', 'ETH'],
    ['eth', 'ETH'],
    ['Ethereum', 'ETH'],
  ])('the type %j means %s', async (type, network) => {
    const wallet = network === 'TRON' ? tron() : eth();
    const change = await create({ ...(type !== undefined && { type }), wallet_address: wallet });
    expect(change.method).toMatchObject({ type: network, wallet_address: wallet });
  });

  test('a type that names no network is refused by name, and changes none', async () => {
    await create({ type: 'TRON', wallet_address: tron() });
    const before = await active();
    const answer = await ask(ann, 'POST', 'payment-methods', { type: 'SOLANA', wallet_address: tron() });
    expect(answer.code).toBe(519);
    expect(answer.body.faults).toEqual([{ field: 'type', fault: 'unknown', value: 'SOLANA' }]);
    expect(await active()).toEqual(before);
  });

  test.each(['0xdac17f958d2ee523a2206206994597c13d831ec7', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'])(
    'a TRON address in hex (%s) is told what is wrong with it',
    async (wallet_address) => {
      const answer = await ask(ann, 'POST', 'payment-methods', { type: 'TRON', wallet_address });
      expect(answer.code).toBe(519);
      expect(answer.body.faults).toEqual([{ field: 'wallet_address', fault: 'hex' }]);
    },
  );

  test('a method without a chain keeps the one that the shop follows', async () => {
    const sepolia = { chainId: 11_155_111, decimals: 6 };
    const onTest = await createTestShop({ ...servedChains(), ETH: portOf(servingNode(sepolia)) });
    const post = (body: object) => onTest.call('POST', '/api/payment-methods', body, ann.headers);
    const first = await post({
      type: 'ETH',
      wallet_address: eth(),
      contract_address: eth(),
      chain_id: 11_155_111,
    });
    const { contract_address } = first.data.method;
    const second = await post({ type: 'ETH', wallet_address: eth(), contract_address });
    expect(second.data.proposals).toMatchObject([{ terms: { chain_id: 11_155_111 } }]);
    // Nor does taking the method away send the next one to the main network.
    await onTest.call('DELETE', `/api/payment-methods/${first.data.method.id}`, undefined, ann.headers);
    await onTest.ctx.db.deleteFrom('proposals').execute();
    const third = await post({ type: 'ETH', wallet_address: eth(), contract_address });
    expect(third.data.proposals).toMatchObject([{ terms: { chain_id: 11_155_111 } }]);
  });

  test('a chain that no node serves is refused, and a token of other decimals', async () => {
    const withNode = async (node: ChainNode | null) => {
      const { ETH: _, ...others } = servedChains();
      const one = await createTestShop(node ? { ...others, ETH: portOf(node) } : others);
      return one.call('POST', '/api/payment-methods', { type: 'ETH', wallet_address: eth() }, ann.headers);
    };
    const unserved = { code: 100_001, body: { faults: [{ field: 'chain_id', fault: 'unserved' }] } };
    expect(await withNode(null)).toMatchObject(unserved);
    expect(await withNode(servingNode({ chainId: 11_155_111, decimals: 6 }))).toMatchObject(unserved);
    const wrong = {
      code: 100_001,
      body: { faults: [{ field: 'contract_address', fault: 'decimals', limit: 6 }] },
    };
    expect(await withNode(servingNode({ chainId: 1, decimals: 18 }))).toMatchObject(wrong);
    expect(await withNode(servingNode({ chainId: 1, decimals: null }))).toMatchObject(wrong);
    expect(await active()).toEqual({});
    expect(await withNode(servingNode({ chainId: 1, decimals: 6 }))).toMatchObject({ code: 200 });
  });

  test.each<[string, (ctx: Ctx) => Promise<unknown>, boolean]>([
    ['it is followed', (ctx) => setFollowed(ctx, 'ETH'), true],
    ['no follower was ever started', ({ db }) => db.deleteFrom('chain_statuses').execute(), false],
    [
      'its nodes disagree',
      ({ db }) => db.updateTable('chain_statuses').set({ state: 'halted' }).execute(),
      false,
    ],
    ['it was followed until a minute ago', () => pass(61_000), false],
    ['it is off', ({ db }) => db.updateTable('payment_methods').set({ enabled: false }).execute(), false],
  ])('what is listed as enabled is what takes a top-up: %s', async (_, arrange, isTaken) => {
    await create({ type: 'ETH', wallet_address: eth() });
    const { token } = await shop.register();
    await arrange(shop.ctx);
    const { items } = (await shop.call('GET', '/api/payment-methods/enabled')).data;
    expect(items).toHaveLength(isTaken ? 1 : 0);
    const headers = { ...bearer(token), 'idempotency-key': randomBytes(8).toString('hex') };
    const topUp = await shop.call('POST', '/api/recharges', { type: 'ETH', amount: '20' }, headers);
    expect(topUp.code).toBe(isTaken ? 200 : 300_008);
  });
});

const sound: TokenState = {
  balanceMicro: 1n,
  isWalletBlocked: false,
  isPaused: false,
  isDeprecated: false,
  takesFee: false,
  decimals: 6,
};

test('a token as it should be is no problem', () => {
  expect(checkToken(sound, 6)).toBeNull();
});

test.each<[Partial<TokenState>, string]>([
  [{ isWalletBlocked: true }, 'walletBlocked'],
  [{ isPaused: true }, 'tokenPaused'],
  [{ isDeprecated: true }, 'tokenReplaced'],
  [{ takesFee: true }, 'tokenTakesFee'],
  [{ decimals: 18 }, 'tokenDecimals'],
])('%j is told', (part, code) => {
  expect(checkToken({ ...sound, ...part }, 6)).toMatchObject({ code });
});

const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test.for([
  ['the same first and last four', '0x5290111122223333444455556666777788889ee7', ETH],
  ['the same last four', '0xabcd1111222233334444555566667777888a9ee7', ETH],
  ['the same first four, in another case', '0x529011112222333344445555666677778888aaaa', ETH],
  ['three at both ends', '0x52911111222233334444555566667777888abee7', ETH],
  ['the same last four on TRON', 'TXYZabcdefghijkmnopqrstuvwxyzaLj6t', TRON],
  ['an address with one character changed in the middle', '0x52908400098527886E1F7030069857D2E4169EE7', ETH],
] as const)('%s is a look-alike', ([, proposed, known]) => {
  expect(findLookAlike(proposed, [null, '0x0000000000000000000000000000000000000001', known])).toBe(known);
});

test.for([
  ['the address itself', ETH, ETH],
  ['another address', '0xabcd111122223333444455556666777788889999', ETH],
  ['three at one end and two at the other', '0x52911111222233334444555566667777888aaae7', ETH],
  ['none at all', null, ETH],
  ['what all of TRON begin with', 'TXYZabcdefghijkmnopqrstuvwxyzabcde', TRON],
] as const)('%s is none', ([, proposed, known]) => {
  expect(findLookAlike(proposed, [known])).toBeNull();
});

test('a present address is none, though it looks like another one of the shop', () => {
  const other = ETH.replace('0098', '0099');
  expect(findLookAlike(ETH, [other, ETH])).toBeNull();
});

test.for(NETWORKS)('an address of chance on %s is hardly ever one', (network) => {
  const address = () => formatAddress(network, `0x${randomBytes(20).toString('hex')}`);
  const known = address();
  const found = Array.from({ length: 2_000 }, () => findLookAlike(address(), [known])).filter(Boolean);
  expect(found.length).toBeLessThan(5);
});
