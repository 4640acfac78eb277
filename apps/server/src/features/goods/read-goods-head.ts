import { textIn, formatMicro, isInStock, type Language } from '@portside/contract';
import { CATEGORY_FOLDER, FAMILY_FOLDER, GOODS_FOLDER } from '@portside/contract/wire/page-paths';
import { priceLadder } from '@portside/contract/wire/price';
import { pricesOf, quote, type PriceOffer } from '@portside/contract/wire/quote';
import type { Db } from '../../platform/db/db.ts';
import type { PageHead } from '../../platform/pages/insert-head.ts';
import { countStock, type StockCount } from '../stock/index.ts';
import {
  categoryImageAddress,
  goodsSlug,
  idOfSlug,
  imageAddress,
  linkKeyOfSlug,
  slugOf,
} from './goods.present.ts';
import { isFor } from './offers.sql.ts';
import { findFamily, type FamilyRow } from './families.sql.ts';
import { findCategories, findGoods, type CategoryRow, type GoodsRow, type GoodsTable } from './goods.sql.ts';
import { sql, type Selectable } from 'kysely';

export type Reader = {
  readonly db: Db;
  readonly publicUrl: string;
  readonly language: Language;
  readonly now: Date;
  /** What promotions for everybody ask, by product. They belong to a higher feature. */
  readonly findPromotions: FindPromotions;
};
type FindPromotions = (
  db: Db,
  goodsIds: readonly bigint[],
  now: Date,
) => Promise<ReadonlyMap<bigint, readonly PriceOffer[]>>;

export type GoodsHead = Pick<
  PageHead,
  'title' | 'description' | 'text' | 'canonical' | 'type' | 'data' | 'isUnlisted'
> & {
  /** The absolute address; null if there is none. */
  readonly picture: string | null;
};

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;
const CURRENCY = 'USDT';
const NO_STOCK: StockCount = { male: 0, female: 0, unspecified: 0 };

/**
 * What the HTML of a product's page says of it, with the structured data of an offer. Null for an address without a
 * product and for one that is not on sale for everybody who has that very address.
 */
export async function readGoodsHead(reader: Reader, path: string): Promise<GoodsHead | null> {
  const { db, publicUrl, language } = reader;
  const id = idAt(path);
  const row = id === undefined ? undefined : (await findGoods(db, [id])).get(id);
  if (!row?.on_sale || !isFor(row, { levelId: null, linkKey: linkKeyOfSlug(lastPart(path)) })) return null;
  const category = (await findCategories(db)).get(row.category_id)!;
  const title = textIn(row.name, language);
  const written = textIn(row.description, language);
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const address = new URL(goodsAddress(row), publicUrl).href;
  const picture = row.image && new URL(imageAddress(row.id, row.image), publicUrl).href;
  const familyId = row.visibility === 'link' ? null : row.family_id;
  const family = familyId === null ? undefined : await findFamily(db, familyId);
  const group = family && {
    '@type': 'ProductGroup',
    productGroupID: `family-${family.id}`,
    name: textIn(family.name, language),
    url: new URL(familyAddress(family), publicUrl).href,
  };
  return {
    title,
    description: shorten(text === '' ? title : text),
    text: written,
    // The products of a family share one page.
    canonical: group?.url ?? address,
    isUnlisted: row.visibility === 'link',
    picture,
    type: 'product',
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: title,
      ...(text !== '' && { description: text }),
      ...(picture !== null && { image: picture }),
      sku: String(row.id),
      category: textIn(category.name, language),
      ...(group && { isVariantOf: group }),
      offers: (await readOffers(reader, [row])).get(row.id)!,
    },
  };
}

/** The id in the address of a product's, family's or category's page. */
export const idAt = (path: string): bigint | undefined => idOfSlug(lastPart(path));

const lastPart = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '');

/** The address of a category's page, from the root of the site. */
export const categoryAddress = (row: Pick<CategoryRow, 'id' | 'name'>): string =>
  `${CATEGORY_FOLDER}/${slugOf(row)}`;

/**
 * The same of a category's page, with the way to it as structured data; `describe` words a description for one without a
 * text. Null for an address without a category.
 */
export async function readCategoryHead(
  { db, publicUrl, language }: Omit<Reader, 'now' | 'findPromotions'>,
  path: string,
  describe: (name: string) => string,
): Promise<GoodsHead | null> {
  const id = idAt(path);
  const all = await findCategories(db);
  const row = id === undefined ? undefined : all.get(id);
  if (!row) return null;
  const title = textIn(row.name, language);
  const written = textIn(row.description, language);
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const canonical = new URL(categoryAddress(row), publicUrl).href;
  const parent = row.parent_id === null ? undefined : all.get(row.parent_id);
  return {
    title,
    description: text === '' ? describe(title) : shorten(text),
    text: written,
    canonical,
    picture: row.image && new URL(categoryImageAddress(row.id, row.image), publicUrl).href,
    type: 'website',
    data: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      identifier: `category-${row.id}`,
      name: title,
      ...(text !== '' && { description: text }),
      url: canonical,
      breadcrumb: {
        '@type': 'BreadcrumbList',
        itemListElement: [...(parent ? [parent] : []), row].map((one, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: textIn(one.name, language),
          item: new URL(categoryAddress(one), publicUrl).href,
        })),
      },
    },
  };
}

/** The address of a family's page, from the root of the site. */
export const familyAddress = (row: Pick<FamilyRow, 'id' | 'name'>): string =>
  `${FAMILY_FOLDER}/${slugOf(row)}`;

/** The address of a product's page, from the root of the site. */
export const goodsAddress = (row: Parameters<typeof goodsSlug>[0]): string =>
  `${GOODS_FOLDER}/${goodsSlug(row)}`;

/** Structured data of what anybody pays for each of these products, promotions among it. */
export async function readOffers(
  { db, publicUrl, now, findPromotions }: Reader,
  rows: readonly GoodsRow[],
): Promise<Map<bigint, NonNullable<PageHead['data']>>> {
  const ids = rows.map(({ id }) => id);
  const counts = await countStock(db, ids);
  const promotions = await findPromotions(db, ids, now);
  return new Map(
    rows.map((row) => {
      const url = new URL(goodsAddress(row), publicUrl).href;
      const own = promotions.get(row.id) ?? [];
      return [row.id, offerOf(row, { url, count: counts.get(row.id), own, now })];
    }),
  );
}

type OfferFacts = {
  readonly url: string;
  readonly count: StockCount | undefined;
  readonly own: readonly PriceOffer[];
  readonly now: Date;
};

/** The offer at the smallest quantity, with the unit price from each quantity on, and when a price ends. */
function offerOf(row: GoodsRow, { url, count, own, now }: OfferFacts): NonNullable<PageHead['data']> {
  const { male, female, unspecified } = count ?? NO_STOCK;
  const available = isInStock({ ...row, stock: male + female + unspecified });
  const prices = { priceMicro: row.price_micro, tiers: row.tiers };
  const terms = { prices, own, level: null, floorMicro: null };
  const steps = priceLadder(pricesOf(terms, now, row.min_quantity), row.min_quantity).map(
    ({ minQuantity }) => ({ minQuantity, ...quote({ ...terms, quantity: minQuantity, coupon: null, now }) }),
  );
  const { unitMicro, until } = steps[0]!;
  return {
    '@type': 'Offer',
    url,
    price: formatMicro(unitMicro),
    priceCurrency: CURRENCY,
    ...(until && { priceValidUntil: until.toISOString() }),
    availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
    priceSpecification: steps.map((step) => ({
      '@type': 'UnitPriceSpecification',
      price: formatMicro(step.unitMicro),
      priceCurrency: CURRENCY,
      ...(step.until && { validThrough: step.until.toISOString() }),
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: step.minQuantity },
    })),
    ...(row.warranty_hours > 0 && {
      warranty: {
        '@type': 'WarrantyPromise',
        durationOfWarranty: { '@type': 'QuantitativeValue', value: row.warranty_hours, unitCode: 'HUR' },
      },
    }),
  };
}

/** At most as much as search engines show. */
export function shorten(text: string): string {
  const signs = Array.from(text);
  return signs.length <= DESCRIPTION_LENGTH ? text : `${signs.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** A product whose page anyone can find; changed by an operator, or because stock ran out or returned. */
type ListedGoods = Pick<Selectable<GoodsTable>, 'id' | 'name' | 'visibility' | 'link_key'> & {
  readonly changedAt: Date;
};

/** Products on sale with a page of their own, in stock or not. */
export async function countListedGoods(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('goods')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(isListed)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The page of a family stands for its products. */
const isListed = sql<boolean>`goods.on_sale and goods.family_id is null and goods.visibility = 'everybody'`;

/** The same, in the order of their ids. */
export const listListedGoods = (
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedGoods[]> =>
  db
    .selectFrom('goods')
    .leftJoin('goods_stock_levels as level', 'level.goods_id', 'goods.id')
    .select(['goods.id', 'goods.name', 'goods.visibility', 'goods.link_key'])
    .select(sql<Date>`greatest(goods.updated_at, level.changed_at)`.as('changedAt'))
    .where(isListed)
    .orderBy('goods.id')
    .offset(offset)
    .limit(limit)
    .execute();
