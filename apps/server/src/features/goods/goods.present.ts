import {
  textIn,
  formatMicro,
  type Category,
  type Goods,
  type Language,
  type AdminCategory,
  type AdminGoods,
} from '@portside/contract';
import type { StockCount } from '../stock/index.ts';
import type { CategoryRow, CountedCategoryRow, GoodsRow } from './goods.sql.ts';

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
function presentOffer(
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

const MAX_LENGTH = 60;

/** Pages with it anywhere in their address are for admins only (specification): badminton is not. */
const GUARDED = 'admin';

/**
 * The last part of a product's address: its id and, for people and search engines, the Latin letters and digits of its
 * English (or else any Latin) name. The id alone decides, so an address lasts when a product is renamed.
 */
export function slugOf({ id, name }: Pick<GoodsRow, 'id' | 'name'>): string {
  const words = [name.en, ...Object.values(name)].map(latinOf).find((text) => text !== '') ?? '';
  return words === '' ? String(id) : `${id}-${words}`;
}

function latinOf(text: string | undefined): string {
  const plain = (text ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  // Of a name in another script, single letters of a brand say too little.
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(plain)) return '';
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !word.includes(GUARDED))
    .join('-');
  return words.length <= MAX_LENGTH ? words : words.slice(0, MAX_LENGTH).replace(/-[^-]*$/, '');
}

/** The id that a product's address begins with; undefined for another text. */
export function idOfSlug(slug: string): bigint | undefined {
  const id = /^(\d{1,18})(?:-|$)/.exec(slug)?.[1];
  return id === undefined ? undefined : BigInt(id);
}

export const presentAdminCategory = (row: CountedCategoryRow, language: Language): AdminCategory => ({
  ...presentCategory(row, language),
  names: row.name,
  sort: row.sort,
  goods: row.goods,
});

export const presentAdminGoods = (
  row: GoodsRow,
  category: CategoryRow,
  count: StockCount | undefined,
  language: Language,
): AdminGoods => ({
  ...presentOffer(row, category, count, language),
  names: row.name,
  descriptions: row.description,
  instructions: row.instruction,
  instruction_in_mail: row.instruction_in_mail,
  file_name: row.file_name,
  on_sale: row.on_sale,
  sort: row.sort,
});

/**
 * The address of a product's picture. It contains the picture's key, so that browsers may cache it for ever and nobody
 * can guess the address of a product that is not on sale yet.
 */
export const imageAddress = (goodsId: bigint, image: string): string =>
  `/api/goods/${goodsId}/images/${imageKey(image)}`;

/** The part of the picture's file name that its address contains. */
export const imageKey = (image: string): string => image.split('.')[0]!;

/** The column that names the products' pictures. */
export const goodsImages = { table: 'goods', column: 'image' } as const;
