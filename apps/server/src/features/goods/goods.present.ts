import { textIn, formatMicro, type Category, type Goods, type Language } from '@portside/contract';
import type { StockCount } from '../stock/index.ts';
import { imageAddress } from './goods-image.ts';
import type { CategoryRow, GoodsRow } from './goods.sql.ts';
import { slugOf } from './slug.ts';

const NONE: StockCount = { male: 0, female: 0, unspecified: 0 };

export const presentCategory = (row: CategoryRow, language: Language): Category => ({
  id: String(row.id),
  name: textIn(row.name, language),
});

type Figures = {
  readonly count: StockCount | undefined;
  /** In accounts. */
  readonly sold: { readonly ever: bigint; readonly week: bigint };
  readonly returnedAt: Date | undefined;
};

/** A product as the shop shows it. */
export const presentGoods = (
  row: GoodsRow,
  category: CategoryRow,
  { count, sold, returnedAt }: Figures,
  language: Language,
): Goods => ({
  ...presentOffer(row, category, count, language),
  sold: Number(sold.ever),
  sold_this_week: Number(sold.week),
  returned_at: returnedAt?.toISOString() ?? null,
  slug: slugOf(row),
  has_instruction: textIn(row.instruction, language) !== '',
});

/** What the shop and the back office show alike. */
export function presentOffer(
  row: GoodsRow,
  category: CategoryRow,
  count: StockCount = NONE,
  language: Language,
): Omit<Goods, 'sold' | 'sold_this_week' | 'returned_at' | 'slug' | 'has_instruction'> {
  return {
    id: String(row.id),
    name: textIn(row.name, language),
    description: textIn(row.description, language),
    image: row.image && imageAddress(row.id, row.image),
    category: presentCategory(category, language),
    price: formatMicro(row.price_micro),
    price_tiers: row.tiers.map((tier) => ({
      min_quantity: tier.minQuantity,
      price: formatMicro(tier.priceMicro),
    })),
    min_quantity: row.min_quantity,
    max_quantity: row.max_quantity,
    genders: row.genders,
    stock: count.male + count.female + count.unspecified,
    stock_by_gender: count,
    warranty_hours: row.warranty_hours,
    created_at: row.created_at.toISOString(),
    format: { separator: row.separator, columns: row.columns },
  };
}
