import { formatBalance, GENDERS, textIn, upToCent, type Gender, type Language } from '@portside/contract';
import { unitPriceMicro, type Prices } from '@portside/contract/wire/price';
import { pricesOf } from '@portside/contract/wire/quote';
import { runQuery, combineQueries } from '../../platform/db/pipeline.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  findGoods,
  isFor,
  listCategoryRows,
  listGoodsRows,
  mostOf,
  showStock,
  type GoodsRow,
} from '../goods/index.ts';
import { allLevels, offersFor, PriceBook } from '../prices/index.ts';
import { readSetting } from '../settings/index.ts';
import { countStock } from '../stock/index.ts';
import { buyersOf, findLevelId } from '../users/index.ts';
import type { CallCtx } from './storefront-calls.ts';

/** A product as it is offered to the caller: own prices, and stock as far as it is shown. */
export type Offered = {
  readonly goods: GoodsRow;
  readonly prices: Prices;
  readonly most: number;
  /** By what can be asked for, `random` first. */
  readonly stock: ReadonlyMap<Gender, number>;
};

/** All that the caller's lists have, in their order; also what is off sale for now, if that is wanted. */
export async function listOffered(ctx: CallCtx, { withOffSale = false } = {}): Promise<Offered[]> {
  const ofLevel = await findLevelId(ctx.db, ctx.actor.userId);
  return present(ctx, await listGoodsRows(ctx.db, { ofLevel, ...(!withOffSale && { isOnSale: true }) }));
}

/** One product that the caller's lists have, on sale or not. Refuses any other (notFound). */
export async function getOffered(ctx: CallCtx, id: bigint): Promise<Offered> {
  const goods = (await findGoods(ctx.db, [id])).get(id);
  const levelId = await findLevelId(ctx.db, ctx.actor.userId);
  if (!goods || !isFor(goods, { levelId })) refuse('notFound', 'product');
  const [offered] = await present(ctx, [goods]);
  return offered!;
}

async function present({ db, clock, actor }: CallCtx, rows: readonly GoodsRow[]): Promise<Offered[]> {
  const { userId } = actor;
  const now = clock.now();
  const ids = rows.map(({ id }) => id);
  const reads = combineQueries({
    buyers: buyersOf([userId]),
    levels: allLevels,
    offers: offersFor(
      ids.map((goodsId) => ({ userId, goodsId })),
      now,
    ),
  });
  const book = new PriceBook(await runQuery(db, reads));
  const counts = await countStock(db, ids);
  const display = await readSetting(db, 'stockDisplay');
  return rows.map((goods) => {
    const count = counts.get(goods.id) ?? { male: 0, female: 0, unspecified: 0 };
    const shown = showStock(count, goods.stock_display ?? display, goods.min_quantity);
    const own = goods.genders.filter((gender) => gender !== 'random');
    return {
      goods,
      prices: pricesOf(book.termsOf(userId, goods), now, goods.min_quantity),
      most: mostOf(goods),
      stock: new Map<Gender, number>([
        ['random', shown.stock],
        ...own.map((gender): [Gender, number] => [gender, shown.stock_by_gender[gender]]),
      ]),
    };
  });
}

/** What of a count can be ordered: too little for the smallest order is none. */
export const orderable = (count: number, { goods }: Offered): number =>
  count < goods.min_quantity ? 0 : count;

/** Of one account in the smallest order. */
export const firstPriceMicro = ({ goods, prices }: Offered): bigint =>
  unitPriceMicro(prices, goods.min_quantity);

/** A price in the books of a shop that has no smaller unit. */
export const inCents = (micro: bigint): string => formatBalance(upToCent(micro));

/** Strictly falling, as shops ask for: steps that cents make alike are left out. */
export function tiersInCents(offered: Offered): { readonly from: number; readonly price: string }[] {
  const { goods, prices, most } = offered;
  let lastMicro = upToCent(firstPriceMicro(offered));
  return prices.tiers.flatMap(({ minQuantity, priceMicro }) => {
    const micro = upToCent(priceMicro);
    if (minQuantity <= goods.min_quantity || minQuantity > most || micro >= lastMicro) return [];
    lastMicro = micro;
    return [{ from: minQuantity, price: formatBalance(micro) }];
  });
}

/**
 * One number for a product and who the accounts are of, where an order names nothing else: four times the product's id,
 * and 0 for any, 1 for male, 2 for female.
 */
export const skuOf = (goodsId: bigint, gender: Gender): number =>
  Number(goodsId) * 4 + GENDERS.indexOf(gender);

/** Refuses a number that no product can have (genderNotOffered). */
export function readSku(sku: number): { readonly goodsId: bigint; readonly gender: Gender } {
  return { goodsId: BigInt(Math.floor(sku / 4)), gender: GENDERS[sku % 4] ?? refuse('genderNotOffered') };
}

type Words = { readonly range: string; readonly hours: string; readonly none: string };

const WORDS: Partial<Record<Language, Words>> & { readonly en: Words } = {
  en: {
    range: '{{least}}–{{most}} per order.',
    hours: 'Warranty: {{hours}} h.',
    none: 'No warranty.',
  },
  'zh-cn': { range: '每单 {{least}}–{{most}} 个。', hours: '质保 {{hours}} 小时。', none: '无质保。' },
};

/** A product's text with what these protocols have no field for. */
export function describe({ goods, most }: Offered, language: Language): string {
  const words = WORDS[language] ?? WORDS.en;
  const range = words.range.replace('{{least}}', `${goods.min_quantity}`).replace('{{most}}', `${most}`);
  const warranty =
    goods.warranty_hours === 0 ? words.none : words.hours.replace('{{hours}}', `${goods.warranty_hours}`);
  return [textIn(goods.description, language), `${range} ${warranty}`]
    .filter((text) => text !== '')
    .join('\n');
}

/** The names of categories by id, with that of the category above. */
export async function nameCategories({ db }: CallCtx, language: Language): Promise<Map<bigint, string>> {
  const rows = await listCategoryRows(db);
  const names = new Map(rows.map(({ id, name }) => [id, textIn(name, language)]));
  return new Map(
    rows.map(({ id, parent_id: parent }) => [
      id,
      parent === null ? names.get(id)! : `${names.get(parent)!} / ${names.get(id)!}`,
    ]),
  );
}
