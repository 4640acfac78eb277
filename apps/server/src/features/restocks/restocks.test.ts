import { errors } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import { mailRenderers } from '../../compose/compose.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Mailer, OutgoingMail } from '../../platform/mail/mailer.ts';
import { sendDueMails } from '../../platform/mail/send-due-mails.ts';
import { bearer, createTestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, ownAddress, stockUp } from '../../testing/build.ts';
import { createWorld, isOnPostgres } from '../../testing/world.ts';
import { sweepRestocks, tellOfRestocks } from './index.ts';

const shop = await createTestShop();
const { ctx, clock } = shop;

beforeEach(async () => {
  await ctx.db.deleteFrom('restock_requests').execute();
  await ctx.db.deleteFrom('restock_addresses').execute();
  await ctx.db.deleteFrom('restock_tries').execute();
  await ctx.db.deleteFrom('mails').execute();
});

/** Sends what is due, and returns it. */
async function sendAll(): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = { send: async (mail) => void sent.push(mail) };
  await sendDueMails(ctx, mailRenderers, mailer);
  await sendDueMails(ctx, mailRenderers, mailer, { bulk: true });
  return sent;
}

async function tellAll(by: Ctx = ctx): Promise<void> {
  while ((await tellOfRestocks(by)).more);
}

async function ask(email: string, goodsId: bigint, language = 'en', remoteAddress = ownAddress()) {
  const answer = await shop.app.http.inject({
    method: 'POST',
    url: '/api/restocks/mails',
    headers: { 'accept-language': language },
    remoteAddress,
    payload: { goods_id: String(goodsId), email },
  });
  return answer.json().code as number;
}

const tokenIn = (mail: OutgoingMail): string => /\/restock#(\S+)/.exec(mail.text)![1]!;
const withToken = (action: 'find' | 'confirm' | 'end', token: string) =>
  shop.call('POST', `/api/restocks/mails/${action}`, { token });

const addresses = () => ctx.db.selectFrom('restock_addresses').selectAll().execute();
const requests = () => ctx.db.selectFrom('restock_requests').selectAll().execute();
/** Everything that the tables say, to look for an address in it. */
const stored = async (): Promise<string> =>
  JSON.stringify(
    [await addresses(), await requests(), await ctx.db.selectFrom('mails').selectAll().execute()],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );

test('a visitor confirms, is told once, and nothing of the address is left', async () => {
  const goodsId = await buildGoods(ctx, { name: { en: 'Harbour mail', ru: 'Почта' } });
  expect(await ask('Ann@example.test', goodsId, 'ru')).toBe(200);
  const [asked, none] = await sendAll();
  expect(none).toBeUndefined();
  expect(asked).toMatchObject({ to: 'Ann@example.test' });
  expect(asked!.text).toContain('Почта');
  expect(await stored()).not.toMatch(/ann@/i);
  const token = tokenIn(asked!);
  expect((await withToken('find', token)).data.items).toMatchObject([
    { goods_id: String(goodsId), is_confirmed: false },
  ]);

  // Not before it is confirmed, though another one is told.
  const user = await shop.register();
  await shop.call('PUT', `/api/restocks/${goodsId}`, {}, bearer(user.token));
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  expect((await sendAll()).map(({ to }) => to)).toEqual([user.email]);
  expect((await withToken('confirm', token)).code).toBe(200);
  await tellAll();
  await tellAll();
  const told = await sendAll();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ to: 'Ann@example.test' });
  expect(told[0]!.text).toContain(`/product/${goodsId}`);
  expect([await addresses(), await requests()]).toEqual([[], []]);
  expect(await stored()).not.toMatch(/ann@/i);
  expect((await withToken('confirm', token)).code).toBe(errors.codeExpired.code);
});

test('who does not answer gets one mail, whoever asks for whatever, and is forgotten', async () => {
  const [first, second] = [await buildGoods(ctx), await buildGoods(ctx)];
  await ask('victim@example.test', first);
  await ask('VICTIM@example.test', second);
  await ask('victim@example.test', first);
  const [mail, more] = await sendAll();
  expect(more).toBeUndefined();
  expect((await withToken('find', tokenIn(mail!))).data.items).toHaveLength(2);
  clock.advance(4 * DAY_MS);
  await sweepRestocks(ctx);
  expect(await requests()).toEqual([]);
  expect(await addresses()).toMatchObject([{ sealed: null, key_id: null }]);
  await ask('victim@example.test', second);
  expect([await sendAll(), await requests()]).toEqual([[], []]);

  clock.advance(27 * DAY_MS);
  await sweepRestocks(ctx);
  expect(await addresses()).toEqual([]);
  await ask('victim@example.test', second);
  expect(await sendAll()).toHaveLength(1);
});

test('one click ends it, before and after it is confirmed', async () => {
  const goodsId = await buildGoods(ctx);
  await ask('stranger@example.test', goodsId);
  const [mail] = await sendAll();
  expect((await withToken('end', tokenIn(mail!))).code).toBe(200);
  expect(await requests()).toEqual([]);
  // Whoever said no is left in peace.
  await ask('stranger@example.test', goodsId);
  expect(await sendAll()).toEqual([]);

  await ask('ben@example.test', goodsId);
  const token = tokenIn((await sendAll())[0]!);
  await withToken('confirm', token);
  await withToken('end', token);
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  expect(await sendAll()).toEqual([]);
  expect(await stored()).not.toMatch(/ben@/);
  // Who once confirmed may ask again.
  await ask('ben@example.test', goodsId);
  expect(await sendAll()).toHaveLength(1);
});

test('who ends it while the mail waits gets none', async () => {
  const goodsId = await buildGoods(ctx);
  await ask('cleo@example.test', goodsId);
  const token = tokenIn((await sendAll())[0]!);
  await withToken('confirm', token);
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  await withToken('end', token);
  expect(await sendAll()).toEqual([]);
  expect(await stored()).not.toMatch(/cleo@/);
});

test('who ends it while the mail that asks to confirm waits is forgotten with it', async () => {
  const [first, second] = [await buildGoods(ctx), await buildGoods(ctx)];
  await ask('gus@example.test', first);
  const token = tokenIn((await sendAll())[0]!);
  await withToken('confirm', token);
  await ask('gus@example.test', second);
  expect((await withToken('end', token)).code).toBe(200);
  expect(await sendAll()).toEqual([]);
  expect(await stored()).not.toMatch(/gus@/);
});

test('a mail that waits does not hand out the link of a product that visitors see no more', async () => {
  const goodsId = await buildGoods(ctx);
  await ask('hal@example.test', goodsId);
  await withToken('confirm', tokenIn((await sendAll())[0]!));
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  const hidden = { visibility: 'link', link_key: 'a'.repeat(32) } as const;
  await ctx.db.updateTable('goods').set(hidden).where('id', '=', goodsId).execute();
  expect(await sendAll()).toEqual([]);
  expect(await stored()).not.toMatch(/hal@/);
});

test('an address that waits already confirms another product by a mail of its own, a few a day', async () => {
  const goods = await Promise.all(Array.from({ length: 8 }, () => buildGoods(ctx)));
  await ask('dan@example.test', goods[0]!);
  const token = tokenIn((await sendAll())[0]!);
  await withToken('confirm', token);
  let mails = 0;
  for (const goodsId of goods.slice(1)) {
    await ask('dan@example.test', goodsId);
    mails += (await sendAll()).length;
  }
  expect(mails).toBe(4);
  expect((await withToken('find', token)).data.items).toHaveLength(8);
});

test('a link of another address is refused, and one network asks a few times a day', async () => {
  const goodsId = await buildGoods(ctx);
  await ask('eve@example.test', goodsId);
  await ask('finn@example.test', goodsId);
  const [proof, id] = (await sendAll()).map((mail) => tokenIn(mail).split(/-(.*)/s));
  const forged = `${id![0]}-${proof![1]}`;
  expect((await withToken('confirm', forged)).code).toBe(errors.codeExpired.code);
  const network = ownAddress();
  const codes: number[] = [];
  for (let count = 0; count < 21; count += 1)
    codes.push(await ask(`many-${count}@example.test`, goodsId, 'en', network));
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
  expect(codes.at(-1)).toBe(errors.tooManyTries.code);
  // Nor does such a network learn by the refusal who waits already.
  expect(await ask('eve@example.test', goodsId, 'en', network)).toBe(errors.tooManyTries.code);
  clock.advance(DAY_MS + 1);
  await sweepRestocks(ctx);
  expect(await ctx.db.selectFrom('restock_tries').selectAll().execute()).toEqual([]);
  expect(await ask('gil@example.test', goodsId, 'en', network)).toBe(200);
});

test('how often a network may still ask tells of no address whether it waits already', async () => {
  const [first, second] = [await buildGoods(ctx), await buildGoods(ctx)];
  await ask('known@example.test', first);
  await withToken('confirm', tokenIn((await sendAll())[0]!));
  // Waits, but has not confirmed.
  await ask('silent@example.test', first);
  for (const about of ['known', 'silent', 'unknown']) {
    const network = ownAddress();
    const codes: number[] = [];
    for (let count = 0; count < 19; count += 1)
      codes.push(await ask(`${about}-${count}@example.test`, first, 'en', network));
    codes.push(await ask(`${about}@example.test`, second, 'en', network));
    expect(codes, about).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await ask(`${about}-last@example.test`, first, 'en', network), about).toBe(
      errors.tooManyTries.code,
    );
  }
  // Who waits already has added the product.
  expect((await requests()).filter((row) => row.goods_id === second)).toHaveLength(3);
});

test('a buyer is told by the bell and by mail, once, and chooses', async () => {
  const goodsId = await buildGoods(ctx, { name: { en: 'Harbour mail' }, min_quantity: 2 });
  const [user, quiet] = [await shop.register(), await shop.register()];
  for (const { token } of [user, quiet, user])
    await shop.call('PUT', `/api/restocks/${goodsId}`, {}, bearer(token));
  const choice = { event: 'productBack', by_mail: false };
  await shop.call('PUT', '/api/notices/choices', choice, bearer(quiet.token));
  const { items } = (await shop.call('GET', '/api/restocks', undefined, bearer(user.token))).data;
  expect(items).toMatchObject([{ goods_id: String(goodsId) }]);

  // Too little for the smallest order is not yet stock.
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  const read = async (token: string) =>
    (await shop.call('GET', '/api/notices', undefined, bearer(token))).data.items;
  expect(await read(user.token)).toEqual([]);
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  await tellAll();
  for (const { token } of [user, quiet])
    expect(await read(token)).toMatchObject([
      {
        event: 'productBack',
        title: 'Harbour mail is back in stock',
        path: expect.stringContaining('/product/'),
      },
    ]);
  expect((await sendAll()).map(({ to }) => to)).toEqual([user.email]);
  expect(await requests()).toEqual([]);
});

test('who takes it back, or no longer sees the product, is told nothing', async () => {
  const goodsId = await buildGoods(ctx);
  const [user, other] = [await shop.register(), await shop.register()];
  const path = `/api/restocks/${goodsId}`;
  for (const { token } of [user, other]) await shop.call('PUT', path, {}, bearer(token));
  expect((await shop.call('DELETE', path, undefined, bearer(user.token))).code).toBe(200);
  await ctx.db.updateTable('goods').set({ visibility: 'hidden' }).where('id', '=', goodsId).execute();
  expect((await shop.call('PUT', path, {}, bearer(user.token))).code).toBe(errors.notFound.code);
  expect(await ask('fay@example.test', goodsId)).toBe(errors.notFound.code);
  await stockUp(ctx, goodsId, 1);
  await tellAll();
  expect(await sendAll()).toEqual([]);
  expect(await requests()).toEqual([]);
});

const MANY = isOnPostgres ? 450 : 120;

test('two processes tell thousands once each, the first who asked first', { timeout: 60_000 }, async () => {
  const goodsId = await buildGoods(ctx);
  const now = clock.now();
  const rows = [];
  for (let count = 0; count < MANY; count += 1) {
    const { id } = await buildBuyer(ctx);
    rows.push({ goods_id: goodsId, user_id: id, asked_at: now, confirmed_at: now });
  }
  await ctx.db.insertInto('restock_requests').values(rows).execute();
  await stockUp(ctx, goodsId, 1);
  // Whoever is told first has the lower number.
  await tellOfRestocks(ctx);
  const others = [(await createWorld()).ctx, (await createWorld()).ctx];
  await Promise.all([tellAll(), ...others.map(tellAll)]);
  const told = await ctx.db
    .selectFrom('notices')
    .select('user_id')
    .where('event', '=', 'productBack')
    .where(
      'user_id',
      'in',
      rows.map((row) => row.user_id),
    )
    .orderBy('id')
    .execute();
  expect(told).toHaveLength(MANY);
  expect(told.slice(0, 100).map((row) => row.user_id)).toEqual(rows.slice(0, 100).map((row) => row.user_id));
  const mails = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'product-back')
    .where('bulk', '=', true)
    .execute();
  expect(mails).toHaveLength(MANY);
});
