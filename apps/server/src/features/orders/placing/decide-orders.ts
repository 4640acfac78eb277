import type { ErrorName, Gender } from '@portside/contract';
import { unitPriceMicro, type Offer } from '../../goods/index.ts';
import type { FreeRange, ItemRange } from '../../stock/index.ts';
import type { OrderRow } from '../orders.sql.ts';
import { lanesOf, Shelf, type UsedRange } from './shelf.ts';

/** What a buyer asks for. `email` null: the buyer's own; `seenPriceMicro` null: whatever it costs. */
export type OrderRequest = {
  readonly userId: bigint;
  readonly idempotencyKey: string;
  readonly goodsId: bigint;
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string | null;
  readonly seenPriceMicro: bigint | null;
  /** Of all that was asked for, to tell a repetition from another order under the same key. */
  readonly hash: bigint;
};

/** Everything the decision rests on, read and locked in the transaction that will carry it out. */
export type Snapshot = {
  readonly balances: ReadonlyMap<bigint, bigint>;
  readonly buyers: ReadonlyMap<bigint, { readonly email: string; readonly isActive: boolean }>;
  readonly goods: ReadonlyMap<bigint, Offer>;
  readonly ranges: readonly FreeRange[];
  /** Earlier orders by `orderKey`. */
  readonly earlier: ReadonlyMap<string, OrderRow>;
  /** False while ranges held by others were passed over: then too few is not yet sold out. */
  readonly sawAllStock: boolean;
};

export type Outcome =
  | {
      readonly kind: 'placed';
      readonly request: OrderRequest;
      readonly email: string;
      readonly unitPriceMicro: bigint;
      readonly totalMicro: bigint;
      /** What the buyer has left. */
      readonly balanceMicro: bigint;
      readonly items: readonly ItemRange[];
    }
  | { readonly kind: 'repeated'; readonly order: OrderRow }
  /** The same key came twice within this batch: the outcome at that position is the answer. */
  | { readonly kind: 'sameAs'; readonly position: number }
  | { readonly kind: 'refused'; readonly reason: ErrorName }
  /** Too little stock was seen, but not all of it was looked at. */
  | { readonly kind: 'short' };

/** `ranges`: those that were taken from, as they are now. */
export type Decision = { readonly outcomes: readonly Outcome[]; readonly ranges: readonly UsedRange[] };

export const orderKey = (userId: bigint, idempotencyKey: string): string => `${userId}/${idempotencyKey}`;

/**
 * Decides a batch of orders, in the order they came: each gets exactly what it asked for or a refusal that
 * changes nothing. Pure. Money and stock spent by one are gone for the next. An order that came out `short`
 * must be decided again with all stock locked, because somebody may be told "sold out" only when it is true.
 */
export function decideOrders(requests: readonly OrderRequest[], snapshot: Snapshot): Decision {
  const balances = new Map(snapshot.balances);
  const shelf = new Shelf(snapshot.ranges);
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
    const outcome = decideOne(request, snapshot, balances, shelf);
    if (outcome.kind === 'placed') placedAt.set(key, position);
    return outcome;
  });
  return { outcomes, ranges: shelf.used() };
}

function decideOne(
  request: OrderRequest,
  snapshot: Snapshot,
  balances: Map<bigint, bigint>,
  shelf: Shelf,
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
  const price = unitPriceMicro(goods.price_micro, goods.tiers, request.quantity);
  if (request.seenPriceMicro !== null && request.seenPriceMicro !== price) return refused('priceChanged');
  const totalMicro = price * BigInt(request.quantity);
  if (totalMicro > balanceMicro) return refused('balanceTooLow');
  const items = shelf.take(lanesOf(request), request.quantity);
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
