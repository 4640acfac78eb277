import { textIn, formatMicro, type Language } from '@portside/contract';
import { GOODS_FOLDER } from '@portside/contract/wire/page-paths';
import type { Db } from '../../platform/db/db.ts';
import type { PageHead } from '../../platform/http/head/page-head.ts';
import { countStock } from '../stock/index.ts';
import { imageAddress } from './goods-image.ts';
import { findGoods, listCategoryRows, type GoodsRow } from './goods.sql.ts';
import { idOfSlug, slugOf } from './slug.ts';

type Reader = { readonly db: Db; readonly publicUrl: string; readonly language: Language };

type GoodsHead = Pick<PageHead, 'title' | 'description' | 'text' | 'canonical' | 'data'> & {
  /** The absolute address; null where there is none. */
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
  priceSpecification: [{ minQuantity: row.min_quantity, priceMicro: row.price_micro }, ...row.tiers].map(
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
