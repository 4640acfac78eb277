import type { ErrorName, Gender } from '@portside/contract';
import { unitPriceMicro } from '@portside/contract/wire/price';
import type { Offer } from '../../goods/index.ts';
import type { FreeRange, ItemRange } from '../../stock/index.ts';
import { orderKey, type OrderRow } from '../orders.sql.ts';
import { lanesOf, StockAllocator, type UsedRange } from './stock-allocator.ts';

/** What a buyer asks for. `email` null: the buyer's own address; `seenPriceMicro` null: at any price. */
export type OrderRequest = {
  readonly userId: bigint;
  readonly idempotencyKey: string;
  readonly goodsId: bigint;
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string | null;
  readonly seenPriceMicro: bigint | null;
  /** Hash of the whole request: distinguishes a repeated request from another one under the same key. */
  readonly hash: bigint;
};

/** Everything that the decision depends on, read and locked in the transaction that will write it. */
export type Snapshot = {
  readonly balances: ReadonlyMap<bigint, bigint>;
  readonly buyers: ReadonlyMap<bigint, { readonly email: string; readonly isActive: boolean }>;
  readonly goods: ReadonlyMap<bigint, Offer>;
  readonly ranges: readonly FreeRange[];
  /** Earlier orders by `orderKey`. */
  readonly earlier: ReadonlyMap<string, OrderRow>;
  /** False if ranges locked by others were skipped: too few items then do not prove that it is sold out. */
  readonly sawAllStock: boolean;
};

export type Outcome =
  | {
      readonly kind: 'placed';
      readonly request: OrderRequest;
      readonly email: string;
      readonly unitPriceMicro: bigint;
      readonly totalMicro: bigint;
      /** The buyer's balance after the order. */
      readonly balanceMicro: bigint;
      readonly items: readonly ItemRange[];
    }
  | { readonly kind: 'repeated'; readonly order: OrderRow }
  /** The same key occurs twice in this batch: the outcome at that position answers both. */
  | { readonly kind: 'sameAs'; readonly position: number }
  | { readonly kind: 'refused'; readonly reason: ErrorName }
  /** Too little stock was seen, but not all of it was read. */
  | { readonly kind: 'short' };

export type Decision = {
  readonly outcomes: readonly Outcome[];
  /** The ranges that items were taken from. */
  readonly ranges: readonly UsedRange[];
};

/**
 * Decides a batch of orders in the order they came: each gets exactly what it asked for or a refusal that changes
 * nothing. Pure. Money and stock that one order takes are gone for the next. An order that comes out `short` must be
 * decided again with all stock locked, because "sold out" may only be answered when it is true.
 */
export function decideOrders(requests: readonly OrderRequest[], snapshot: Snapshot): Decision {
  const balances = new Map(snapshot.balances);
  const allocator = new StockAllocator(snapshot.ranges);
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
    const outcome = decideOne(request, snapshot, balances, allocator);
    if (outcome.kind === 'placed') placedAt.set(key, position);
    return outcome;
  });
  return { outcomes, ranges: allocator.usedRanges() };
}

function decideOne(
  request: OrderRequest,
  snapshot: Snapshot,
  balances: Map<bigint, bigint>,
  allocator: StockAllocator,
): Outcome {
  const buyer = snapshot.buyers.get(request.userId);
  const goods = snapshot.goods.get(request.goodsId);
  const balanceMicro = balances.get(request.userId);
  if (!buyer || balanceMicro === undefined) return refused('notSignedIn');
  if (!buyer.isActive) return refused('accountFrozen');
  if (!goods) return refused('notFound');
  if (!goods.on_sale) return refused('notOnSale');
  if (request.gender !== 'random' && !goods.genders.includes(request.gender))
    return refused('genderNotOffered');
  if (request.quantity < goods.min_quantity || request.quantity > goods.max_quantity) {
    return refused('quantityOutOfRange');
  }
  const price = unitPriceMicro({ priceMicro: goods.price_micro, tiers: goods.tiers }, request.quantity);
  if (request.seenPriceMicro !== null && request.seenPriceMicro !== price) return refused('priceChanged');
  const totalMicro = price * BigInt(request.quantity);
  if (totalMicro > balanceMicro) return refused('balanceTooLow');
  const items = allocator.allocate(lanesOf(request), request.quantity);
  if (items === null) return snapshot.sawAllStock ? refused('stockTooLow') : { kind: 'short' };
  const leftMicro = balanceMicro - totalMicro;
  balances.set(request.userId, leftMicro);
  const email = request.email ?? buyer.email;
  return {
    kind: 'placed',
    request,
    email,
    unitPriceMicro: price,
    totalMicro,
    balanceMicro: leftMicro,
    items,
  };
}

const refused = (reason: ErrorName): Outcome => ({ kind: 'refused', reason });
