import { formatMicro, type ErrorName } from '@portside/contract';
import type { CouponTerms } from '@portside/contract/wire/quote';
import { sql, type Selectable } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import { toTime, type Db } from '../../platform/db/db.ts';
import { query, type Query, type Write } from '../../platform/db/pipeline.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Offer } from '../goods/index.ts';
import { MAX_CODE_TRIES } from '../users/index.ts';
import type { CouponsTable } from './prices.sql.ts';

export type CouponRow = Selectable<CouponsTable>;

/** What an order needs of a coupon. */
export type OrderCoupon = Omit<CouponRow, 'note' | 'kind' | 'created_at'>;

type FoundCoupon = Pick<
  OrderCoupon,
  'code' | 'basis_points' | 'first_order' | 'per_buyer' | 'max_uses' | 'uses' | 'combinable' | 'is_on'
> & {
  readonly id: string;
  readonly amount_micro: string | null;
  readonly min_total_micro: string;
  readonly max_discount_micro: string | null;
  readonly goods_ids: readonly string[];
  readonly category_ids: readonly string[];
  readonly level_ids: readonly string[];
  readonly user_ids: readonly string[];
  readonly starts_at: string;
  readonly ends_at: string | null;
};

/** Coupons by their codes; unknown ones are absent. */
export const couponsOf = (
  codes: readonly string[],
  lock = sql``,
): Query<FoundCoupon, Map<string, OrderCoupon>> =>
  query(
    sql`
      select id::text, code, basis_points, amount_micro::text, min_total_micro::text, max_discount_micro::text,
        goods_ids::text[], category_ids::text[], level_ids::text[], user_ids::text[], first_order, per_buyer,
        max_uses, uses, combinable, starts_at::text, ends_at::text, is_on
      from coupons where code = any(${textArray(codes)}::text[]) ${lock}`,
    (rows) => new Map(rows.map((row) => [row.code, toCoupon(row)])),
  );

const toCoupon = (row: FoundCoupon): OrderCoupon => ({
  ...row,
  id: BigInt(row.id),
  amount_micro: row.amount_micro === null ? null : BigInt(row.amount_micro),
  min_total_micro: BigInt(row.min_total_micro),
  max_discount_micro: row.max_discount_micro === null ? null : BigInt(row.max_discount_micro),
  goods_ids: row.goods_ids.map(BigInt),
  category_ids: row.category_ids.map(BigInt),
  level_ids: row.level_ids.map(BigInt),
  user_ids: row.user_ids.map(BigInt),
  starts_at: toTime(row.starts_at),
  ends_at: row.ends_at === null ? null : toTime(row.ends_at),
});

/**
 * Locked until the transaction ends, in the order of their ids: a batch counts uses that no other one counts meanwhile.
 * Whoever locks balances too locks those first.
 */
export const lockedCoupons = (codes: readonly string[]): Query<FoundCoupon, Map<string, OrderCoupon>> =>
  couponsOf(codes, sql`order by coupons.id for no key update`);

/** Codes by the ids of their coupons. */
export async function findCouponCodes(db: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ id: bigint; code: string }>`
    select id, code from coupons where id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

type UsesRow = { readonly coupon_id: string; readonly user_id: string; readonly uses: number };

const useKey = (couponId: bigint | string, userId: bigint | string): string => `${couponId}/${userId}`;

/** How often each of these buyers has used the coupon they ask for, if that limits it by buyer; for `CouponUses`. */
export const usesOfBuyers = (
  asking: readonly { readonly userId: bigint; readonly coupon: string }[],
): Query<UsesRow, Map<string, number>> => {
  const unique = [...new Map(asking.map((one) => [`${one.userId}/${one.coupon}`, one])).values()];
  return query(
    sql`
      select coupons.id::text as coupon_id, asking.user_id::text, used.uses
      from unnest(
        ${idArray(unique.map(({ userId }) => userId))}::bigint[],
        ${textArray(unique.map(({ coupon }) => coupon))}::text[]) as asking (user_id, code)
      join coupons on coupons.code = asking.code and coupons.per_buyer is not null
      cross join lateral (
        select count(*)::int as uses from coupon_uses
        where coupon_id = coupons.id and user_id = asking.user_id) as used`,
    (rows) => new Map(rows.map((row) => [useKey(row.coupon_id, row.user_id), row.uses])),
  );
};

/** Counts what is used and made up while orders are decided one after the other. */
export class CouponUses {
  readonly #ofBuyers: Map<string, number>;
  readonly #ofCoupons = new Map<bigint, number>();
  readonly #tries: Map<bigint, number>;

  constructor(ofBuyers: ReadonlyMap<string, number>, tries: ReadonlyMap<bigint, number>) {
    this.#ofBuyers = new Map(ofBuyers);
    this.#tries = new Map(tries);
  }

  /** Whoever guesses is slowed. */
  hasTriedTooOften(userId: bigint): boolean {
    return (this.#tries.get(userId) ?? 0) >= MAX_CODE_TRIES;
  }

  countTry(userId: bigint): void {
    this.#tries.set(userId, (this.#tries.get(userId) ?? 0) + 1);
  }

  isUsedUp({ id, uses, max_uses }: OrderCoupon): boolean {
    return max_uses !== null && uses + (this.#ofCoupons.get(id) ?? 0) >= max_uses;
  }

  isUsedUpBy({ id, per_buyer }: OrderCoupon, userId: bigint): boolean {
    return per_buyer !== null && (this.#ofBuyers.get(useKey(id, userId)) ?? 0) >= per_buyer;
  }

  use({ id }: OrderCoupon, userId: bigint): void {
    this.#ofCoupons.set(id, (this.#ofCoupons.get(id) ?? 0) + 1);
    const key = useKey(id, userId);
    this.#ofBuyers.set(key, (this.#ofBuyers.get(key) ?? 0) + 1);
  }
}

type Wish = {
  readonly goods: Pick<Offer, 'id' | 'category_id' | 'parent_category_id'>;
  readonly userId: bigint;
  readonly levelId: bigint | null;
  /** Whether the buyer has ordered before. */
  readonly hasOrdered: boolean;
  readonly now: Date;
};

/**
 * Why the coupon is not for this order, whatever it costs; null if it is. Lists of one kind add to each other. After ten
 * unknown codes within a quarter of an hour no code counts (tooManyTries).
 */
export function couponFault(coupon: OrderCoupon | undefined, wish: Wish, uses: CouponUses): ErrorName | null {
  const { goods, userId, levelId, hasOrdered, now } = wish;
  if (uses.hasTriedTooOften(userId)) return 'tooManyTries';
  if (!coupon?.is_on || coupon.starts_at > now) return 'couponUnknown';
  if (coupon.ends_at !== null && coupon.ends_at <= now) return 'couponExpired';
  if (uses.isUsedUpBy(coupon, userId)) return 'couponUsedByBuyer';
  if (uses.isUsedUp(coupon)) return 'couponUsedUp';
  const { goods_ids, category_ids, user_ids, level_ids } = coupon;
  const isForAll = goods_ids.length + category_ids.length === 0;
  const isInCategory = category_ids.some((id) => [goods.category_id, goods.parent_category_id].includes(id));
  if (!isForAll && !goods_ids.includes(goods.id) && !isInCategory) return 'couponNotForProduct';
  const isForEverybody = user_ids.length + level_ids.length === 0;
  const isForLevel = levelId !== null && level_ids.includes(levelId);
  if (!isForEverybody && !isForLevel && !user_ids.includes(userId)) return 'couponNotForBuyer';
  return coupon.first_order && hasOrdered ? 'couponForFirstOrder' : null;
}

/** Refuses an order that is too small for the coupon, and says from what total on it counts. */
export function belowMinimum({ code, min_total_micro: micro }: OrderCoupon): Refusal {
  const limit = Number(formatMicro(micro));
  return new Refusal('couponBelowMinimum', `${code} ${limit}`, [{ field: 'coupon', fault: 'small', limit }]);
}

type CouponRules = Pick<
  OrderCoupon,
  'basis_points' | 'amount_micro' | 'min_total_micro' | 'max_discount_micro' | 'combinable'
>;

/** What the coupon takes off, as the quote needs it; amounts in micro-USDT. */
export const couponTermsOf = (coupon: CouponRules): CouponTerms => ({
  basisPoints: coupon.basis_points,
  amountMicro: coupon.amount_micro,
  minTotalMicro: coupon.min_total_micro,
  maxDiscountMicro: coupon.max_discount_micro,
  isCombinable: coupon.combinable,
});

type CouponUse = {
  readonly orderId: bigint;
  readonly couponId: bigint;
  readonly userId: bigint;
  readonly discountMicro: bigint;
};

/**
 * Counts uses of coupons that the caller has locked, as writes to combine with their orders. Which order it was is kept
 * only where a coupon is limited by buyer: the order names it anyway.
 */
export function recordCouponUses(
  uses: readonly CouponUse[],
  coupons: ReadonlyMap<string, OrderCoupon>,
  now: Date,
): Write[] {
  if (uses.length === 0) return [];
  const byCoupon = Map.groupBy(uses, (use) => use.couponId);
  const [[id, own] = []] = byCoupon;
  // Most batches have one, for which a join is planned in vain.
  const counted =
    byCoupon.size === 1
      ? sql`update coupons set uses = uses + ${own!.length}::int where id = ${id} returning 1`
      : sql`
    update coupons set uses = coupons.uses + used.count
    from unnest(
      ${idArray([...byCoupon.keys()])}::bigint[],
      ${idArray([...byCoupon.values()].map((own) => own.length))}::int[]) as used (id, count)
    where coupons.id = used.id returning 1`;
  const counting = { statement: counted, mustChange: { rows: byCoupon.size, orElse: 'a coupon is gone' } };
  const limited = [...coupons.values()].filter(({ per_buyer }) => per_buyer !== null);
  const kept = limited.flatMap(({ id }) => byCoupon.get(id) ?? []);
  if (kept.length === 0) return [counting];
  const recorded = sql`
    insert into coupon_uses (order_id, coupon_id, user_id, discount_micro, at)
    select unnest(${idArray(kept.map((use) => use.orderId))}::bigint[]),
      unnest(${idArray(kept.map((use) => use.couponId))}::bigint[]),
      unnest(${idArray(kept.map((use) => use.userId))}::bigint[]),
      unnest(${idArray(kept.map((use) => use.discountMicro))}::bigint[]), ${now}::timestamptz`;
  return [counting, { statement: recorded }];
}
