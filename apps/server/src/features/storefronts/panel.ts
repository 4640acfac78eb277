import { formatMicro, parseMicro, textIn, type ErrorName, type WarrantyClaimState } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import * as z from 'zod/mini';
import type { Ctx } from '../../platform/context.ts';
import type { KeyActor } from '../../platform/http/key-calls.ts';
import { compileSerializer } from '../../platform/http/validation.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { authenticateConnection } from '../api-keys/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import {
  claimWholeOrder,
  completeByReading,
  getOwnOrder,
  getOwnOrderById,
  getOwnOrdersById,
  openAccountLines,
  placeOrder,
  readOwnClaimState,
  type OrderRow,
} from '../orders/index.ts';
import {
  describe,
  firstPriceMicro,
  getOffered,
  listOffered,
  nameCategories,
  orderable,
  readSku,
  skuOf,
  type Offered,
} from './catalogue.ts';
import {
  MOST_CHARACTERS,
  nameOrder,
  readFields,
  readWhole,
  requireScopes,
  TooLong,
  type CallCtx,
  type Form,
  type ShopCall,
  type SpokenProtocol,
} from './storefront-calls.ts';

/**
 * What panels have in common: `POST /api/v2` with `key` and `action`, as a form of either kind or as JSON.
 *
 * | There                                  | Here                                                                          |
 * | -------------------------------------- | ----------------------------------------------------------------------------- |
 * | `key`                                  | the key                                                                       |
 * | `service`                              | four times the product's id, and who the accounts are of (`skuOf`)            |
 * | `rate`                                 | the caller's price of a thousand in the smallest order, exact                 |
 * | `min`, `max`, `stock` (`inventory`)    | what one order may have; stock as it is shown                                 |
 * | `add`: `link`, `comments`              | not looked at                                                                 |
 * | `add`: `reference`, `request_id`, or   | idempotency key; `<text>@<key's id>` is the order's reference                 |
 * | the header `Idempotency-Key`           |                                                                               |
 * | `add`: `rate`                          | more is refused; panels that know nothing of it pay the price of the moment   |
 * | `order`                                | the order's internal id                                                       |
 * | `status`: `accounts`, and `accounts`   | the good accounts, a line each; too long for an answer: only on the page      |
 * | `charge`, `remains`, `Partial`         | what was kept, and how many accounts were refunded                            |
 * | `refill`, `refill_status`              | a warranty claim for all accounts of the order, and what became of it         |
 * | `cancel`, drip-feed                    | refused                                                                       |
 *
 * Every answer is 200: panels take any other for a broken connection.
 */
export const panel: SpokenProtocol = {
  name: 'panel',
  calls: [['POST', '/api/v2', act, null]],
  authenticate: async (ctx: Ctx, call: ShopCall): Promise<KeyActor> => {
    const fields = await readFields(call);
    return authenticateConnection(ctx, 'panel', { secret: fields.get('key') ?? fields.get('apikey') ?? '' });
  },
  answerTo: ({ reason, error }) => {
    const words = error instanceof TooLong ? TOO_LONG : wordingOf(reason);
    return { status: 200, body: writeRefusal({ error: isUnsure(reason, error) ? UNSURE : words }) };
  },
};

/** Of one id among several: what it comes to, or why not. */
const Refused = z.object({ error: z.string() });
const writeRefusal = compileSerializer({ schema: Refused });
/** An id of several as it was asked for: text where it is no number. */
const GivenId = z.union([z.int(), z.string()]);

const status = {
  charge: z.string(),
  start_count: z.string(),
  status: z.string(),
  remains: z.string(),
  currency: z.string(),
};
const Stock = z.object({ service: z.int(), rate: z.string(), stock: z.int() });
const Service = z.extend(Stock, {
  name: z.string(),
  type: z.string(),
  category: z.string(),
  min: z.string(),
  max: z.string(),
  dripfeed: z.boolean(),
  refill: z.boolean(),
  cancel: z.boolean(),
  desc: z.string(),
});
/** What is asked of one id, or of several. */
const oneOrMore = <T extends z.ZodMiniType, M extends z.ZodMiniType>(one: T, more: M) => z.union([more, one]);

type Action = (ctx: CallCtx, fields: Form, call: ShopCall) => Promise<unknown>;

const action = (run: Action, schema: z.ZodMiniType) => ({ run, write: compileSerializer({ schema }) });

/** Each with the answer that it has; together they would be a union that tells nothing apart. */
const ACTIONS: Readonly<Record<string, ReturnType<typeof action>>> = {
  balance: action(readBalance, z.object({ balance: z.string(), currency: z.string() })),
  services: action(listServices, z.array(Service)),
  inventory: action(listInventory, oneOrMore(Stock, z.array(Stock))),
  add: action(placeByService, z.object({ order: z.int() })),
  status: action(
    readStatus,
    oneOrMore(
      z.object({ ...status, accounts: z.optional(z.array(z.string())) }),
      z.record(z.string(), z.union([z.object(status), Refused])),
    ),
  ),
  accounts: action(readAccounts, z.object({ order: z.int(), accounts: z.array(z.string()) })),
  refill: action(
    claim,
    oneOrMore(
      z.object({ refill: z.int() }),
      z.array(z.object({ order: GivenId, refill: z.union([z.int(), Refused]) })),
    ),
  ),
  refill_status: action(
    readClaims,
    oneOrMore(
      z.object({ status: z.string() }),
      z.array(z.object({ refill: GivenId, status: z.union([z.string(), Refused]) })),
    ),
  ),
  cancel: action(refuseToCancel, z.array(z.object({ order: GivenId, cancel: Refused }))),
};

async function act(ctx: CallCtx, call: ShopCall): Promise<string> {
  const fields = await readFields(call);
  const name = fields.get('action') ?? '';
  const asked = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!asked) return refuse('invalidFormat', 'action');
  return asked.write(await asked.run(ctx, fields, call));
}

const CURRENCY = 'USDT';

async function readBalance(ctx: CallCtx) {
  requireScopes(ctx, 'balance');
  return { balance: formatMicro(await readAvailableMicro(ctx.db, ctx.actor.userId)), currency: CURRENCY };
}

async function listServices(ctx: CallCtx) {
  requireScopes(ctx, 'catalogue');
  const categories = await nameCategories(ctx, 'en');
  return (await listOffered(ctx)).flatMap((offered) =>
    presentServices(offered, categories.get(offered.goods.category_id)!),
  );
}

const WORDS = { random: '', male: ' (male)', female: ' (female)' } as const;

const presentServices = (offered: Offered, category: string) =>
  [...offered.stock].map(([gender, count]) => ({
    service: skuOf(offered.goods.id, gender),
    name: textIn(offered.goods.name, 'en') + WORDS[gender],
    type: 'Default',
    category,
    rate: formatMicro(firstPriceMicro(offered) * THOUSAND),
    min: String(offered.goods.min_quantity),
    max: String(offered.most),
    dripfeed: false,
    refill: offered.goods.warranty_hours > 0,
    cancel: false,
    desc: describe(offered, 'en'),
    stock: orderable(count, offered),
  }));

const THOUSAND = 1_000n;

/** Of one service, or of all. */
async function listInventory(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'catalogue');
  const wanted = fields.get('service');
  const service = wanted === undefined ? null : readWhole(wanted, 'service');
  const offered =
    service === null ? await listOffered(ctx) : [await getOffered(ctx, readSku(service).goodsId)];
  const stock = offered
    .filter(({ goods }) => goods.on_sale)
    .flatMap((one) => presentServices(one, ''))
    .map(({ service: id, rate, stock: count }) => ({ service: id, rate, stock: count }));
  if (service === null) return stock;
  return stock.find((one) => one.service === service) ?? refuse('notOnSale');
}

async function placeByService(ctx: CallCtx, fields: Form, { request }: ShopCall) {
  requireScopes(ctx, 'orders:place');
  const isDripFed = ['runs', 'interval'].some((name) => !['', '0', undefined].includes(fields.get(name)));
  if (isDripFed) throw new Refusal('parameterError', 'drip-feed');
  const number = orderNumberOf(fields, request.headers['idempotency-key']);
  const named = number === null ? null : nameOrder(ctx, 'panel', number);
  const { goodsId, gender } = readSku(readWhole(fields.get('service'), 'service'));
  const quantity = readWhole(fields.get('quantity'), 'quantity');
  const rate = fields.get('rate');
  const placed = await placeOrder(ctx, {
    body: {
      goods_id: goodsId.toString(),
      quantity,
      gender,
      ...(named && { reference: named.reference }),
    },
    // A panel that asks anew before it repeats sends the rate of today.
    mostMicro: rate === undefined ? null : totalOf(rate, quantity),
    // Without a name, nothing tells a repeated order from another one that is the same.
    idempotencyKey: named?.idempotencyKey ?? `panel/${ctx.actor.key.id}/${ctx.requestId}`,
  });
  return { order: Number((await getOwnOrder(ctx, placed.order_no)).id) };
}

/**
 * How the caller numbers the order; null if it does not. The same `link` is no sign of a repeat: shops that sell
 * accounts send one and the same with every order.
 */
function orderNumberOf(fields: Form, header: string | string[] | undefined): string | null {
  // Forms send what was left blank too.
  const given = fields.get('reference') || fields.get('request_id');
  return given || (typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : null);
}

/** What so many cost at a rate of a thousand. Refuses what is no amount (invalidFormat). */
function totalOf(rate: string, quantity: number): bigint {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(rate)) refuse('invalidFormat', 'rate');
  return (parseMicro(rate) * BigInt(quantity)) / THOUSAND;
}

const MOST_ORDERS = 100;

/** One answer, or an object of them by id, in which a wrong id has an error of its own. */
async function readStatus(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'orders:read');
  const ids = listIn(fields, 'orders');
  if (ids === null) {
    const order = await findOrder(ctx, fields.get('order'));
    const mayRead = ctx.actor.key.scopes.has('accounts:read') && order.accounts_deleted_at === null;
    const accounts = mayRead ? await handOver(ctx, order) : null;
    return { ...presentStatus(order), ...(accounts && { accounts }) };
  }
  const orders = await getOwnOrdersById(ctx, ids.filter(isId).map(BigInt));
  return Object.fromEntries(
    ids.map((id) => {
      const order = isId(id) ? orders.get(BigInt(id)) : undefined;
      return [id, order ? presentStatus(order) : { error: wordingOf('notFound') }];
    }),
  );
}

const isId = (text: string | undefined): text is string => /^\d{1,15}$/.test(text ?? '');

const givenId = (text: string): number | string => (isId(text) ? Number(text) : text);

/** What each of several ids comes to; a refusal is its own. One after another: together they are one call. */
async function each<T>(
  ids: readonly string[],
  read: (id: string) => Promise<T>,
): Promise<(T | { error: string })[]> {
  const answers: (T | { error: string })[] = [];
  for (const id of ids)
    answers.push(
      await read(id).catch((error: unknown) => {
        if (error instanceof Refusal) return { error: wordingOf(error.reason) };
        throw error;
      }),
    );
  return answers;
}

/** Null where only one is asked for. Refuses more than a hundred (invalidFormat). */
function listIn(fields: Form, name: string): string[] | null {
  const text = fields.get(name);
  if (text === undefined) return null;
  const ids = [...new Set(text.split(',').map((id) => id.trim()))];
  return ids.length > MOST_ORDERS ? refuse('invalidFormat', name) : ids;
}

const findOrder = (ctx: CallCtx, id: string | undefined): Promise<OrderRow> =>
  isId(id) ? getOwnOrderById(ctx, BigInt(id)) : refuse('notFound', 'order');

function presentStatus(order: OrderRow) {
  const { quantity, refunded_quantity: refunded, total_micro: total } = order;
  return {
    charge: formatMicro(total - shareOf(total, quantity, refunded)),
    start_count: '0',
    status: statusOf(order),
    remains: String(refunded),
    currency: CURRENCY,
  };
}

function statusOf({ status, quantity, refunded_quantity: refunded }: OrderRow): string {
  if (refunded === quantity) return 'Canceled';
  if (refunded > 0) return 'Partial';
  return status === 'processing' ? 'Processing' : 'Completed';
}

async function readAccounts(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'accounts:read');
  const order = await findOrder(ctx, fields.get('order'));
  const accounts = await handOver(ctx, order);
  if (accounts === null) throw new TooLong();
  return { order: Number(order.id), accounts };
}

/** The accounts; null where they are too long for an answer, which nobody has read then. */
async function handOver(ctx: CallCtx, order: OrderRow): Promise<string[] | null> {
  const lines = await openAccountLines(ctx, order, MOST_CHARACTERS);
  if (lines !== null) await completeByReading(ctx, order);
  return lines;
}

const REASON = 'Refill asked for through the panel API, for all accounts of the order';

async function claim(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'claims');
  const ids = listIn(fields, 'orders');
  const open = async (id: string | undefined): Promise<number> =>
    Number((await claimWholeOrder(ctx, (await findOrder(ctx, id)).order_no, REASON)).id);
  if (ids === null) return { refill: await open(fields.get('order')) };
  const refills = await each(ids, open);
  return ids.map((id, place) => ({ order: givenId(id), refill: refills[place] }));
}

const REFILL_STATUS: Record<WarrantyClaimState, string> = {
  open: 'In progress',
  replaced: 'Completed',
  refunded: 'Completed',
  refused: 'Rejected',
};

async function readClaims(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'claims');
  const ids = listIn(fields, 'refills');
  const read = async (id: string | undefined): Promise<string> =>
    REFILL_STATUS[isId(id) ? await readOwnClaimState(ctx, BigInt(id)) : refuse('notFound', 'refill')];
  if (ids === null) return { status: await read(fields.get('refill')) };
  const states = await each(ids, read);
  return ids.map((id, place) => ({ refill: givenId(id), status: states[place] }));
}

/** Accounts are delivered at once: there is nothing to cancel. */
async function refuseToCancel(ctx: CallCtx, fields: Form) {
  requireScopes(ctx, 'orders:read');
  const ids = listIn(fields, 'orders') ?? listIn(fields, 'order') ?? [];
  return ids.map((id) => ({ order: givenId(id), cancel: { error: 'Accounts are delivered at once' } }));
}

const WORDING: Partial<Record<ErrorName, string>> = {
  apiKeyInvalid: 'Invalid API key',
  apiKeysOff: 'Invalid API key',
  accountFrozen: 'This account is blocked',
  apiKeyAddressRefused: 'The key may not be used from this address',
  apiKeyScopeMissing: 'The key may not do this',
  apiKeyLimitReached: 'The key has spent what it may spend today',
  balanceTooLow: 'Not enough funds on balance',
  stockTooLow: 'Not enough stock',
  notOnSale: 'Incorrect service ID',
  genderNotOffered: 'Incorrect service ID',
  quantityOutOfRange: 'Quantity is outside the minimum and maximum',
  buyerLimitReached: 'Quantity is above what one buyer may have',
  dailyLimitReached: 'Quantity is above what one buyer may have in a day',
  priceChanged: 'The rate has changed',
  keyReused: 'This reference was used for another order',
  referenceUsed: 'This reference was used for another order',
  invalidFormat: 'Incorrect request',
  parameterError: 'Drip-feed is not offered',
  warrantyOver: 'The warranty is over',
  itemClaimed: 'No account of the order can be refilled',
  accountsDeleted: 'The accounts are erased',
  notFound: 'Incorrect service or order ID',
  tooManyTries: 'Too many requests, try again in a minute',
  serverBusy: 'Busy, try again',
};

const TOO_LONG = 'Too long for an answer: see the page of the order, and order fewer at once';

const UNSURE = 'Something went wrong: look at your balance or your orders before you order again';

/** The database was lost, or worse: what was asked for may have happened. */
const isUnsure = (reason: ErrorName, error: unknown): boolean =>
  !(error instanceof Refusal) && (reason === 'serverBusy' || reason === 'serviceError');

const wordingOf = (reason: ErrorName): string => WORDING[reason] ?? 'Something went wrong, try again';
