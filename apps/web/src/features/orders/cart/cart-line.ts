import type { CartLine, Goods } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import type { Explained } from '../../../ui/prices/price-reason.tsx';
import { stockOf } from '../placing/obstacle.ts';

/** Why a line cannot be bought as it is. */
export type LineFault =
  | { readonly kind: 'gone' | 'soldOut' | 'gender' }
  | { readonly kind: 'stock'; readonly left: number }
  | { readonly kind: 'quantity'; readonly least: number; readonly most: number }
  | { readonly kind: 'price'; readonly seen: string; readonly now: string }
  /** The shop refused it, for a reason that cannot be seen from here. */
  | { readonly kind: 'refused'; readonly reason: ErrorName };

/** What an account of so many costs, in micro-USDT. */
export type UnitPriceOf = (goods: Goods, quantity: number) => bigint;

/** The first fault of a line; null if it has none. `goods` is null if the reader can have that product no more. */
export function faultOf(line: CartLine, goods: Goods | null, unitPriceOf: UnitPriceOf): LineFault | null {
  if (goods === null) return { kind: 'gone' };
  if (!goods.genders.includes(line.gender)) return { kind: 'gender' };
  const { min_quantity: least, max_quantity: most } = goods;
  const left = stockOf(goods, line.gender);
  if (left < least) return { kind: 'soldOut' };
  if (line.quantity < least || line.quantity > most)
    return { kind: 'quantity', least, most: Math.min(most, left) };
  if (line.quantity > left) return { kind: 'stock', left };
  const price = priceChangeOf(line, unitPriceOf(goods, line.quantity));
  return price?.isRise ? { kind: 'price', seen: price.seen, now: price.now } : null;
}

/** Whether the total has a line: not of one that cannot be bought as it is. What costs more now counts at that price. */
export const isCounted = (fault: LineFault | null): boolean =>
  fault === null || fault.kind === 'price' || (fault.kind === 'refused' && fault.reason === 'priceChanged');

export type PriceChange = { readonly isRise: boolean; readonly seen: string; readonly now: string };

/** What an account costs now beside what was seen; null if that is the same, or not known. Only a rise has to be accepted. */
export function priceChangeOf({ unit_price: seen }: CartLine, nowMicro: bigint): PriceChange | null {
  if (seen === null) return null;
  const seenMicro = parseMicro(seen);
  return seenMicro === nowMicro ? null : { isRise: nowMicro > seenMicro, seen, now: formatMicro(nowMicro) };
}

/** The line that can be bought instead; null where it can only be taken out. */
export function mend(
  line: CartLine,
  fault: LineFault,
  goods: Goods | null,
  unitPriceOf: UnitPriceOf,
): CartLine | null {
  if (goods === null) return null;
  const quantity = mendedQuantity(line, fault);
  return quantity === null
    ? null
    : { ...line, quantity, unit_price: formatMicro(unitPriceOf(goods, quantity)) };
}

function mendedQuantity({ quantity }: CartLine, fault: LineFault): number | null {
  switch (fault.kind) {
    case 'stock':
      return fault.left;
    case 'quantity':
      return Math.max(fault.least, Math.min(quantity, fault.most));
    case 'price':
      return quantity;
    case 'refused':
      return fault.reason === 'priceChanged' ? quantity : null;
    default:
      return null;
  }
}

/** What the cart's coupon makes of one of its lines. */
export type LineCoupon = {
  readonly code: string;
  /** Null where the coupon is for other lines. */
  readonly applied: {
    readonly unitPrice: string;
    readonly total: string;
    readonly discount: string;
    /** Why an account costs that; null where it is not known any more. */
    readonly why: Explained | null;
  } | null;
  /** Why it is not for this one; null where the price is lower without it. */
  readonly refusal: ErrorName | null;
  /** From what total on it counts, where the line is below that. */
  readonly least: string | null;
};
