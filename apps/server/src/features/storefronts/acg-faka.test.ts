import { expect, test } from 'vitest';
import { connectShop, createTestShop, type ConnectedShop, type TestShop } from '../../testing/app.ts';
import { buildCategory, buildGoods, stockUp } from '../../testing/build.ts';
import { userActor } from '../../platform/actor.ts';
import { createOwner } from '../../testing/people.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { changeSettings } from '../settings/index.ts';
import { setUserStatus } from '../users/index.ts';
import { signForm } from './acg-faka.ts';

/** Requests as such a shop's client writes them, and sums that its own code has computed. */

const KEY = 'A1B2C3D4E5F60718';
const SIGNED_IN = [
  ['app_id', '1042'],
  ['app_key', KEY],
] as const;
const TRADE = [
  ['shared_code', 'G12'],
  ['contact', 'Q7d0aV3kPz91LmXe'],
  ['num', '2'],
  ['card_id', '0'],
  ['device', '0'],
  ['password', ''],
] as const;

test.each([
  ['connect', [], '90c3fe4adf3e73a3f6861541c1671594'],
  ['item', [['code', 'G12']], 'e8fee73b673f0fa1130770c1f524b627'],
  [
    'stock',
    [
      ['code', 'G12'],
      ['race', ''],
    ],
    'e8fee73b673f0fa1130770c1f524b627',
  ],
  [
    'trade',
    [...TRADE, ['race', ''], ['request_no', '512260915103007841']],
    '52c7f4a19cd4f66cdec8fe30774c35bd',
  ],
  [
    'trade with a race and choices',
    [
      ...TRADE,
      ['race', 'US + 2FA'],
      ['request_no', '512260915103007841'],
      ['sku[Region]', 'US'],
      ['sku[Age]', '2y'],
    ],
    '676d57e683eeac8497818791c5b75b87',
  ],
] as const)('%s is summed up as its clients do', (_, fields, sum) => {
  expect(signForm([...fields, ...SIGNED_IN, ['sign', 'whatever']], KEY)).toBe(sum);
});

type Said = { readonly code: number; readonly msg: string; readonly data: any };

async function send(
  { app }: TestShop,
  { id, secret }: Pick<ConnectedShop, 'id' | 'secret'>,
  path: string,
  fields: Record<string, string | number> = {},
  sign?: string,
): Promise<Said> {
  const all = Object.entries<string | number>({ ...fields, app_id: id, app_key: secret }).map(
    ([name, value]): [string, string] => [name, String(value)],
  );
  const payload = new URLSearchParams([...all, ['sign', sign ?? signForm(all, secret)]]).toString();
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/acg-faka/shared${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
  // Any other is a broken connection to such a shop.
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const tradeOf = (
  goodsId: bigint,
  num: number,
  number: string,
  more: Record<string, string | number> = {},
) => ({
  shared_code: `G${goodsId}`,
  contact: 'Q7d0aV3kPz91LmXe',
  num,
  card_id: 0,
  device: 0,
  password: '',
  race: '',
  request_no: number,
  ...more,
});

const trade = (shop: TestShop, own: ConnectedShop, fields: Record<string, string | number>) =>
  send(shop, own, '/commodity/trade', fields);

test('the shop connects, and a wrong id, key or sum does not', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'acg-faka', { balanceMicro: 120_509_999n });
  const other = await connectShop(shop, 'acg-faka');
  const connect = (keys: Partial<ConnectedShop> = {}, sign?: string) =>
    send(shop, { ...own, ...keys }, '/authentication/connect', {}, sign);
  expect(own.secret).toMatch(/^pskacg[0-9A-Za-z]{49}$/);
  expect(await connect()).toEqual({
    code: 200,
    msg: 'success',
    data: { shopName: 'Portside (USDT)', balance: '120.50' },
  });
  const wrong = { code: 0, msg: expect.stringContaining('Wrong app id, key or signature') as string };
  expect(await connect({}, 'f'.repeat(32))).toMatchObject(wrong);
  expect(await connect({}, '')).toMatchObject(wrong);
  expect(await connect({ id: other.id })).toMatchObject(wrong);
  expect(await connect({ secret: `${own.secret}0` })).toMatchObject(wrong);
  expect(await connect({ secret: '' })).toMatchObject(wrong);
  const panel = await connectShop(shop, 'panel');
  expect(await connect(panel)).toMatchObject(wrong);
});

test('products are told with everything that such a shop reads, in whole cents', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'acg-faka');
  const category_id = await buildCategory(shop.ctx, { en: 'Mailboxes', 'zh-cn': '邮箱' });
  const plain = await buildGoods(shop.ctx, {
    category_id,
    name: { en: 'A <b>mailbox</b>' },
    description: { en: '<script>x</script>' },
    genders: ['random'],
    price_micro: 1_234_000n,
    min_quantity: 2,
    max_quantity: 50,
    tiers: [{ minQuantity: 10, priceMicro: 950_000n }],
  });
  await stockUp(shop.ctx, plain, 12);
  const choice = await buildGoods(shop.ctx, {
    category_id,
    tiers: [{ minQuantity: 10, priceMicro: 900_000n }],
  });
  await stockUp(shop.ctx, choice, 4, 'male');
  const { data } = await send(shop, own, '/commodity/items');
  const group = data.find((one: any) => one.id === Number(category_id));
  expect(group.name).toBe('邮箱');
  const [first, second] = group.children;
  expect(first).toMatchObject({
    id: Number(plain),
    code: `G${plain}`,
    name: 'A <b>mailbox</b>',
    price: '1.24',
    user_price: '1.24',
    factory_price: '1.24',
    config: '[wholesale]\n10=0.95',
    stock: 12,
    minimum: 2,
    maximum: 50,
    draft_status: 0,
    seckill_status: 0,
    contact_type: 0,
    widget: '[]',
  });
  expect(first.description).not.toContain('<script');
  expect(second.config).toBe(
    '[category]\nAny=1.00\nMale=1.00\nFemale=1.00\n[category_wholesale]\nAny.10=0.90\nMale.10=0.90\nFemale.10=0.90',
  );
  expect((await send(shop, own, '/commodity/item', { code: `G${plain}` })).data).toEqual(first);
  const stock = async (race: string) =>
    (await send(shop, own, '/commodity/stock', { code: `G${choice}`, race })).data?.stock;
  expect([await stock('Any'), await stock('Male'), await stock('Female'), await stock('US')]).toEqual([
    4,
    4,
    0,
    undefined,
  ]);
  const value = async (num: number) =>
    (await send(shop, own, '/commodity/valuation', { code: `G${plain}`, num, race: '', card_id: 0 })).data
      .price;
  expect([await value(2), await value(10)]).toEqual(['2.48', '9.50']);
  const older = { shared_code: `G${plain}`, card_id: 0, race: '' };
  expect((await send(shop, own, '/commodity/inventoryState', { ...older, num: 12 })).code).toBe(200);
  expect((await send(shop, own, '/commodity/inventoryState', { ...older, num: 13 })).code).toBe(0);
  expect(
    (await send(shop, own, '/commodity/inventory', { sharedCode: `G${plain}`, race: '' })).data,
  ).toMatchObject({
    count: 12,
    price: '1.24',
    is_category: false,
  });
  expect(
    (await send(shop, own, '/commodity/draftCard', { code: `G${plain}`, page: 1, limit: 10 })).code,
  ).toBe(0);
});

test('an order is answered with its accounts, at once and again', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'acg-faka', { balanceMicro: 10_000_000n });
  const goodsId = await buildGoods(shop.ctx, { price_micro: 1_234_000n });
  const lines = await stockUp(shop.ctx, goodsId, 5, 'male');
  const asked = tradeOf(goodsId, 2, '512260915103007841', { race: 'Male' });
  const first = await trade(shop, own, asked);
  expect(first).toMatchObject({
    code: 200,
    data: { secret: lines.slice(0, 2).join('\n'), amount: '2.48', url: '', leave_message: '' },
  });
  // The product is gone when the first answer was lost; the order is not.
  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', goodsId).execute();
  expect(await trade(shop, own, asked)).toEqual(first);
  expect(await trade(shop, own, { ...asked, num: 3 })).toMatchObject({
    code: 0,
    msg: expect.stringContaining('already used') as string,
  });
  expect((await send(shop, own, '/authentication/connect')).data.balance).toBe('7.52');
  const { user: owner } = await createOwner(shop.ctx);
  const refund = { params: { order_no: first.data.tradeNo }, body: { reason: 'dead' } };
  await refundOrder({ ...shop.ctx, actor: userActor(owner.id) }, refund);
  expect((await trade(shop, own, asked)).code).toBe(0);
});

test('the same number at once is one order, and each shop has numbers of its own', async () => {
  const shop = await createTestShop();
  const [own, other] = [await connectShop(shop, 'acg-faka'), await connectShop(shop, 'acg-faka')];
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 10);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => trade(shop, own, tradeOf(goodsId, 2, '512260915103007841'))),
  );
  expect(new Set(answers.map(({ data }) => data.secret)).size).toBe(1);
  expect((await trade(shop, other, tradeOf(goodsId, 2, '512260915103007841'))).data.secret).not.toBe(
    answers[0]!.data.secret,
  );
  expect((await send(shop, own, '/authentication/connect')).data.balance).toBe('98.00');
});

test('a refusal says to the shop’s buyer what it may, and takes nothing', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'acg-faka', { balanceMicro: 3_000_000n });
  const goodsId = await buildGoods(shop.ctx, { max_quantity: 8, genders: ['random', 'male'] });
  await stockUp(shop.ctx, goodsId, 5);
  let number = 0;
  const msg = async (more: Record<string, string | number>) => {
    const said = await trade(shop, own, { ...tradeOf(goodsId, 1, `R${(number += 1)}`), ...more });
    expect(said.code).toBe(0);
    return said.msg;
  };
  expect(await msg({ num: 9 })).toContain('Quantity not allowed');
  expect(await msg({ race: 'Female' })).toContain('Not on sale');
  expect(await msg({ race: 'US' })).toContain('Not on sale');
  expect(await msg({ 'sku[Region]': 'US' })).toContain('Not on sale');
  expect(await msg({ shared_code: 'G999999999' })).toContain('Not on sale');
  expect(await msg({ shared_code: 'GX' })).toContain('Not on sale');
  expect(await msg({ card_id: 7 })).toContain('cannot do this');
  expect(await msg({ request_no: '' })).toContain('cannot do this');
  const poor = await msg({ num: 4 });
  expect(poor).toContain('cannot do this');
  expect(poor).not.toMatch(/balance|fund|余额/i);
  await stockUp(shop.ctx, goodsId, 0);
  const rich = await connectShop(shop, 'acg-faka');
  // More than an answer has room for.
  const large = await buildGoods(shop.ctx);
  expect((await trade(shop, rich, tradeOf(large, 251, 'R251'))).msg).toContain('Quantity not allowed');
  expect((await send(shop, rich, '/commodity/item', { code: `G${large}` })).data.maximum).toBe(250);
  expect((await trade(shop, rich, tradeOf(goodsId, 6, 'R6'))).msg).toContain('Not enough stock');
  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', goodsId).execute();
  expect(await msg({})).toContain('Not on sale');
  await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', own.userId).execute();
  expect(await msg({})).toContain('cannot do this');
  expect((await send(shop, own, '/authentication/connect')).code).toBe(0);
  await setUserStatus(shop.ctx, rich.userId, 'frozen');
  expect((await send(shop, rich, '/authentication/connect')).msg).toContain('cannot do this');
});

test('a key without accounts places nothing, and one that calls too often is told to wait', async () => {
  const shop = await createTestShop();
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 5);
  const blind = await connectShop(shop, 'acg-faka', { scopes: ['balance', 'orders:place'] });
  expect((await trade(shop, blind, tradeOf(goodsId, 1, 'S1'))).code).toBe(0);
  expect((await send(shop, blind, '/authentication/connect')).data.balance).toBe('100.00');
  expect((await send(shop, blind, '/commodity/items')).code).toBe(0);
  await changeSettings(shop.ctx, { api_key_per_minute: 2 });
  const own = await connectShop(shop, 'acg-faka');
  const codes = [];
  for (let time = 0; time < 3; time += 1) codes.push((await send(shop, own, '/authentication/connect')).code);
  expect(codes).toEqual([200, 200, 0]);
  await changeSettings(shop.ctx, { api_key_per_minute: 600, protocols_on: [] });
  expect((await send(shop, own, '/authentication/connect')).code).toBe(0);
});

test('a price that rose is told before the order, and is what the order costs', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'acg-faka');
  const goodsId = await buildGoods(shop.ctx, { genders: ['random'] });
  await stockUp(shop.ctx, goodsId, 4);
  await shop.ctx.db.updateTable('goods').set({ price_micro: 1_501_000n }).where('id', '=', goodsId).execute();
  const asked = { code: `G${goodsId}`, num: 2, race: '', card_id: 0 };
  expect((await send(shop, own, '/commodity/valuation', asked)).data.price).toBe('3.02');
  expect((await trade(shop, own, tradeOf(goodsId, 2, 'P1'))).data.amount).toBe('3.02');
});
