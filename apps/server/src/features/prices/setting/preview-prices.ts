import { isDeepStrictEqual } from 'node:util';
import { formatMicro, parseMicro, textIn, type Input, type PriceEffect } from '@portside/contract';
import { parsePercent } from '@portside/contract/wire/percent';
import { lowestPriceMicro } from '@portside/contract/wire/price';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  findDearer,
  findGoods,
  findGoodsInCategory,
  floorOf,
  ladderOf,
  needsConsent,
  type GoodsRow,
} from '../../goods/index.ts';
import { findReached, type Turnover } from '../assign-levels.ts';
import { couponTermsOf, type CouponRow } from '../coupons.ts';
import { ownerOf, type BuyerLevel, type ListedOffer } from '../price-terms.ts';
import { findAbove, findBelow, presentAbove, tiersByGoods, type BelowFloor } from './below-floor.ts';
import { comparePrices, type Change, type World } from './compare-prices.ts';
import {
  findOverlaps,
  parsePriceList,
  readStoredList,
  type StoredList,
  type WantedList,
} from './stored-price-list.ts';
import { parseCoupon } from './write-coupons.ts';

const MOST_SHOWN = 20;

type Asked = Change & {
  /** How many products cost somebody something else; absent: all of `goodsIds`, or all on sale. */
  readonly products?: number;
  readonly below?: readonly BelowFloor[];
  readonly above?: ReturnType<typeof findAbove>;
  readonly asked?: Parameters<typeof findDearer>[0];
  readonly overlaps?: PriceEffect['overlaps'];
};

/**
 * What one change of prices would do: which products cost somebody something else, and what the orders of the last 30
 * days would have cost, by the prices of now and by those after the change. A list that has not begun counts as if it
 * had, with its former prices too, and a coupon as if every buyer it is for had used it; one that is switched off, by
 * the orders that it was used for. Changes nothing. Refuses anything but one change (missingParameters), and what making
 * the change would refuse.
 */
export const previewPrices = async (
  ctx: Ctx,
  { body }: Input<'previewPrices'>,
  turnover: Turnover,
): Promise<PriceEffect> => presentEffect(ctx, await readChange(ctx, body, turnover));

/** The same of a product's own prices, for whoever changes products. Refuses an unknown one (notFound). */
export const previewGoodsPrices = async (
  ctx: Ctx,
  { body }: Input<'previewGoodsPrices'>,
): Promise<PriceEffect> => presentEffect(ctx, await changeOfGoods(ctx, body));

async function presentEffect(ctx: Ctx, change: Asked): Promise<PriceEffect> {
  const sums = await comparePrices(ctx, change);
  const { goodsIds, below = [], above = [], asked = [] } = change;
  const products = change.products ?? (goodsIds === null ? await countGoods(ctx.db) : new Set(goodsIds).size);
  return {
    products,
    orders: sums.orders,
    buyers: sums.buyers,
    sales: formatMicro(sums.salesMicro),
    change: formatMicro(sums.changeMicro),
    change_percent: sums.salesMicro === 0n ? null : formatShare(sums.changeMicro, sums.salesMicro),
    is_whole: sums.isWhole,
    below_floor: below.slice(0, MOST_SHOWN).map(({ goods, lowestMicro, floorMicro }) => ({
      goods_id: goods.id.toString(),
      name: textIn(goods.name, ctx.language),
      lowest: formatMicro(lowestMicro),
      floor: formatMicro(floorMicro),
    })),
    below_floor_count: below.length,
    ...findDearer(asked, ctx.language),
    above: above.slice(0, MOST_SHOWN).map((one) => presentAbove(one, ctx.language)),
    above_count: above.length,
    overlaps: change.overlaps ?? [],
  };
}

/** In percent, with at most one decimal: "-3.1". */
function formatShare(partMicro: bigint, wholeMicro: bigint): string {
  const tenths = Math.round(Number((partMicro * 100_000n) / wholeMicro) / 100);
  return (tenths / 10).toString().replace(/^-0$/, '0');
}

type Body = Input<'previewPrices'>['body'];

async function readChange(ctx: Ctx, body: Body, turnover: Turnover): Promise<Asked> {
  const { level, price_list: list, removed_list: removed, coupon, coupons, user_level: own } = body;
  if ([level, list, removed, coupon, coupons, own].filter((one) => one !== undefined).length !== 1)
    refuse('missingParameters', 'one change');
  if (level) return changeOfLevel(ctx, level, turnover);
  if (list) return changeOfList(ctx, list);
  if (removed) return removalOfList(ctx, removed);
  if (coupons) return switchOfCoupons(ctx, coupons);
  return coupon ? changeOfCoupon(ctx, coupon) : changeOfUserLevel(ctx, own!);
}

/** For who has the level, and for who would reach it, or not any more, by another turnover. */
async function changeOfLevel(
  ctx: Ctx,
  { id, discount_percent, turnover: reached, turnover_days, sort }: NonNullable<Body['level']>,
  turnover: Turnover,
): Promise<Asked> {
  const stored = id === undefined ? null : await findLevel(ctx.db, BigInt(id));
  const wanted = {
    // A new one comes after all others of its order.
    id: stored?.id ?? NEW_LEVEL,
    basisPoints: parsePercent(discount_percent),
    sort,
    turnover_micro: reached === undefined ? null : parseMicro(reached),
    turnover_days: turnover_days ?? null,
  };
  const isReachedAsBefore =
    sort === stored?.sort &&
    wanted.turnover_micro === stored.turnover_micro &&
    wanted.turnover_days === stored.turnover_days;
  const isSame = isReachedAsBefore && wanted.basisPoints === stored.discount_basis_points;
  return {
    goodsIds: isSame ? [] : null,
    ...((stored === null && wanted.turnover_micro === null) || isSame ? { products: 0 } : {}),
    after: async (world) => {
      const named: BuyerLevel = world.levels.get(wanted.id) ?? { ...wanted, name: {}, colour: '' };
      const levels = new Map([...world.levels, [wanted.id, { ...named, basisPoints: wanted.basisPoints }]]);
      if (isReachedAsBefore) return { ...world, levels };
      const moved = await findReached(ctx, [...world.buyers.keys()], wanted, turnover);
      const buyers = new Map([
        ...world.buyers,
        ...Array.from(moved, ([user, levelId]) => [user, { levelId }] as const),
      ]);
      return { ...world, levels, buyers };
    },
  };
}

/** Above all that there are. */
const NEW_LEVEL = 2n ** 62n;

const findLevel = async (db: Db, id: bigint) =>
  (await db.selectFrom('buyer_levels').selectAll().where('id', '=', id).executeTakeFirst()) ??
  refuse('notFound', 'level');

/** For that buyer alone. Refuses an unknown user (userDoesNotExist) or level (notFound). */
async function changeOfUserLevel(
  { db }: Ctx,
  { user_id, level_id }: NonNullable<Body['user_level']>,
): Promise<Asked> {
  const id = BigInt(user_id);
  const user = await db.selectFrom('users').select('level_id').where('id', '=', id).executeTakeFirst();
  if (!user) return refuse('userDoesNotExist');
  const levelId = level_id === undefined ? null : BigInt(level_id);
  if (levelId !== null) await findLevel(db, levelId);
  const isSame = user.level_id === levelId;
  return {
    goodsIds: isSame ? [] : null,
    after: (world) => ({
      ...world,
      buyers: world.buyers.has(id) ? new Map([...world.buyers, [id, { levelId }]]) : world.buyers,
    }),
  };
}

async function changeOfList(ctx: Ctx, { id, ...input }: NonNullable<Body['price_list']>): Promise<Asked> {
  const now = ctx.clock.now();
  const before = id === undefined ? null : await readStoredList(ctx.db, id);
  const wanted = await parsePriceList(ctx, input, before);
  return {
    ...compareLists(before, wanted, now),
    below: findBelow(wanted, before, now),
    above: findAbove(wanted),
    asked: [...tiersByGoods(wanted.prices)].map(([at, steps]) => ({ goods: wanted.goods.get(at)!, steps })),
    overlaps: await findOverlaps(ctx.db, { ...wanted, id: before?.id ?? null }),
  };
}

const removalOfList = async (ctx: Ctx, id: string): Promise<Asked> =>
  compareLists(await readStoredList(ctx.db, id), null, ctx.clock.now());

type SomeList = Omit<WantedList, 'goods'>;

/** Both as if they had begun; one that is off or over asks nothing. */
function compareLists(before: StoredList | null, after: SomeList | null, now: Date): Change {
  const listId = before?.id ?? 0n;
  const [former, later] = [offersOf(before, listId, now), offersOf(after, listId, now)];
  const isSamePeriod =
    before?.starts_at.getTime() === after?.starts_at.getTime() &&
    before?.ends_at?.getTime() === after?.ends_at?.getTime();
  const changed = [...new Set([...former.keys(), ...later.keys()])].filter(
    (goodsId) => !isSamePeriod || !isDeepStrictEqual(former.get(goodsId)?.tiers, later.get(goodsId)?.tiers),
  );
  const withOffers = (world: World, offers: ReadonlyMap<bigint, ListedOffer>): World => ({
    ...world,
    offers: [...world.offers.filter((one) => one.listId !== listId), ...offers.values()],
  });
  return {
    goodsIds: changed,
    before: (world) => withOffers(world, former),
    after: (world) => withOffers(world, later),
  };
}

function offersOf(list: SomeList | null, listId: bigint, now: Date): Map<bigint, ListedOffer> {
  if (!list?.is_on || (list.ends_at !== null && list.ends_at <= now)) return new Map();
  const byGoods = Map.groupBy(list.prices.values(), ({ goodsId }) => goodsId);
  return new Map(
    Array.from(byGoods, ([goodsId, prices]) => [
      goodsId,
      {
        source: list.kind === 'buyer' ? 'own' : list.kind,
        id: list.level_id ?? listId,
        listId,
        name: '',
        goodsId,
        owner: ownerOf(list),
        tiers: prices
          .map(({ from, micro }) => ({ minQuantity: from, priceMicro: micro }))
          .toSorted((a, b) => a.minQuantity - b.minQuantity),
        startsAt: new Date(0),
        endsAt: list.ends_at,
      },
    ]),
  );
}

async function changeOfCoupon(ctx: Ctx, input: NonNullable<Body['coupon']>): Promise<Asked> {
  const rules = await parseCoupon(ctx, input);
  const uses = (rules.max_uses ?? Infinity) * (input.code === undefined ? input.count : 1);
  return useOfCoupons(ctx.db, [{ rules, uses }]);
}

/** Those that are so already, or over, change nothing. Refuses an unknown one (notFound). */
async function switchOfCoupons(ctx: Ctx, { ids, is_on: isOn }: NonNullable<Body['coupons']>): Promise<Asked> {
  const wanted = [...new Set(ids)].map(BigInt);
  const { rows } = await sql<CouponRow>`
    select * from coupons where id = any(${idArray(wanted)}::bigint[]) order by id`.execute(ctx.db);
  if (rows.length < wanted.length) refuse('notFound', 'coupon');
  const now = ctx.clock.now();
  const changed = rows.filter(
    ({ is_on: was, ends_at: ends }) => was !== isOn && (ends === null || ends > now),
  );
  if (isOn) return useOfCoupons(ctx.db, groupByRules(changed));
  const byId = new Map(changed.map((row) => [row.id, couponTermsOf(row)]));
  return {
    goodsIds: await findGoodsOfCoupons(ctx.db, changed),
    after: (world) => world,
    coupon: {
      termsFor: ({ coupon_id: id }) => (id === null ? null : (byId.get(id) ?? null)),
      use: () => undefined,
      isTakenAway: true,
    },
  };
}

type Rules = Awaited<ReturnType<typeof parseCoupon>>;
type Usable = { readonly rules: Rules; readonly uses: number };

/** Codes that were made together, as one with all of their uses. */
const groupByRules = (rows: readonly CouponRow[]): Usable[] =>
  Map.groupBy(rows, (row) =>
    JSON.stringify({ ...row, id: 0, code: '', note: '', uses: 0 }, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  )
    .values()
    .map((own) => ({
      rules: own[0]!,
      uses: own.reduce((sum, { max_uses: most, uses }) => sum + (most === null ? Infinity : most - uses), 0),
    }))
    .toArray();

/** As if each buyer they are for had used the first of them that fits, from the first order on, as often as it may be. */
async function useOfCoupons(db: Db, coupons: readonly Usable[]): Promise<Asked> {
  const usable = await Promise.all(
    coupons.map(async ({ rules, uses }) => ({
      rules,
      goods: await findGoodsOfCoupons(db, [rules]),
      terms: couponTermsOf(rules),
      mostOf: rules.first_order ? 1 : (rules.per_buyer ?? Infinity),
      left: uses,
      used: new Map<bigint, number>(),
    })),
  );
  type Order = Parameters<NonNullable<Change['coupon']>['use']>[0];
  const find = ({ user_id: userId, goods_id: goodsId }: Order, levelId: bigint | null) =>
    usable.find(
      ({ rules, goods, mostOf, left, used }) =>
        left > 0 &&
        (used.get(userId) ?? 0) < mostOf &&
        (goods?.includes(goodsId) ?? true) &&
        (rules.level_ids.length + rules.user_ids.length === 0 ||
          rules.user_ids.includes(userId) ||
          (levelId !== null && rules.level_ids.includes(levelId))),
    );
  let found: ReturnType<typeof find>;
  return {
    goodsIds: await findGoodsOfCoupons(
      db,
      coupons.map(({ rules }) => rules),
    ),
    after: (world) => world,
    coupon: {
      termsFor: (order, { buyers }) => {
        found = find(order, buyers.get(order.user_id)?.levelId ?? null);
        return found?.terms ?? null;
      },
      use: ({ user_id: userId }) => {
        found!.left -= 1;
        found!.used.set(userId, (found!.used.get(userId) ?? 0) + 1);
      },
    },
  };
}

/** The products that coupons are for; null: any. */
async function findGoodsOfCoupons(
  db: Db,
  coupons: readonly Pick<CouponRow, 'goods_ids' | 'category_ids'>[],
): Promise<bigint[] | null> {
  if (coupons.some(({ goods_ids: goods, category_ids: own }) => goods.length + own.length === 0)) return null;
  const categories = [...new Set(coupons.flatMap(({ category_ids: ids }) => ids))];
  return [...coupons.flatMap(({ goods_ids: ids }) => ids), ...(await findGoodsOf(db, categories))];
}

async function changeOfGoods(ctx: Ctx, goods: Input<'previewGoodsPrices'>['body']): Promise<Asked> {
  const id = BigInt(goods.id);
  const before = (await findGoods(ctx.db, [id])).get(id) ?? refuse('notFound', 'goods');
  const after: GoodsRow = {
    ...before,
    price_micro: parseMicro(goods.price),
    tiers: goods.price_tiers.map((tier) => ({
      minQuantity: tier.min_quantity,
      priceMicro: parseMicro(tier.price),
    })),
    floor_micro: goods.floor === undefined ? before.floor_micro : parseMicro(goods.floor) || null,
  };
  return { ...changeOfProducts([{ before, after }]), asked: [{ goods: after, steps: ladderOf(after) }] };
}

type Pair = { readonly before: GoodsRow; readonly after: GoodsRow };

/** What other prices of several products would do. */
export const effectOnSales = (ctx: Ctx, pairs: readonly Pair[]): Promise<PriceEffect> =>
  presentEffect(ctx, changeOfProducts(pairs));

function changeOfProducts(pairs: readonly Pair[]): Asked {
  const priced = pairs.filter(({ before, after }) => !isSamePrice(before, after));
  return {
    goodsIds: priced.map(({ after }) => after.id),
    after: (world) => ({
      ...world,
      goods: new Map([...world.goods, ...priced.map(({ after }) => [after.id, after] as const)]),
    }),
    below: priced.flatMap(({ before, after }) =>
      needsConsent(before, after) ? [belowOwn(before, after)] : [],
    ),
  };
}

/** Its lowest price after the change, beside the higher of both floors: a lower floor takes a second person too. */
function belowOwn(before: GoodsRow, after: GoodsRow): BelowFloor {
  const [was, floor] = [floorOf(before) ?? 0n, floorOf(after) ?? 0n];
  const lowestMicro = lowestPriceMicro({ priceMicro: after.price_micro, tiers: after.tiers });
  return { goods: after, from: 1, lowestMicro, floorMicro: was > floor ? was : floor };
}

const isSamePrice = (before: GoodsRow, after: GoodsRow): boolean =>
  before.price_micro === after.price_micro &&
  before.floor_micro === after.floor_micro &&
  isDeepStrictEqual(before.tiers, after.tiers);

async function countGoods(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('goods')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('on_sale', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of subcategories too. */
const findGoodsOf = async (db: Db, categoryIds: readonly bigint[]): Promise<bigint[]> =>
  (await Promise.all(categoryIds.map((id) => findGoodsInCategory(db, id)))).flat();
