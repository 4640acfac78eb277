import { chainsOf, fromBase58 } from '@portside/chain';
import { LANGUAGES, NETWORKS, parseMicro, type Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { userActor } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { RequestMeta } from '../../platform/http/routes.ts';
import { createSandboxMailer } from '../../platform/mail/mailer.ts';
import { recordDeposit } from '../../testing/followed-chain.ts';
import { buildLevel, setLevel } from '../../testing/build-prices.ts';
import { createPerson } from '../../testing/people.ts';
import { writeSale } from '../../testing/sales-facts.ts';
import { createWorld } from '../../testing/world.ts';
import { listGoodsOnSale, setGoodsOnSale } from '../goods/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { findActiveMethod, setPaymentMethod } from '../payment-methods/index.ts';
import { countStock, importStock } from '../stock/index.ts';
import { findUserByUsername } from '../users/index.ts';
import { verifyInPlace } from '../users/passwords/passwords.ts';
import { DEMO_CATEGORIES } from './demo-goods.ts';
import { makeDemoLines, restockDemoGoods, sandboxRoutes, seedSandbox, type SandboxAccess } from './index.ts';

const edge: RequestMeta = { idempotencyKey: '', address: '127.0.0.1', userAgent: '' };
const address = (): Hex => `0x${randomBytes(20).toString('hex')}`;

const names = (): string[] => DEMO_CATEGORIES.flatMap(({ goods }) => goods.map(({ name }) => name.en));

type Sent = { type: string; to: Hex; amountMicro: bigint };

/** Chains that record what they are asked to send; the tests of top-ups check that it is sent. */
function createPort(sent: Sent[] = []): SandboxAccess {
  const chain = (type: Network, chainId: number) => ({
    type,
    chainId,
    rpcUrl: 'http://127.0.0.1:1',
    httpUrl: null,
    contractAddress: address(),
    walletAddress: address(),
    checkoutAddress: address(),
    factoryAddress: address(),
    sandboxWalletAddress: address(),
  });
  return {
    devchain: {
      chains: Object.fromEntries(
        NETWORKS.map((type) => [type, chain(type, chainsOf(type).sandbox.chainId)]),
      ) as SandboxAccess['devchain']['chains'],
      sendUsdt(type, to, amountMicro) {
        sent.push({ type, to, amountMicro });
        return Promise.resolve<Hex>(`0x${'ab'.repeat(32)}`);
      },
      sendCall: () => Promise.reject(new Error('no call is expected')),
      signText: () => Promise.reject(new Error('no signature is expected')),
      giveCoin: () => Promise.resolve(10n ** 17n),
      onBlock: () => undefined,
    },
  };
}

/** Everybody shares the test database, so the sandbox is undone when its test has looked at it. */
async function inSandbox(look: (ctx: Ctx) => Promise<void>): Promise<void> {
  const { ctx } = await createWorld();
  const undo = new Error('undo');
  const looked = inTransaction(ctx, async (step) => {
    await look(step);
    throw undo;
  });
  await expect(looked).rejects.toBe(undo);
}

test('the first start creates people, payment methods and goods with stock, and no balances', () =>
  inSandbox(async (ctx) => {
    const port = createPort();
    const signIns = await seedSandbox(ctx, port);
    expect(signIns.map(({ role }) => role)).toEqual(['owner', 'colleague', 'buyer', 'agent', 'supplier']);
    for (const { username, password } of signIns) {
      const user = await findUserByUsername(ctx.db, username);
      expect(await verifyInPlace(user?.password_hash, password)).toBe(true);
      expect(await readAvailableMicro(ctx.db, user!.id)).toBe(0n);
    }
    const [owner, colleague, buyer, agent] = await Array.fromAsync(signIns, ({ username }) =>
      findUserByUsername(ctx.db, username),
    );
    expect([owner?.role_id, buyer?.role_id, agent?.role_id]).toEqual([expect.any(BigInt), null, null]);
    expect(colleague?.role_id).toBe(owner?.role_id);
    expect(buyer?.agent_id).toBe(agent?.id);
    const { rows: supplied } = await sql<{ username: string; names: string[] }>`
      select username, array(select name->>'en' from goods where id = any(goods_ids)) as names
      from supplier_people join users on users.id = user_id where username = 'supplier'`.execute(ctx.db);
    expect(supplied).toHaveLength(1);
    expect(supplied[0]!.names).toHaveLength(3);
    const active = await findActiveMethod(ctx, 'TRON');
    expect(active?.wallet_address).toBe(port.devchain.chains.TRON.walletAddress);
    const modes = await Array.fromAsync(
      ['TRON', 'BSC', 'ETH'] as const,
      async (type) => (await findActiveMethod(ctx, type))?.mode,
    );
    expect(modes).toEqual(['own_addresses', 'own_addresses', 'exact_amount']);

    const goods = (await listGoodsOnSale(ctx.db, {})).filter((one) => names().includes(one.name.en!));
    expect(goods).toHaveLength(15);
    const stock = await countStock(
      ctx.db,
      goods.map(({ id }) => id),
    );
    expect(goods.filter(({ id }) => !stock.has(id)).map(({ name }) => name.en)).toEqual([
      'Skyloom Arena, ranked account',
      'Tidemail mailbox, Germany, 1 year',
    ]);
  }));

test('five products are a family in a subcategory, told apart by country and age', () =>
  inSandbox(async (ctx) => {
    await seedSandbox(ctx, createPort());
    const { rows } = await sql<{ family: string; parent: string; values: string[] }>`
      select family.name->>'en' as family, parent.name->>'en' as parent, array(
        select value.name->>'en' from goods_attribute_values own join attribute_values value on value.id = own.value_id
        where own.goods_id = goods.id order by own.attribute_id) as values
      from goods join families family on family.id = goods.family_id
      join categories category on category.id = goods.category_id
      join categories parent on parent.id = category.parent_id
      where goods.name->>'en' = any(${names()}::text[]) order by goods.id`.execute(ctx.db);
    expect(rows).toHaveLength(5);
    expect(rows[1]).toEqual({
      family: 'Tidemail mailbox',
      parent: 'Mailboxes',
      values: ['Brazil', '1 year'],
    });
  }));

test('some products have an instruction and accounts with a two-factor secret', () =>
  inSandbox(async (ctx) => {
    await seedSandbox(ctx, createPort());
    const { rows } = await sql<{ columns: string[]; instruction: Record<string, string> }>`
      select columns, instruction from goods where name->>'en' = any(${names()}::text[])`.execute(ctx.db);
    const explained = rows.filter(({ instruction }) => instruction['en']);
    expect(explained).toHaveLength(3);
    for (const { instruction } of explained)
      for (const language of LANGUAGES) expect(instruction[language]).toMatch(/^<(p|ol)>.*<\/(p|ol)>$/);
    expect(explained.filter(({ columns }) => columns.includes('2FA'))).toHaveLength(2);
    for (const goods of DEMO_CATEGORIES.flatMap((one) => one.goods)) {
      const [line] = makeDemoLines(goods, 1);
      expect(line!.split('----')).toHaveLength(goods.hasSecondFactor ? 4 : 3);
      if (goods.hasSecondFactor) expect(line).toMatch(/----[A-Z2-7]{32}$/);
    }
  }));

test('a demo product that is almost sold out is restocked; one that is sold out on purpose, or taken off sale, is not', () =>
  inSandbox(async (ctx) => {
    await seedSandbox(ctx, createPort());
    const mine = (await listGoodsOnSale(ctx.db, {})).filter(({ name }) => names().includes(name.en!));
    const ids = mine.map(({ id }) => id);
    const full = await countStock(ctx.db, ids);
    const [empty, withdrawn, renamed] = ids.filter((id) => full.has(id)) as [bigint, bigint, bigint];
    await sql`delete from stock_ranges where goods_id = any(${[empty, withdrawn, renamed]}::bigint[])`.execute(
      ctx.db,
    );
    await setGoodsOnSale(ctx, { body: { ids: [String(withdrawn)], on_sale: false } });
    await sql`update goods set name = '{"en": "Renamed"}' where id = ${renamed}`.execute(ctx.db);
    await restockDemoGoods(ctx);
    await restockDemoGoods(ctx);
    const after = await countStock(ctx.db, ids);
    expect(after.get(empty)).toEqual(full.get(empty));
    expect([after.has(withdrawn), after.has(renamed)]).toEqual([false, false]);
    expect(after.size).toBe(full.size - 2);
  }));

test('a later start only updates the addresses of chains that were recreated', () =>
  inSandbox(async (ctx) => {
    const first = await seedSandbox(ctx, createPort());
    const anew = createPort();
    expect(await seedSandbox(ctx, anew)).toEqual(first);
    expect(await seedSandbox(ctx, anew)).toEqual(first);
    const { rows } = await sql<{ goods: number }>`
      select count(*)::int as goods from goods where name->>'en' = ${'Cirravault 2 TB'}`.execute(ctx.db);
    expect(rows).toEqual([{ goods: 1 }]);
    const active = await findActiveMethod(ctx, 'ETH');
    expect(active?.wallet_address).toBe(anew.devchain.chains.ETH.walletAddress);
  }));

test('a later start leaves a method as somebody has changed it', () =>
  inSandbox(async (ctx) => {
    const port = createPort();
    await seedSandbox(ctx, port);
    const { chainId, contractAddress, walletAddress } = port.devchain.chains.TRON;
    const method = { type: 'TRON', chainId, contractAddress, walletAddress, checkoutAddress: null } as const;
    await setPaymentMethod(ctx, { ...method, nodesOnLoopback: true });
    await seedSandbox(ctx, port);
    expect((await findActiveMethod(ctx, 'TRON'))?.mode).toBe('exact_amount');
  }));

test('every demo text is there in all four languages, every price and tier is money, tiers get cheaper', () => {
  for (const { name, goods } of DEMO_CATEGORIES) {
    const instructions = goods.flatMap(({ instruction }) => instruction ?? []);
    for (const text of [name, ...instructions, ...goods.flatMap((one) => [one.name, one.description])]) {
      expect(LANGUAGES.filter((language) => !text[language])).toEqual([]);
    }
    for (const { price, tiers, minQuantity = 1 } of goods) {
      const prices = [price, ...tiers.map(([, tier]) => tier)].map(parseMicro);
      expect(prices).toEqual(prices.toSorted((a, b) => (a < b ? 1 : -1)));
      expect(tiers.every(([from]) => from > minQuantity)).toBe(true);
    }
  }
});

test("test USDT goes to an address in the network's format", async () => {
  const sent: Sent[] = [];
  const { sendSandboxTransfer } = sandboxRoutes(createPort(sent));
  const { ctx } = await createWorld();
  const send = (type: 'TRON' | 'ETH', to: string, amount: string) =>
    sendSandboxTransfer(ctx, { body: { type, to, amount }, ...edge });
  const to = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  expect(await send('TRON', to, '10.000123')).toEqual({ tx_hash: 'ab'.repeat(32) });
  expect(sent).toEqual([{ type: 'TRON', to: fromBase58(to), amountMicro: 10_000_123n }]);
  await expect(send('TRON', `${to.slice(0, -1)}u`, '10')).rejects.toMatchObject({ reason: 'invalidFormat' });
  await expect(send('ETH', to, '10')).rejects.toMatchObject({ reason: 'invalidFormat' });
  await expect(send('TRON', to, '0')).rejects.toMatchObject({ reason: 'amountOutOfRange' });
  await expect(send('TRON', to, '100000.000001')).rejects.toMatchObject({ reason: 'amountOutOfRange' });
  expect(sent).toHaveLength(1);
});

test('coin for fees goes to a wallet that the visitor names', async () => {
  const { giveSandboxCoin } = sandboxRoutes(createPort());
  const { ctx } = await createWorld();
  const give = (to: string) => giveSandboxCoin(ctx, { body: { type: 'ETH', to }, ...edge });
  expect(await give(`0x${'ab'.repeat(20)}`)).toEqual({ balance: '0.1', coin: 'ETH' });
  await expect(give('0x12')).rejects.toMatchObject({ reason: 'invalidFormat' });
});

test('the mailbox shows the newest mail first, by recipient', async () => {
  const { ctx, clock } = await createWorld();
  const mailer = createSandboxMailer(ctx.db, clock);
  const to = `${randomBytes(6).toString('hex')}@example.com`;
  const mail = { subject: 'one', text: 'text', html: '<p>text</p>', messageId: 'id' };
  await mailer.send({ ...mail, to });
  const attachments = [{ filename: 'accounts.txt', content: 'a----b' }];
  await mailer.send({ ...mail, subject: 'two', to, attachments });
  const { listSandboxMails } = sandboxRoutes(createPort());
  const { items: mails } = await listSandboxMails(ctx, {
    query: { limit: 500, to: to.toUpperCase() },
    ...edge,
  });
  expect(mails.map(({ subject }) => subject)).toEqual(['two', 'one']);
  expect(mails[0]).toMatchObject({ to, text: 'text', attachments, sent_at: '2026-11-20T12:00:00.000Z' });
});

test('a trial is done by what it leaves since the sandbox began, not by its history or by the demo', () =>
  inSandbox(async (ctx) => {
    const port = createPort();
    const routes = sandboxRoutes(port);
    await seedSandbox(ctx, port);
    await sql`update sandbox_sign_ins set created_at = ${ctx.clock.now()}`.execute(ctx.db);
    const done = async () =>
      (await routes.listSandboxTrials(ctx)).flatMap((one) => (one.done ? [one.trial] : []));
    const before = await done();
    const [owner] = (await routes.readSandbox(ctx)).sign_ins;
    const { id: ownerId } = (await findUserByUsername(ctx.db, owner!.username))!;
    const buyer = (await findUserByUsername(ctx.db, 'buyer'))!;
    const ask = (at: Date) =>
      sql`insert into reports (email, email_key, subject, explanation, state, address, created_at, settled_by, settled_at, reason)
        values ('a@b.c', 'a@b.c', 'x', 'x', 'refused', 'x', ${at}, ${ownerId}, ${at}, 'x')`.execute(ctx.db);
    await ask(new Date(ctx.clock.now().getTime() - 60_000));
    expect(await done()).toEqual(before);
    await ask(ctx.clock.now());
    expect(await done()).toContain('takedown');
    const pay = (from: Hex, state: 'unmatched' | 'credited') => {
      const userId = state === 'credited' ? buyer.id : null;
      return recordDeposit(ctx, 1_000_000n, { from_address: from, state, user_id: userId });
    };
    await pay(port.devchain.chains.ETH.sandboxWalletAddress, 'unmatched');
    expect(await done()).toEqual(['exchangeFee', 'takedown']);
    // The demo's buyers go on topping up, and were there before.
    const { user: demoBuyer } = await createPerson(ctx);
    const longAgo = new Date(ctx.clock.now().getTime() - 60_000);
    await sql`update users set created_at = ${longAgo} where id = ${demoBuyer.id}`.execute(ctx.db);
    await recordDeposit(ctx, 1_000_000n, { state: 'credited', user_id: demoBuyer.id });
    expect(await done()).toEqual(['exchangeFee', 'takedown']);
    await pay(port.devchain.chains.ETH.sandboxWalletAddress, 'credited');
    expect(await done()).toEqual(['topUp', 'exchangeFee', 'takedown']);
    await pay(address(), 'credited');
    expect(await done()).toEqual(['topUp', 'exchangeFee', 'ownWallet', 'takedown']);
    const [lower, higher] = [await buildLevel(ctx, { sort: 1 }), await buildLevel(ctx, { sort: 2 })];
    await setLevel(ctx, buyer.id, lower);
    expect(await done()).not.toContain('level');
    await setLevel(ctx, buyer.id, higher);
    expect(await done()).toContain('level');
    const [goods] = await listGoodsOnSale(ctx.db, {});
    const bought = { goodsId: goods!.id, agentId: 0n, items: 1, amountMicro: 1_000_000n };
    const sale = { kind: 'sale', at: ctx.clock.now(), ...bought } as const;
    const order = await writeSale(ctx.db, { id: buyer.id, agentId: 0n }, sale);
    expect(await done()).toContain('order');
    expect(await done()).not.toContain('cart');
    await sql`update orders set idempotency_key = 'a key 2' where id = ${order}`.execute(ctx.db);
    expect(await done()).toContain('cart');
    const importAs = async (username: string) => {
      const { id } = (await findUserByUsername(ctx.db, username))!;
      const by = { ...ctx, actor: userActor(id) };
      await importStock(by, {
        goodsId: goods!.id,
        gender: 'male',
        note: '',
        lines: [`${username}----a----b`],
      });
    };
    expect(await done()).not.toContain('supply');
    await importAs('supplier');
    expect(await done()).toContain('supply');
    expect(await done()).not.toContain('stock');
    await importAs('owner');
    expect(await done()).toContain('stock');
  }));

test('every demo product has its picture, of a few kB', () =>
  inSandbox(async (ctx) => {
    await seedSandbox(ctx, createPort());
    const { rows } = await sql<{ name: string; image: string | null; bytes: number }>`
      select goods.name->>'en' as name, image, octet_length(uploads.bytes) as bytes
      from goods left join uploads on uploads.name = goods.image`.execute(ctx.db);
    const mine = rows.filter(({ name }) => names().includes(name));
    expect(mine).toHaveLength(15);
    expect(mine.filter(({ image, bytes }) => image === null || bytes > 8_000)).toEqual([]);
  }));

test('in production the sandbox does not exist', async () => {
  const { ctx } = await createWorld();
  const routes = sandboxRoutes(null);
  const notFound = { reason: 'notFound' };
  await expect(routes.readSandbox(ctx)).rejects.toMatchObject(notFound);
  await expect(routes.listSandboxTrials(ctx)).rejects.toMatchObject(notFound);
  await expect(routes.listSandboxMails(ctx, { query: { limit: 500 }, ...edge })).rejects.toMatchObject(
    notFound,
  );
  const body = { type: 'TRON', to: 'T', amount: '1' } as const;
  await expect(routes.sendSandboxTransfer(ctx, { body, ...edge })).rejects.toMatchObject(notFound);
  await expect(routes.giveSandboxCoin(ctx, { body, ...edge })).rejects.toMatchObject(notFound);
});

const APPS = join(import.meta.dirname, '../../../..');
/** What shops show that are no sandbox: the texts of pages, mails and page heads, and pages that are drawn ahead. */
const OF_EVERY_SHOP = [
  'web/src/{areas,locales,ui}/**/*.{ts,tsx}',
  'web/{index.html,public/*}',
  'server/src/page-heads/*.ts',
  'server/src/**/*.texts.ts',
];

test('no shop but a sandbox names the demo’s goods', () => {
  // Not the mailboxes: every shop has a word for them.
  const kinds = DEMO_CATEGORIES.slice(1).flatMap(({ name }) => Object.values(name));
  const makers = DEMO_CATEGORIES.flatMap(({ goods }) => goods.map(({ name }) => name.en.split(' ')[0]!));
  const files = globSync(OF_EVERY_SHOP, { cwd: APPS, exclude: (path) => path.includes('.test.') });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(APPS, file), 'utf8').toLowerCase();
    return [...kinds, ...makers]
      .filter((name) => text.includes(name.toLowerCase()))
      .map((name) => [file, name]);
  });
  expect(found).toEqual([]);
});
