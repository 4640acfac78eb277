import { createHash, createHmac } from 'node:crypto';
import { errors, formatBalance, textIn, type ErrorName, type Gender } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import type { FastifyRequest } from 'fastify';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { pathOf } from '../../platform/http/failures.ts';
import { mayCallOut } from '../../platform/http/post-out.ts';
import type { KeyActor } from '../../platform/http/key-calls.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { isSameSecret } from '../../platform/tokens.ts';
import { authenticateConnection, openKeySecret } from '../api-keys/index.ts';
import { imageAddress, listCategoryRows, slugOf, type Texts } from '../goods/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import {
  completeByReading,
  getOwnOrder,
  getOwnOrderById,
  openAccountLines,
  placeOrder,
  type OrderRow,
} from '../orders/index.ts';
import { readShopName } from '../settings/index.ts';
import {
  describe,
  firstPriceMicro,
  inCents,
  getOffered,
  listOffered,
  orderable,
  readSku,
  skuOf,
  tiersInCents,
  type Offered,
} from './catalogue.ts';
import {
  MOST_CHARACTERS,
  nameOrder,
  readJson,
  readWhole,
  requireScopes,
  TooLong,
  type CallCtx,
  type ShopCall,
  type SpokenProtocol,
} from './storefront-calls.ts';
import { answers, CODES, FINAL, MESSAGES } from './dujiao-next.answers.ts';
import { isHanded, noteHanded, recordShopOrder } from './storefront-orders.ts';

const ROOT = '/api/v1/upstream';

/**
 * A shop of dujiao-next with this one as its site connection.
 *
 * | There                                 | Here                                                                        |
 * | ------------------------------------- | --------------------------------------------------------------------------- |
 * | API key, secret                       | the key's id, and the key, which signs and is never sent                    |
 * | product `id`, category `id`           | the product's, the category's                                               |
 * | SKU `id`                              | four times the product's id, and who the accounts are of (`skuOf`)          |
 * | `price_amount`, `wholesale_prices`    | the caller's prices in whole cents, rounded up; that is what is charged     |
 * | `stock_quantity`                      | stock as it is shown; 0 where it is too little for the smallest order       |
 * | `is_active`                           | on sale; of what is not, nothing else is told                               |
 * | `downstream_order_no`                 | idempotency key; `<number>@<key's id>` is the order's reference             |
 * | `order_id`, `order_no`                | the order's internal id, its number                                         |
 * | `delivered` and `fulfillment.payload` | the good accounts, a line each; too long for an answer: 422, on the page    |
 * | `refunded_amount`                     | refunds; an order that was refunded before the shop had it is `canceled`    |
 * | callback                              | once, when the order is placed (`send-callbacks.ts`)                        |
 * | cancelling, claims, replacements      | not offered: 409; nothing; the page of the order                            |
 */
export const dujiaoNext: SpokenProtocol = {
  name: 'dujiao-next',
  calls: [
    ['POST', `${ROOT}/ping`, ping, answers.ping],
    ['GET', `${ROOT}/categories`, listCategories, answers.categories],
    ['GET', `${ROOT}/products`, listProducts, answers.products],
    ['GET', `${ROOT}/products/:id`, readProduct, answers.product],
    ['POST', `${ROOT}/orders`, place, answers.placed],
    ['GET', `${ROOT}/orders/:id`, readOrder, answers.read],
    ['POST', `${ROOT}/orders/:id/cancel`, cancel, answers.cancelled],
  ],
  authenticate,
  answerTo,
};

const CURRENCY = 'USDT';
const TOLERANCE_S = 60;

/** Signs a call, of either side. */
export const signCall = (
  secret: string,
  {
    method,
    path,
    timestamp,
    body,
  }: { method: string; path: string; timestamp: string; body: Buffer | string },
): string => {
  const digest = createHash('md5').update(body).digest('hex');
  return createHmac('sha256', secret).update(`${method}\n${path}\n${timestamp}\n${digest}`).digest('hex');
};

type AuthFault = 'missing_auth_headers' | 'invalid_timestamp' | 'timestamp_expired' | 'invalid_signature';

/** What such a shop knows by names of its own. */
class Unsigned extends Refusal {
  readonly fault: AuthFault;

  constructor(fault: AuthFault) {
    super(fault === 'invalid_signature' ? 'apiKeyInvalid' : 'invalidFormat', fault);
    this.fault = fault;
  }
}

async function authenticate(ctx: Ctx, { request, body }: ShopCall): Promise<KeyActor> {
  const header = (name: string): string => String(request.headers[`dujiao-next-${name}`] ?? '');
  const [id, timestamp, signature] = [header('api-key'), header('timestamp'), header('signature')];
  if (id === '' || timestamp === '' || signature === '') throw new Unsigned('missing_auth_headers');
  if (!/^\d{1,12}$/.test(timestamp)) throw new Unsigned('invalid_timestamp');
  if (Math.abs(ctx.clock.now().getTime() / SECOND_MS - Number(timestamp)) > TOLERANCE_S)
    throw new Unsigned('timestamp_expired');
  const secret = /^\d{1,18}$/.test(id) ? await openKeySecret(ctx, BigInt(id)) : null;
  if (secret === null) return refuse('apiKeyInvalid', 'unknown');
  // A part of the address before it is sent, but not signed.
  const path = ROOT + pathOf(request).split(ROOT).slice(1).join(ROOT);
  const expected = Buffer.from(signCall(secret, { method: request.method, path, timestamp, body }));
  if (!isSameSecret(Buffer.from(signature), expected)) throw new Unsigned('invalid_signature');
  return authenticateConnection(ctx, 'dujiao-next', { secret, id });
}

async function ping(ctx: CallCtx) {
  requireScopes(ctx, 'balance');
  return {
    ok: true,
    site_name: await readShopName(ctx.db, ctx.language),
    protocol_version: '1.0',
    user_id: Number(ctx.actor.userId),
    balance: formatBalance(await readAvailableMicro(ctx.db, ctx.actor.userId)),
    currency: CURRENCY,
  };
}

/** Under each of the languages that a shop may have. */
const localized = (texts: Texts): Record<string, string> => ({
  'zh-CN': textIn(texts, 'zh-cn'),
  'zh-TW': textIn(texts, 'zh-cn'),
  'en-US': textIn(texts, 'en'),
});

async function listCategories(ctx: CallCtx) {
  requireScopes(ctx, 'catalogue');
  const rows = await listCategoryRows(ctx.db);
  return {
    ok: true,
    categories: rows.map((row) => ({
      id: Number(row.id),
      parent_id: Number(row.parent_id ?? 0),
      slug: slugOf(row),
      name: localized(row.name),
      icon: '',
      sort_order: row.sort,
    })),
  };
}

const PAGE_SIZE = 50;
const LARGEST_PAGE = 100;

/** A whole number within its bounds; anything else is the default. */
const within = (text: unknown, most: number, otherwise: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : otherwise;
};

/**
 * `updated_after` is not looked at: stock changes all the time, and a shop takes what it did not ask for like the rest.
 * With `include_inactive`, what is in no page exists no more.
 */
async function listProducts(ctx: CallCtx, { request }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  const query = request.query as Readonly<Record<string, unknown>>;
  const page = within(query['page'], 1_000_000, 1);
  const size = within(query['page_size'], LARGEST_PAGE, PAGE_SIZE);
  const withInactive = query['include_inactive'] === 'true' || query['include_inactive'] === '1';
  const offered = await listOffered(ctx, { withOffSale: withInactive });
  const inOrder = offered.toSorted((a, b) => Number(a.goods.id - b.goods.id));
  return {
    ok: true,
    items: inOrder.slice((page - 1) * size, page * size).map((one) => presentProduct(one, ctx.publicUrl)),
    total: inOrder.length,
    page,
    page_size: size,
    ...(withInactive && { includes_inactive: true }),
  };
}

const readId = (request: FastifyRequest): bigint => {
  const { id } = request.params as { readonly id: string };
  return /^\d{1,18}$/.test(id) ? BigInt(id) : refuse('notFound');
};

async function readProduct(ctx: CallCtx, { request }: ShopCall) {
  requireScopes(ctx, 'catalogue');
  return { ok: true, product: presentProduct(await getOffered(ctx, readId(request)), ctx.publicUrl) };
}

const PLENTY = 20;

function presentProduct(offered: Offered, publicUrl: string) {
  const { goods } = offered;
  if (!goods.on_sale) return presentOffSale(offered);
  const price = inCents(firstPriceMicro(offered));
  return {
    id: Number(goods.id),
    category_id: Number(goods.category_id),
    title: localized(goods.name),
    description: {
      'zh-CN': describe(offered, 'zh-cn'),
      'zh-TW': describe(offered, 'zh-cn'),
      'en-US': describe(offered, 'en'),
    },
    content: {},
    seo_meta: {},
    images: goods.image === null ? [] : [publicUrl + imageAddress(goods.id, goods.image)],
    tags: [],
    price_amount: price,
    currency: CURRENCY,
    fulfillment_type: 'auto',
    manual_form_schema: null,
    is_active: true,
    wholesale_prices: tiersInCents(offered).map(({ from, price: unit_price }) => ({
      min_quantity: from,
      unit_price,
    })),
    created_at: goods.created_at.toISOString(),
    updated_at: goods.updated_at.toISOString(),
    skus: [...offered.stock].map(([gender, count]) =>
      presentSku(offered, gender, { count: orderable(count, offered), price }),
    ),
  };
}

/** Its shop knows it and has to end it; everybody else learns nothing of it. */
function presentOffSale({ goods, stock }: Offered) {
  const price = inCents(0n);
  return {
    id: Number(goods.id),
    category_id: Number(goods.category_id),
    title: {},
    description: {},
    content: {},
    seo_meta: {},
    images: [],
    tags: [],
    price_amount: price,
    currency: CURRENCY,
    fulfillment_type: 'auto',
    manual_form_schema: null,
    is_active: false,
    wholesale_prices: [],
    created_at: goods.created_at.toISOString(),
    updated_at: goods.updated_at.toISOString(),
    skus: [...stock.keys()].map((gender) => presentSku({ goods }, gender, { count: 0, price })),
  };
}

const presentSku = (
  { goods }: Pick<Offered, 'goods'>,
  gender: Gender,
  { count, price }: { readonly count: number; readonly price: string },
) => ({
  id: skuOf(goods.id, gender),
  sku_code: gender.toUpperCase(),
  spec_values: { gender },
  price_amount: price,
  stock_status: count === 0 ? 'out_of_stock' : count > PLENTY ? 'in_stock' : 'low_stock',
  stock_quantity: count,
  is_active: goods.on_sale,
});

const LONGEST_URL = 500;

/** The status is that of a shop which has yet to be told of the accounts. */
async function place(ctx: CallCtx, { body }: ShopCall) {
  // Without the accounts an order would end in nothing that the shop could sell.
  requireScopes(ctx, 'orders:place', 'accounts:read');
  const asked = readJson(body);
  const number = asked['downstream_order_no'];
  const { idempotencyKey, reference } = nameOrder(ctx, 'dujiao-next', number);
  const { goodsId, gender } = readSku(readWhole(asked['sku_id'], 'sku_id'));
  const quantity = readWhole(asked['quantity'], 'quantity');
  const placed = await placeOrder(ctx, {
    body: { goods_id: goodsId.toString(), quantity, gender, reference },
    idempotencyKey,
    inCents: true,
  });
  const order = await getOwnOrder(ctx, placed.order_no);
  const url = typeof asked['callback_url'] === 'string' ? asked['callback_url'] : '';
  const isCallable = url.length <= LONGEST_URL && mayCallOut(url, { toLoopback: ctx.isSandbox });
  await recordShopOrder(ctx, {
    orderId: order.id,
    shopOrderNo: String(number),
    callbackUrl: isCallable ? url : null,
  });
  return {
    ok: true,
    order_id: Number(order.id),
    order_no: order.order_no,
    status: 'paid',
    amount: formatBalance(order.total_micro),
    currency: CURRENCY,
  };
}

/**
 * What such a shop reads of an order. It takes the accounts once, and a status that says "done" without them would be
 * sold as nothing, unless it has them; one that says "refunded" before them would hide them for good.
 */
async function readOrder(ctx: CallCtx, { request }: ShopCall) {
  requireScopes(ctx, 'orders:read', 'accounts:read');
  const id = readId(request);
  const seen = await getOwnOrderById(ctx, id);
  const isErased = seen.accounts_deleted_at !== null && (await isHanded(ctx.db, seen));
  const fulfillment = isErased || isWhollyRefunded(seen) ? null : await fulfil(ctx, seen, MOST_CHARACTERS);
  // It may have been refunded while its accounts were opened.
  const order = fulfillment === null ? await getOwnOrderById(ctx, id) : seen;
  const isWithdrawn = fulfillment === null && isWhollyRefunded(order);
  if (fulfillment === null && !isErased && !isWithdrawn) throw new TooLong();
  const status = !isWithdrawn ? 'completed' : (await isHanded(ctx.db, order)) ? 'refunded' : 'canceled';
  if (fulfillment !== null) {
    await noteHanded(ctx, order.id);
    await completeByReading(ctx, order);
  }
  return {
    ok: true,
    ...nameOf(order),
    status,
    amount: formatBalance(order.total_micro),
    refunded_amount: formatBalance(shareOf(order.total_micro, order.quantity, order.refunded_quantity)),
    currency: CURRENCY,
    refund_records: [],
    items: [],
    ...(fulfillment && { fulfillment }),
  };
}

const nameOf = ({ id, order_no }: OrderRow) => ({ order_id: Number(id), order_no });

const isWhollyRefunded = (order: OrderRow): boolean => order.refunded_quantity === order.quantity;

/**
 * The accounts of an order as a shop takes them; null where it has none any more, or more than so many characters of them.
 * Refuses once they are erased (accountsDeleted).
 */
export async function fulfil(ctx: Ctx, order: OrderRow, mostCharacters: number) {
  const lines = await openAccountLines(ctx, order, mostCharacters);
  if (lines === null || lines.length === 0) return null;
  return {
    type: 'auto',
    status: 'delivered',
    payload: lines.join('\n'),
    delivery_data: null,
    delivered_at: order.created_at.toISOString(),
  };
}

/** Accounts are delivered at once: there is nothing to cancel. */
async function cancel(ctx: CallCtx, { request }: ShopCall) {
  requireScopes(ctx, 'orders:read');
  await getOwnOrderById(ctx, readId(request));
  throw new NotCancelled('parameterError', 'cancel_not_allowed');
}

class NotCancelled extends Refusal {}

function answerTo({ reason, error }: { reason: ErrorName; error: unknown }, request: FastifyRequest) {
  const isOrder = request.method === 'POST' && pathOf(request).endsWith(`${ROOT}/orders`);
  const say = (status: number, code: string) => ({
    status,
    body: { ok: false, error_code: code, error_message: MESSAGES[code] ?? code.replaceAll('_', ' ') },
  });
  if (error instanceof NotCancelled) return say(409, 'cancel_not_allowed');
  if (error instanceof TooLong) return say(422, 'accounts_too_large');
  if (error instanceof Unsigned && !(isOrder && error.fault === 'invalid_signature'))
    return say(401, error.fault);
  const final = FINAL[reason];
  if (isOrder && final !== undefined) return say(200, final);
  if (reason === 'notFound')
    return say(404, pathOf(request).includes('/orders/') ? 'order_not_found' : 'product_not_found');
  const code = CODES[reason] ?? FINAL[reason];
  const status = reason === 'apiKeyInvalid' ? 403 : errors[reason].status;
  return say(status, code ?? 'internal_error');
}
