import {
  textIn,
  formatMicro,
  type Category,
  type CategoryPage,
  type Goods,
  type Language,
  type ListedCategory,
  type StockDisplay,
  type AdminCategory,
  type Attribute,
  type AdminGoods,
} from '@portside/contract';
import type { StockCount } from '../stock/index.ts';
import type { AttributeRow, GoodsFacts } from './families.sql.ts';
import { linkSlug } from './offers.sql.ts';
import type { CategoryRow, CountedCategoryRow, GoodsRow, Texts } from './goods.sql.ts';

const NONE: StockCount = { male: 0, female: 0, unspecified: 0 };

/** All categories by id. */
type CategoriesById = ReadonlyMap<bigint, CategoryRow>;

const presentName = ({ id, name }: { readonly id: bigint; readonly name: Texts }, language: Language) => ({
  id: String(id),
  name: textIn(name, language),
});

const presentCategory = (row: CategoryRow, all: CategoriesById, language: Language): Category => {
  const parent = row.parent_id === null ? undefined : all.get(row.parent_id);
  return { ...presentName(row, language), parent: parent ? presentName(parent, language) : null };
};

/** A category as the shop lists it. */
export const presentListedCategory = (
  row: CategoryRow,
  all: CategoriesById,
  language: Language,
): ListedCategory => ({
  ...presentCategory(row, all, language),
  image: row.image && categoryImageAddress(row.id, row.image),
  slug: slugOf(row),
});

/** A category with what its own page says. */
export const presentCategoryPage = (
  row: CategoryRow,
  all: CategoriesById,
  language: Language,
): CategoryPage => ({
  ...presentListedCategory(row, all, language),
  description: textIn(row.description, language),
  subcategories: [...all.values()]
    .filter((one) => one.parent_id === row.id)
    .map((one) => presentListedCategory(one, all, language)),
});

/** An attribute with its values. */
export const presentAttribute = (row: AttributeRow, language: Language): Attribute => ({
  ...presentName(row, language),
  values: row.values.map((value) => presentName(value, language)),
});

type Figures = {
  readonly count: StockCount | undefined;
  /** In accounts. */
  readonly sold: { readonly ever: bigint; readonly week: bigint };
  readonly returnedAt: Date | undefined;
  /** How exact the shop shows stock where the product says nothing else. */
  readonly display: StockDisplay;
};

/** As many as one order may have, and one buyer. */
export const mostOf = (
  row: Pick<GoodsRow, 'min_quantity' | 'max_quantity' | 'most_per_buyer' | 'most_per_day'>,
): number =>
  Math.max(
    row.min_quantity,
    Math.min(row.max_quantity, row.most_per_buyer ?? Infinity, row.most_per_day ?? Infinity),
  );

/** A product as the shop shows it. */
export const presentGoods = (
  row: GoodsRow,
  facts: GoodsFacts,
  { count = NONE, sold, returnedAt, display: ofShop }: Figures,
  language: Language,
): Goods => ({
  ...presentOffer(row, facts, count, language),
  // The family's page is without it.
  ...(row.visibility === 'link' && { family: null }),
  ...showStock(count, row.stock_display ?? ofShop, row.min_quantity),
  stock_display: row.stock_display ?? ofShop,
  max_quantity: mostOf(row),
  most_per_buyer: row.most_per_buyer,
  most_per_day: row.most_per_day,
  search_words: row.search_words,
  sold: Number(sold.ever),
  sold_this_week: Number(sold.week),
  returned_at: returnedAt?.toISOString() ?? null,
  slug: goodsSlug(row),
  link_key: row.visibility === 'link' ? row.link_key : null,
  has_instruction: textIn(row.instruction, language) !== '',
});

/** What the back office is without: its figures are exact, and its rules have a call of their own. */
type ShopOnly =
  | 'sold'
  | 'sold_this_week'
  | 'returned_at'
  | 'slug'
  | 'link_key'
  | 'has_instruction'
  | 'stock_display'
  | 'most_per_buyer'
  | 'most_per_day'
  | 'search_words';

/** What the shop and the back office show alike. */
function presentOffer(
  row: GoodsRow,
  { categories, families, values }: GoodsFacts,
  count: StockCount = NONE,
  language: Language,
): Omit<Goods, ShopOnly> {
  const family = row.family_id === null ? undefined : families.get(row.family_id);
  return {
    id: String(row.id),
    name: textIn(row.name, language),
    description: textIn(row.description, language),
    image: row.image && imageAddress(row.id, row.image),
    category: presentCategory(categories.get(row.category_id)!, categories, language),
    family: family ? { ...presentName(family, language), slug: slugOf(family) } : null,
    attributes: (values.get(row.id) ?? []).map((value) => ({
      attribute_id: String(value.attribute_id),
      value_id: String(value.value_id),
    })),
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
 * The last part of a product's or category's address: its id and, for people and search engines, the Latin letters and digits of its
 * English (or else any Latin) name. The id alone decides, so an address lasts when it is renamed.
 */
export function slugOf({ id, name }: { readonly id: bigint; readonly name: Texts }): string {
  const words = [name.en, ...Object.values(name)].map(latinOf).find((text) => text !== '') ?? '';
  return words === '' ? String(id) : `${id}-${words}`;
}

type Addressed = Pick<GoodsRow, 'id' | 'name' | 'visibility' | 'link_key'>;

/** The same of a product: of one that only a link leads to, its id and its key, without which the id opens nothing. */
export const goodsSlug = (row: Addressed): string => linkSlug(row) ?? slugOf(row);

/** The key in such a part; undefined where there is none. */
export const linkKeyOfSlug = (slug: string): string | undefined =>
  /^\d{1,18}-([0-9a-f]{32})$/.exec(slug)?.[1];

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

/** The id that such a part begins with; undefined for another text. */
export function idOfSlug(slug: string): bigint | undefined {
  const id = /^(\d{1,18})(?:-|$)/.exec(slug)?.[1];
  return id === undefined ? undefined : BigInt(id);
}

export const presentAdminCategory = (
  row: CountedCategoryRow,
  all: CategoriesById,
  language: Language,
): AdminCategory => ({
  ...presentCategory(row, all, language),
  names: row.name,
  descriptions: row.description,
  image: row.image && categoryImageAddress(row.id, row.image),
  sort: row.sort,
  goods: row.goods,
  subcategories: row.subcategories,
});

export const presentAdminGoods = (
  row: GoodsRow,
  facts: GoodsFacts,
  count: StockCount | undefined,
  language: Language,
): AdminGoods => ({
  ...presentOffer(row, facts, count, language),
  names: row.name,
  descriptions: row.description,
  instructions: row.instruction,
  instruction_in_mail: row.instruction_in_mail,
  file_name: row.file_name,
  on_sale: row.on_sale,
  visibility: row.visibility,
  sort: row.sort,
  floor: row.floor_micro === null ? null : formatMicro(row.floor_micro),
  cost: row.cost_micro === null ? null : formatMicro(row.cost_micro),
});

/**
 * The address of a product's picture. It contains the picture's key, so that browsers may cache it for ever and nobody
 * can guess the address of a product that is not on sale yet.
 */
export const imageAddress = (goodsId: bigint, image: string): string =>
  `/api/goods/${goodsId}/images/${imageKey(image)}`;

/** The same for a category. */
export const categoryImageAddress = (categoryId: bigint, image: string): string =>
  `/api/categories/${categoryId}/images/${imageKey(image)}`;

/** The part of the picture's file name that its address contains. */
export const imageKey = (image: string): string => image.split('.')[0]!;

/** The columns that name the pictures of products and categories. */
export const goodsImages = [
  { table: 'goods', column: 'image' },
  { table: 'categories', column: 'image' },
] as const;

/** What ranges begin with; an order has at most 10,000 accounts. */
const STEPS = [1, 10, 50, 100, 500, 1_000, 5_000, 10_000];

/**
 * A count of stock as it is shown. Too little for the smallest order is none at all, and of the rest at least as much is
 * shown as that order has: what is in stock and what is not stays true, whatever is shown of the figures.
 */
export function showCount(count: number, display: StockDisplay, minQuantity: number): number {
  if (display === 'exact') return count;
  if (count < Math.max(1, minQuantity)) return 0;
  return display === 'in_stock'
    ? minQuantity
    : Math.max(
        minQuantity,
        STEPS.findLast((step) => step <= count)!,
      );
}

/** The figures of a product's stock as they are shown. */
export function showStock(
  { male, female, unspecified }: StockCount,
  display: StockDisplay,
  minQuantity: number,
): { readonly stock: number; readonly stock_by_gender: StockCount } {
  const show = (count: number): number => showCount(count, display, minQuantity);
  return {
    stock: show(male + female + unspecified),
    stock_by_gender: { male: show(male), female: show(female), unspecified: show(unspecified) },
  };
}
