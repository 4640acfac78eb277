import { createHash } from 'node:crypto';
import { parseMicro, type ErrorName, type Gender, type Input } from '@portside/contract';
import { upToCent } from '@portside/contract/wire/money';
import { quote, type Quote } from '@portside/contract/wire/quote';
import { Refusal } from '../../../platform/refusal.ts';
import { isFor, type Offer } from '../../goods/index.ts';
import {
  belowMinimum,
  couponFault,
  couponTermsOf,
  CouponUses,
  type OrderCoupon,
  type PriceBook,
} from '../../prices/index.ts';
import type { FreeRange, ItemRange } from '../../stock/index.ts';
import { foldName } from '../../users/index.ts';
import { boughtKey, orderKey, referenceKey, type Bought, type OrderRow } from '../orders.sql.ts';
import { lanesOf, StockAllocator, type UsedRange } from './stock-allocator.ts';

/**
 * What a buyer asks for. `email` null: the buyer's own address; `seenPriceMicro`: of one account, before the coupon;
 * `seenTotalMicro`: of the order, with it; null at any price.
 */
export type OrderRequest = {
  readonly userId: bigint;
  readonly idempotencyKey: string;
  readonly goodsId: bigint;
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string | null;
  readonly seenPriceMicro: bigint | null;
  readonly seenTotalMicro: bigint | null;
  /** In capitals. */
  readonly coupon: string | null;
  /** Of a product that only a link leads to. */
  readonly linkKey?: string | null;
  /** The buyer's own name for the order, which no other order of theirs has. */
  readonly reference?: string | null;
  /** Where the program that places it is told of it. */
  readonly callbackUrl?: string | null;
  /** For a shop whose books have no smaller unit: what it was told is what it pays. Never with a coupon. */
  readonly inCents?: boolean;
  /** The API key that it is placed with, and what may be spent with that on a day; null without one. */
  readonly apiKey?: {
    readonly id: bigint;
    readonly scopes: ReadonlySet<string>;
    readonly spendADayMicro: bigint | null;
  } | null;
  /** Hash of the whole request: distinguishes a repeated request from another one under the same key. */
  readonly hash: bigint;
};

export type Placing = Input<'placeOrder'> & {
  readonly idempotencyKey: string;
  /** Each account costs whole cents, rounded up. */
  readonly inCents?: boolean;
  /** As `total_amount`, but the same order may be repeated with another one. */
  readonly mostMicro?: bigint | null;
};

/** A buyer's single order, as the call asks for it. */
export const requestOf = (
  userId: bigint,
  { body, idempotencyKey, inCents = false, mostMicro = null }: Placing,
): OrderRequest => ({
  userId,
  idempotencyKey,
  goodsId: BigInt(body.goods_id),
  quantity: body.quantity,
  gender: body.gender,
  email: body.email ?? null,
  seenPriceMicro: body.unit_price === undefined ? null : parseMicro(body.unit_price),
  seenTotalMicro: body.total_amount === undefined ? mostMicro : parseMicro(body.total_amount),
  inCents,
  coupon: body.coupon ?? null,
  linkKey: body.link_key ?? null,
  reference: body.reference ?? null,
  callbackUrl: body.callback_url ?? null,
  hash: hashOf(body),
});

/**
 * Of orders without coupon, total, reference and callback it is what it was before there were those: their keys still
 * answer.
 */
function hashOf(body: Input<'placeOrder'>['body']): bigint {
  const { goods_id, quantity, gender, email, unit_price, coupon, total_amount, reference, callback_url } =
    body;
  const later: unknown[] = coupon || total_amount || reference || callback_url ? [coupon, total_amount] : [];
  if (reference !== undefined) later.push(reference);
  if (callback_url !== undefined) later.push({ callback_url });
  const text = JSON.stringify([goods_id, quantity, gender, email, unit_price, ...later]);
  return createHash('sha256').update(text).digest().readBigInt64BE();
}

/** Everything that the decision depends on, read and locked in the transaction that will write it. */
export type Snapshot = {
  readonly balances: ReadonlyMap<bigint, bigint>;
  readonly buyers: ReadonlyMap<
    bigint,
    { readonly email: string; readonly isActive: boolean; readonly levelId?: bigint | null }
  >;
  readonly goods: ReadonlyMap<bigint, Offer>;
  /** What buyers' prices follow from beside the products' own. */
  readonly prices: PriceBook;
  /** Those that are asked for, by code, and how often these buyers have used them. */
  readonly coupons: ReadonlyMap<string, OrderCoupon>;
  readonly couponUses: ReadonlyMap<string, number>;
  /** How many codes these buyers made up lately. */
  readonly couponTries: ReadonlyMap<bigint, number>;
  /** Of the buyers with a coupon, those who have ordered before. */
  readonly returning: ReadonlySet<bigint>;
  /** What these buyers have had of limited products. */
  readonly bought: ReadonlyMap<string, Bought>;
  /** What was spent today with the keys that have a limit. */
  readonly spent: ReadonlyMap<bigint, bigint>;
  /** The numbers of orders that have the references asked for, by `referenceKey`. */
  readonly referred: ReadonlyMap<string, string>;
  readonly ranges: readonly FreeRange[];
  /** Earlier orders by `orderKey`. */
  readonly earlier: ReadonlyMap<string, OrderRow>;
  /** False if ranges locked by others were skipped: too few items then do not prove that it is sold out. */
  readonly sawAllStock: boolean;
  readonly now: Date;
};

export type Outcome =
  | {
      readonly kind: 'placed';
      readonly request: OrderRequest;
      readonly email: string;
      readonly quote: Quote;
      /** The coupon that made it cheaper, and so counts a use. */
      readonly couponId: bigint | null;
      /** The buyer's balance after the order. */
      readonly balanceMicro: bigint;
      readonly items: readonly ItemRange[];
    }
  | { readonly kind: 'repeated'; readonly order: OrderRow }
  /** The same key occurs twice in this batch: the outcome at that position answers both. */
  | { readonly kind: 'sameAs'; readonly position: number }
  /** With the order whose reference it wanted, or its position in this batch; or the coupon that it is too small for. */
  | {
      readonly kind: 'refused';
      readonly reason: ErrorName;
      readonly taken?: string | number;
      readonly coupon?: OrderCoupon;
    }
  /** Too little stock was seen, but not all of it was read. */
  | { readonly kind: 'short' }
  /** It can be placed, but another one that it is placed together with cannot. */
  | { readonly kind: 'withheld' };

export type Decision = {
  readonly outcomes: readonly Outcome[];
  /** The ranges that items were taken from. */
  readonly ranges: readonly UsedRange[];
};

/**
 * Decides a batch of orders in the order they came: each gets exactly what it asked for or a refusal that changes
 * nothing. Pure. Money and stock that one order takes are gone for the next. An order that comes out `short` must be
 * decided again with all stock locked, because "sold out" may only be answered when it is true. `areTogether`: all of
 * them are placed, or none.
 */
export function decideOrders(
  requests: readonly OrderRequest[],
  snapshot: Snapshot,
  areTogether = false,
): Decision {
  const state: State = {
    balances: new Map(snapshot.balances),
    allocator: new StockAllocator(snapshot.ranges),
    couponUses: new CouponUses(snapshot.couponUses, snapshot.couponTries),
    returning: new Set(snapshot.returning),
    limits: new BuyerLimits(snapshot.bought),
    spent: new Map(snapshot.spent),
    referred: new Map<string, string | number>(snapshot.referred),
    areTogether,
  };
  const placedAt = new Map<string, number>();
  const outcomes = requests.map((request, position): Outcome => {
    const key = orderKey(request.userId, request.idempotencyKey);
    const earlier = snapshot.earlier.get(key);
    if (earlier) {
      return earlier.request_hash === request.hash
        ? { kind: 'repeated', order: earlier }
        : refused('keyReused');
    }
    const twin = placedAt.get(key);
    if (twin !== undefined) {
      return requests[twin]!.hash === request.hash
        ? { kind: 'sameAs', position: twin }
        : refused('keyReused');
    }
    const name = request.reference
      ? referenceKey({ userId: request.userId, reference: request.reference })
      : null;
    const taken = name === null ? undefined : state.referred.get(name);
    if (taken !== undefined) return { kind: 'refused', reason: 'referenceUsed', taken };
    const outcome = decideOne(request, snapshot, state);
    if (outcome.kind === 'placed') placedAt.set(key, position);
    if (name !== null && (outcome.kind === 'placed' || (areTogether && isShort(outcome))))
      state.referred.set(name, position);
    return outcome;
  });
  const ranges = state.allocator.usedRanges();
  return areTogether ? allOrNone(outcomes, ranges) : { outcomes, ranges };
}

const isShort = (outcome: Outcome): boolean =>
  outcome.kind === 'short' || (outcome.kind === 'refused' && outcome.reason === 'stockTooLow');

/** Where one of them cannot be placed, nothing is taken for the others. */
function allOrNone(outcomes: readonly Outcome[], ranges: readonly UsedRange[]): Decision {
  if (outcomes.every(({ kind }) => kind !== 'refused' && kind !== 'short')) return { outcomes, ranges };
  return {
    outcomes: outcomes.map((outcome) => (outcome.kind === 'placed' ? { kind: 'withheld' } : outcome)),
    ranges: [],
  };
}

/** What the orders decided so far have left. */
type State = {
  readonly balances: Map<bigint, bigint>;
  readonly allocator: StockAllocator;
  readonly couponUses: CouponUses;
  readonly returning: Set<bigint>;
  readonly limits: BuyerLimits;
  readonly spent: Map<bigint, bigint>;
  readonly referred: Map<string, string | number>;
  /** What is short counts as taken: else what is said of the next line would tell how much there is. */
  readonly areTogether: boolean;
};

function decideOne(request: OrderRequest, snapshot: Snapshot, state: State): Outcome {
  const { userId, quantity } = request;
  const buyer = snapshot.buyers.get(userId);
  const goods = snapshot.goods.get(request.goodsId);
  const balanceMicro = state.balances.get(userId);
  if (!buyer || balanceMicro === undefined) return refused('notSignedIn');
  if (!buyer.isActive) return refused('accountFrozen');
  if (mailsElsewhere(request, buyer.email)) return refused('apiKeyScopeMissing');
  // Who does not see it learns nothing of it.
  if (!goods || !isFor(goods, { levelId: buyer.levelId ?? null, linkKey: request.linkKey }))
    return refused('notFound');
  if (!goods.on_sale) return refused('notOnSale');
  if (request.gender !== 'random' && !goods.genders.includes(request.gender))
    return refused('genderNotOffered');
  if (quantity < goods.min_quantity || quantity > goods.max_quantity) return refused('quantityOutOfRange');
  const overLimit = state.limits.fault(request, goods);
  if (overLimit !== null) return refused(overLimit);
  const priced = priceOrder(request, goods, snapshot, state);
  if (typeof priced === 'string') {
    const missed = priced === 'couponBelowMinimum' ? snapshot.coupons.get(request.coupon!) : undefined;
    return missed ? { kind: 'refused', reason: priced, coupon: missed } : refused(priced);
  }
  const { coupon } = priced;
  const price = request.inCents ? inCents(priced.quote, quantity) : priced.quote;
  if (request.seenPriceMicro !== null && request.seenPriceMicro !== price.unitMicro)
    return refused('priceChanged');
  if (request.seenTotalMicro !== null && price.totalMicro > request.seenTotalMicro)
    return refused('priceChanged');
  if (isBeyondSpend(request, price.totalMicro, state)) return refused('apiKeyLimitReached');
  if (price.totalMicro > balanceMicro) return refused('balanceTooLow');
  const items = state.allocator.allocate(lanesOf(request), quantity);
  const short: Outcome = snapshot.sawAllStock ? refused('stockTooLow') : { kind: 'short' };
  if (items === null && !state.areTogether) return short;
  const leftMicro = balanceMicro - price.totalMicro;
  state.balances.set(userId, leftMicro);
  state.returning.add(userId);
  state.limits.record(request);
  if (request.apiKey)
    state.spent.set(request.apiKey.id, spentWith(request.apiKey.id, state) + price.totalMicro);
  const used = price.coupon === 'applied' ? coupon : null;
  if (used) state.couponUses.use(used, userId);
  if (items === null) return short;
  const email = request.email ?? buyer.email;
  return {
    kind: 'placed',
    request,
    email,
    quote: price,
    couponId: used?.id ?? null,
    balanceMicro: leftMicro,
    items,
  };
}

/** A key that does not read accounts may have them sent to the buyer's own address only. */
const mailsElsewhere = ({ apiKey, email }: OrderRequest, own: string): boolean =>
  apiKey != null &&
  email !== null &&
  !apiKey.scopes.has('accounts:read') &&
  foldName(email) !== foldName(own);

const spentWith = (keyId: bigint, { spent }: Pick<State, 'spent'>): bigint => spent.get(keyId) ?? 0n;

const isBeyondSpend = (
  { apiKey }: Pick<OrderRequest, 'apiKey'>,
  totalMicro: bigint,
  state: Pick<State, 'spent'>,
): boolean =>
  apiKey != null &&
  apiKey.spendADayMicro !== null &&
  spentWith(apiKey.id, state) + totalMicro > apiKey.spendADayMicro;

/** What an order costs with its coupon, or why the coupon is refused. */
export function priceOrder(
  { userId, quantity, coupon: code }: Pick<OrderRequest, 'userId' | 'quantity' | 'coupon'>,
  goods: Offer,
  { prices, coupons, now }: Pick<Snapshot, 'prices' | 'coupons' | 'now'>,
  { couponUses, returning }: Pick<State, 'couponUses'> & Pick<Snapshot, 'returning'>,
): { readonly quote: Quote; readonly coupon: OrderCoupon | null } | ErrorName {
  const terms = prices.termsOf(userId, goods);
  if (code === null) return { quote: quote({ ...terms, quantity, coupon: null, now }), coupon: null };
  const coupon = coupons.get(code);
  const levelId = prices.levelOf(userId)?.id ?? null;
  const wish = { goods, userId, levelId, hasOrdered: returning.has(userId), now };
  const fault = couponFault(coupon, wish, couponUses);
  if (fault === 'couponUnknown') couponUses.countTry(userId);
  if (fault !== null || !coupon) return fault ?? 'couponUnknown';
  const price = quote({ ...terms, quantity, coupon: couponTermsOf(coupon), now });
  return price.coupon === 'belowMinimum' ? 'couponBelowMinimum' : { quote: price, coupon };
}

function inCents(price: Quote, quantity: number): Quote {
  const unitMicro = upToCent(price.unitMicro);
  return { ...price, unitMicro, totalMicro: unitMicro * BigInt(quantity) };
}

const refused = (reason: ErrorName): Outcome => ({ kind: 'refused', reason });

const NONE: Bought = { ever: 0, today: 0 };

type Wish = Pick<OrderRequest, 'userId' | 'goodsId' | 'quantity'>;

/** What buyers have had of limited products, with the orders of this batch. */
export class BuyerLimits {
  readonly #bought: Map<string, Bought>;

  constructor(bought: ReadonlyMap<string, Bought>) {
    this.#bought = new Map(bought);
  }

  /** Why the buyer may not have as many; null if they may. */
  fault(
    wish: Wish,
    { most_per_buyer: most, most_per_day: mostToday }: Pick<Offer, 'most_per_buyer' | 'most_per_day'>,
  ): ErrorName | null {
    const { ever, today } = this.#bought.get(boughtKey(wish)) ?? NONE;
    if (most !== null && ever + wish.quantity > most) return 'buyerLimitReached';
    return mostToday !== null && today + wish.quantity > mostToday ? 'dailyLimitReached' : null;
  }

  /** An order of this batch was placed. */
  record(wish: Wish): void {
    const { ever, today } = this.#bought.get(boughtKey(wish)) ?? NONE;
    this.#bought.set(boughtKey(wish), { ever: ever + wish.quantity, today: today + wish.quantity });
  }
}

/** Names the order whose reference was wanted again, where it exists, and the minimum of a coupon. */
export function refusalOf(
  { reason, taken, coupon }: Extract<Outcome, { kind: 'refused' }>,
  { outcomes }: Decision,
  orders: ReadonlyMap<Outcome, OrderRow>,
): Refusal {
  if (coupon) return belowMinimum(coupon);
  const number = typeof taken === 'number' ? orders.get(outcomes[taken]!)?.order_no : taken;
  return new Refusal(
    reason,
    number,
    number === undefined ? [] : [{ field: 'reference', fault: 'twice', value: number }],
  );
}
