import { textIn, formatMicro, type Language } from '@portside/contract';
import { GOODS_FOLDER } from '@portside/contract/wire/page-paths';
import { priceLadder } from '@portside/contract/wire/price';
import type { Db } from '../../platform/db/db.ts';
import type { PageHead } from '../../platform/pages/insert-head.ts';
import { countStock } from '../stock/index.ts';
import { imageAddress, idOfSlug, slugOf } from './goods.present.ts';
import { findGoods, listCategoryRows, type GoodsRow, type GoodsTable } from './goods.sql.ts';
import { sql, type Selectable } from 'kysely';

type Reader = { readonly db: Db; readonly publicUrl: string; readonly language: Language };

type GoodsHead = Pick<PageHead, 'title' | 'description' | 'text' | 'canonical' | 'data'> & {
  /** The absolute address; null if there is none. */
  readonly picture: string | null;
};

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;
const CURRENCY = 'USDT';

/**
 * What the HTML of a product's page says of it, with the structured data of an offer. Null for an address without a
 * product and for one that is not on sale.
 */
export async function readGoodsHead(
  { db, publicUrl, language }: Reader,
  path: string,
): Promise<GoodsHead | null> {
  const id = idOfSlug(path.slice(GOODS_FOLDER.length + 1).replace(/\/+$/, ''));
  const row = id === undefined ? undefined : (await findGoods(db, [id])).get(id);
  if (!row?.on_sale) return null;
  const count = (await countStock(db, [row.id])).get(row.id);
  const isInStock = count !== undefined && count.male + count.female + count.unspecified >= row.min_quantity;
  const category = (await listCategoryRows(db)).find((one) => one.id === row.category_id)!;
  const title = textIn(row.name, language);
  const written = textIn(row.description, language);
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const canonical = new URL(goodsAddress(row), publicUrl).href;
  const picture = row.image && new URL(imageAddress(row.id, row.image), publicUrl).href;
  return {
    title,
    description: shorten(text === '' ? title : text),
    text: written,
    canonical,
    picture,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: title,
      ...(text !== '' && { description: text }),
      ...(picture !== null && { image: picture }),
      sku: String(row.id),
      category: textIn(category.name, language),
      offers: offerOf(row, canonical, isInStock),
    },
  };
}

/** The address of a product's page, from the root of the site. */
export const goodsAddress = (row: Pick<GoodsRow, 'id' | 'name'>): string => `${GOODS_FOLDER}/${slugOf(row)}`;

/** The offer at the smallest quantity, with the unit price from each quantity on. */
const offerOf = (row: GoodsRow, url: string, isInStock: boolean): NonNullable<PageHead['data']> => ({
  '@type': 'Offer',
  url,
  price: formatMicro(row.price_micro),
  priceCurrency: CURRENCY,
  availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
  priceSpecification: priceLadder({ priceMicro: row.price_micro, tiers: row.tiers }, row.min_quantity).map(
    ({ minQuantity, priceMicro }) => ({
      '@type': 'UnitPriceSpecification',
      price: formatMicro(priceMicro),
      priceCurrency: CURRENCY,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: minQuantity },
    }),
  ),
  ...(row.warranty_hours > 0 && {
    warranty: {
      '@type': 'WarrantyPromise',
      durationOfWarranty: { '@type': 'QuantitativeValue', value: row.warranty_hours, unitCode: 'HUR' },
    },
  }),
});

function shorten(text: string): string {
  const signs = Array.from(text);
  return signs.length <= DESCRIPTION_LENGTH ? text : `${signs.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** A product whose page anyone can find; changed by an operator, or because stock ran out or returned. */
type ListedGoods = Pick<Selectable<GoodsTable>, 'id' | 'name'> & { readonly changedAt: Date };

/** Products on sale, in stock or not. */
export async function countListedGoods(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('goods')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('on_sale', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Products on sale, in the order of their ids. */
export const listListedGoods = (
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedGoods[]> =>
  db
    .selectFrom('goods')
    .leftJoin('goods_stock_levels as level', 'level.goods_id', 'goods.id')
    .select(['goods.id', 'goods.name'])
    .select(sql<Date>`greatest(goods.updated_at, level.changed_at)`.as('changedAt'))
    .where('goods.on_sale', '=', true)
    .orderBy('goods.id')
    .offset(offset)
    .limit(limit)
    .execute();
