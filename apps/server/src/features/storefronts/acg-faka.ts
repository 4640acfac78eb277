import { createHash } from 'node:crypto';
import { formatBalance, GENDERS, textIn, upToCent, type ErrorName, type Gender } from '@portside/contract';
import { unitPriceMicro } from '@portside/contract/wire/price';
import * as z from 'zod/mini';
import { cleanHtml, escapeHtml } from '../../platform/html.ts';
import type { Ctx } from '../../platform/context.ts';
import type { KeyActor } from '../../platform/http/key-calls.ts';
import { refuse } from '../../platform/refusal.ts';
import { isSameSecret } from '../../platform/tokens.ts';
import { authenticateConnection } from '../api-keys/index.ts';
import { imageAddress } from '../goods/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { completeByReading, getOwnOrder, openAccountLines, placeOrder } from '../orders/index.ts';
import { readShopName } from '../settings/index.ts';
import {
  describe,
  firstPriceMicro,
  inCents,
  getOffered,
  listOffered,
  nameCategories,
  orderable,
  tiersInCents,
  type Offered,
} from './catalogue.ts';
import {
  MOST_CHARACTERS,
  MOST_IN_ANSWER,
  nameOrder,
  readForm,
  readWhole,
  requireScopes,
  type CallCtx,
  type Form,
  type ShopCall,
  type SpokenProtocol,
} from './storefront-calls.ts';

const ROOT = '/api/acg-faka/shared';

/** What such a shop reads. */
const answerOf = (data: z.ZodMiniType) =>
  z.object({ code: z.int(), msg: z.string(), data: z.optional(data) });

const Shop = z.object({ shopName: z.string(), balance: z.string() });
const prices = { price: z.string(), user_price: z.string(), factory_price: z.string(), config: z.string() };
const Item = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  description: z.string(),
  cover: z.string(),
  ...prices,
  widget: z.string(),
  stock: z.int(),
  minimum: z.int(),
  maximum: z.int(),
  contact_type: z.int(),
  password_status: z.int(),
  seckill_status: z.int(),
  seckill_start_time: z.null(),
  seckill_end_time: z.null(),
  draft_status: z.int(),
  draft_premium: z.int(),
  inventory_hidden: z.int(),
  only_user: z.int(),
  purchase_count: z.int(),
  delivery_way: z.int(),
});
const Group = z.object({ id: z.int(), name: z.string(), children: z.array(Item) });
const Valuation = z.object({ price: z.string(), currency_code: z.string() });
const Inventory = z.object({
  count: z.int(),
  ...prices,
  delivery_way: z.int(),
  draft_status: z.int(),
  is_category: z.boolean(),
});
const Trade = z.object({
  secret: z.string(),
  tradeNo: z.string(),
  amount: z.string(),
  url: z.string(),
  leave_message: z.string(),
});

/**
 * A shop of acg-faka with this one as its shared store (type 0).
 *
 * | There                          | Here                                                                               |
 * | ------------------------------ | ---------------------------------------------------------------------------------- |
 * | `app_id`, `app_key`            | the key's id, and the key; the key is sent with each call, and signs it            |
 * | `id`, `code`                   | the product's id; `G` and the product's id                                         |
 * | race (`[category]`)            | who the accounts are of, where a product offers that                               |
 * | `price`, `[wholesale]`         | the caller's prices in whole cents, rounded up; that is what is charged            |
 * | `request_no`                   | idempotency key; `<number>@<key's id>` is the order's reference                    |
 * | `tradeNo`                      | the order's number                                                                 |
 * | `secret`                       | the accounts, a line each: they have to be in this answer, and are                 |
 * | `maximum`                      | what one order may have, as far as an answer has room for it                       |
 * | reserving a card, flash sales  | not offered                                                                        |
 * | replacements, refunds, claims  | nothing: on the page of the order                                                  |
 *
 * Every answer is 200: such a shop takes any other for a broken connection. A message reaches the shop's own buyers, so it
 * tells nothing of balances.
 */
export const acgFaka: SpokenProtocol = {
  name: 'acg-faka',
  calls: [
    ['POST', `${ROOT}/authentication/connect`, connect, answerOf(Shop)],
    ['POST', `${ROOT}/commodity/items`, listItems, answerOf(z.array(Group))],
    ['POST', `${ROOT}/commodity/item`, readItem, answerOf(Item)],
    ['POST', `${ROOT}/commodity/stock`, readStock, answerOf(z.object({ stock: z.int() }))],
    ['POST', `${ROOT}/commodity/valuation`, value, answerOf(Valuation)],
    ['POST', `${ROOT}/commodity/inventoryState`, checkStock, answerOf(z.object({}))],
    ['POST', `${ROOT}/commodity/inventory`, readInventory, answerOf(Inventory)],
    ['POST', `${ROOT}/commodity/trade`, trade, answerOf(Trade)],
    ['POST', `${ROOT}/commodity/draftCard`, reserve, answerOf(z.object({}))],
    ['POST', `${ROOT}/commodity/draft`, reserve, answerOf(z.object({}))],
  ],
  authenticate,
  answerTo: ({ reason }) => ({ status: 200, body: { code: 0, msg: MESSAGES[reason] ?? UNABLE } }),
};

const say = (data: unknown) => ({ code: 200, msg: 'success', data });

/** The sum that such a shop sends along: fields by name, empty ones left out, nested ones in the order they came in. */
export function signForm(fields: readonly (readonly [name: string, value: string])[], key: string): string {
  const topOf = (name: string): string => name.split('[', 1)[0]!;
  const parts = fields
    .filter(([name, text]) => name !== 'sign' && !(text === '' && !name.includes('[')))
    .map(([name, text]) => ({ top: topOf(name), text: `${name}=${text}` }))
    .toSorted((a, b) => (a.top < b.top ? -1 : Number(a.top > b.top)));
  const text = [...parts.map((part) => part.text), `key=${key}`].join('&');
  return createHash('md5').update(text).digest('hex');
}

async function authenticate(ctx: Ctx, { body }: ShopCall): Promise<KeyActor> {
  const form = readForm(body);
  const [id, secret, sign] = ['app_id', 'app_key', 'sign'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const actor = await authenticateConnection(ctx, 'acg-faka', { secret, id });
  const expected = Buffer.from(signForm([...form], secret));
  if (!isSameSecret(Buffer.from(sign), expected)) refuse('apiKeyInvalid', 'signature');
  return actor;
}

async function connect(ctx: CallCtx) {
  requireScopes(ctx, 'balance');
  const balance = formatBalance(await readAvailableMicro(ctx.db, ctx.actor.userId));
  return say({ shopName: `${await readShopName(ctx.db, 'zh-cn')} (USDT)`, balance });
}

/** Neither of the characters that separate what stands in a product's configuration. */
const RACES: Readonly<Record<Gender, string>> = { random: 'Any', male: 'Male', female: 'Female' };

const hasRaces = ({ stock }: Offered): boolean => stock.size > 1;

/** Refuses a race that no product has, and what is chosen beside a race (genderNotOffered). */
function genderOf(form: Form): Gender {
  if ([...form.keys()].some((name) => name.startsWith('sku['))) refuse('genderNotOffered', 'sku');
  const race = form.get('race') ?? '';
  return race === '' ? 'random' : (GENDERS.find((one) => RACES[one] === race) ?? refuse('genderNotOffered'));
}

/** Refuses a code that is none of ours (notFound). */
function goodsIdOf(code: string | undefined): bigint {
  const [, id] = /^G(\d{1,15})$/.exec(code ?? '') ?? [];
  return id === undefined ? refuse('notFound', 'code') : BigInt(id);
}

async function find(ctx: CallCtx, code: string | undefined): Promise<Offered> {
  const offered = await getOffered(ctx, goodsIdOf(code));
  return offered.goods.on_sale ? offered : refuse('notOnSale');
}

/** What can be ordered of the race that is asked for (genderNotOffered). */
const stockOf = (offered: Offered, form: Form): number =>
  sellable(offered.stock.get(genderOf(form)) ?? refuse('genderNotOffered'), offered);

/** None of a product whose smallest order no answer has room for. */
const sellable = (count: number, offered: Offered): number =>
  offered.goods.min_quantity > MOST_IN_ANSWER ? 0 : orderable(count, offered);

async function listItems(ctx: CallCtx) {
  requireScopes(ctx, 'catalogue');
  const names = await nameCategories(ctx, 'zh-cn');
  const groups = Map.groupBy(await listOffered(ctx), ({ goods }) => goods.category_id);
  return say(
    [...groups].map(([id, offered]) => ({
      id: Number(id),
      name: names.get(id)!.slice(0, LONGEST_NAME),
      children: offered.map((one) => presentItem(one, ctx.publicUrl)),
    })),
  );
}

const LONGEST_NAME = 128;

async function readItem(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  return say(presentItem(await find(ctx, readForm(body).get('code')), ctx.publicUrl));
}

function presentItem(offered: Offered, publicUrl: string) {
  const { goods, most, stock } = offered;
  const price = inCents(firstPriceMicro(offered));
  return {
    id: Number(goods.id),
    name: textIn(goods.name, 'zh-cn').slice(0, 2 * LONGEST_NAME - 1),
    code: `G${goods.id}`,
    description: cleanHtml(`<p>${escapeHtml(describe(offered, 'zh-cn')).replaceAll('\n', '<br>')}</p>`),
    cover: goods.image === null ? '' : publicUrl + imageAddress(goods.id, goods.image),
    price,
    user_price: price,
    factory_price: price,
    config: writeConfig(offered, price),
    widget: '[]',
    stock: sellable(stock.get('random')!, offered),
    minimum: goods.min_quantity,
    maximum: Math.min(most, MOST_IN_ANSWER),
    contact_type: 0,
    password_status: 0,
    seckill_status: 0,
    seckill_start_time: null,
    seckill_end_time: null,
    draft_status: 0,
    draft_premium: 0,
    inventory_hidden: 0,
    only_user: 0,
    purchase_count: 0,
    delivery_way: 0,
  };
}

/** In the form of an INI file. */
function writeConfig(offered: Offered, price: string): string {
  const tiers = tiersInCents(offered);
  if (!hasRaces(offered))
    return section(
      'wholesale',
      tiers.map((tier) => `${tier.from}=${tier.price}`),
    );
  const races = [...offered.stock.keys()].map((gender) => RACES[gender]);
  const dearer = races.flatMap((race) => tiers.map((tier) => `${race}.${tier.from}=${tier.price}`));
  const sections = [
    section(
      'category',
      races.map((race) => `${race}=${price}`),
    ),
    section('category_wholesale', dearer),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

const section = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`[${name}]`, ...lines].join('\n');

async function readStock(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  const form = readForm(body);
  const offered = await find(ctx, form.get('code'));
  return say({ stock: stockOf(offered, form) });
}

async function value(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  const form = readForm(body);
  const offered = await find(ctx, form.get('code'));
  stockOf(offered, form);
  const quantity = readWhole(form.get('num'), 'num');
  const unitMicro = upToCent(unitPriceMicro(offered.prices, quantity));
  return say({ price: formatBalance(unitMicro * BigInt(quantity)), currency_code: 'USDT' });
}

/** Of older shops: success is enough. */
async function checkStock(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  const form = readForm(body);
  requireNoCard(form);
  const offered = await find(ctx, form.get('shared_code'));
  if (readWhole(form.get('num'), 'num') > stockOf(offered, form)) refuse('stockTooLow');
  return say({});
}

/** Of older shops too. */
async function readInventory(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  const form = readForm(body);
  const offered = await find(ctx, form.get('sharedCode'));
  const { price, user_price, factory_price, config, delivery_way, draft_status } = presentItem(
    offered,
    ctx.publicUrl,
  );
  return say({
    count: stockOf(offered, form),
    price,
    user_price,
    factory_price,
    config,
    delivery_way,
    draft_status,
    is_category: hasRaces(offered),
  });
}

/** One card of a shop's choice. */
function requireNoCard(form: Form): void {
  if (readWhole(form.get('card_id') ?? '0', 'card_id') > 0) refuse('parameterError', 'card_id');
}

/**
 * Buys, and answers with the accounts, as nothing asks for them later. The same number again is answered with the same
 * accounts: the first answer was lost.
 */
async function trade(ctx: CallCtx, { body }: ShopCall) {
  requireScopes(ctx, 'orders:place', 'accounts:read');
  const form = readForm(body);
  requireNoCard(form);
  const name = nameOrder(ctx, 'acg-faka', form.get('request_no'));
  const quantity = readWhole(form.get('num'), 'num');
  // Before anything is paid: accounts that are not in the answer would never reach the shop.
  if (quantity > MOST_IN_ANSWER) refuse('quantityOutOfRange');
  const placed = await placeOrder(ctx, {
    body: {
      goods_id: goodsIdOf(form.get('shared_code')).toString(),
      quantity,
      gender: genderOf(form),
      reference: name.reference,
    },
    idempotencyKey: name.idempotencyKey,
    inCents: true,
  });
  const order = await getOwnOrder(ctx, placed.order_no);
  const lines = await openAccountLines(ctx, order, MOST_CHARACTERS);
  const secret = (lines ?? refuse('quantityOutOfRange')).join('\n');
  // Refunded meanwhile: an empty answer would be sold.
  if (secret === '') refuse('stockTooLow');
  await completeByReading(ctx, order);
  return say({
    secret,
    tradeNo: order.order_no,
    amount: formatBalance(order.total_micro),
    url: '',
    leave_message: '',
  });
}

async function reserve(): Promise<never> {
  return refuse('notOnSale', 'cards cannot be chosen');
}

const UNABLE = '供货商暂时无法处理 / The supplier cannot do this now';
const SOLD_OUT = '库存不足 / Not enough stock';
const NOT_OFFERED = '商品已下架 / Not on sale';
const WRONG_QUANTITY = '购买数量不在允许范围内 / Quantity not allowed';
const WRONG_KEY = '应用 ID、密钥或签名错误 / Wrong app id, key or signature';
const WRONG_NUMBER = '订单号已被使用 / Order number already used';

const MESSAGES: Partial<Record<ErrorName, string>> = {
  stockTooLow: SOLD_OUT,
  notOnSale: NOT_OFFERED,
  notFound: NOT_OFFERED,
  genderNotOffered: NOT_OFFERED,
  quantityOutOfRange: WRONG_QUANTITY,
  buyerLimitReached: WRONG_QUANTITY,
  dailyLimitReached: WRONG_QUANTITY,
  apiKeyInvalid: WRONG_KEY,
  keyReused: WRONG_NUMBER,
  referenceUsed: WRONG_NUMBER,
};
