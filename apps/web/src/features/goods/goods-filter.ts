import { ATTRIBUTE_KEYS, hasAttributes } from '@portside/contract/goods/attribute-values';
import { parseMicro } from '@portside/contract/wire/money';
import { useParams } from 'wouter';
import { useSearchParams } from '../../lib/site-location.tsx';
import type { Goods } from '@portside/contract';
import type { OwnPrice } from '../../ui/prices/own-prices.ts';
import { bestPriceMicro, cheapest, stockLevel, stockOf } from './goods-facts.ts';
import type { searchGoods } from './search-goods.ts';

/** Of the API. */
export const PRICE = /^\d{1,7}(\.\d{1,6})?$/;

export const SORTS = ['newest', 'price', '-price', 'stock', 'sold'] as const;
export const VARIANTS = ['male', 'female'] as const;

/** The buyer's filter; empty strings, 0 and false mean no filter. */
export type GoodsFilter = {
  readonly category: string;
  readonly q: string;
  readonly isInStock: boolean;
  /** Empty: the shop's own order. */
  readonly sort: '' | (typeof SORTS)[number];
  /** Limits of the lowest unit price, in USDT. */
  readonly priceFrom: string;
  readonly priceTo: string;
  /** At least so many hours. */
  readonly warranty: number;
  readonly variant: '' | (typeof VARIANTS)[number];
  /** Attribute values as the API has them: `3.14,3.15`. */
  readonly attributes: string;
};

export const NO_FILTER: GoodsFilter = {
  category: '',
  q: '',
  isInStock: false,
  sort: '',
  priceFrom: '',
  priceTo: '',
  warranty: 0,
  variant: '',
  attributes: '',
};

/** Of a search for products, in characters. */
export const LONGEST_SEARCH = 100;

/** Reads the filter from the URL; invalid values are ignored. */
export function readGoodsFilter(search: URLSearchParams): GoodsFilter {
  const read = (name: string, pattern: RegExp): string => {
    const value = search.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | '' =>
    values.find((value) => value === search.get(name)) ?? '';
  return {
    category: read('category', /^\d{1,18}$/),
    q: (search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    isInStock: search.get('in_stock') === 'true',
    sort: oneOf('sort', SORTS),
    priceFrom: read('price_from', PRICE),
    priceTo: read('price_to', PRICE),
    warranty: Number(read('warranty', /^\d{1,4}$/)),
    variant: oneOf('variant', VARIANTS),
    attributes: read('attributes', ATTRIBUTE_KEYS),
  };
}

/** The URL with the filter in it; other parameters stay. */
export function writeGoodsFilter(search: URLSearchParams, filter: GoodsFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('category', filter.category);
  put('q', filter.q.trim());
  put('in_stock', filter.isInStock ? 'true' : '');
  put('sort', filter.sort);
  put('price_from', filter.priceFrom);
  put('price_to', filter.priceTo);
  put('warranty', filter.warranty === 0 ? '' : String(filter.warranty));
  put('variant', filter.variant);
  put('attributes', filter.attributes);
  return next;
}

/** The list's parameters; on the sign-in page, those of the list that the visitor will return to. */
export function listQuery(search: URLSearchParams): URLSearchParams {
  const next = search.get('redirect');
  return next === null ? search : new URLSearchParams(next.split('?')[1]);
}

/** The URL's parameters with parts of the filter changed; on the sign-in page, those of the list to return to. */
export function changeGoodsFilter(search: URLSearchParams, part: Partial<GoodsFilter>): URLSearchParams {
  const query = listQuery(search);
  const list = writeGoodsFilter(query, { ...readGoodsFilter(query), ...part });
  if (!search.has('redirect')) return list;
  const signIn = new URLSearchParams(search);
  signIn.set('redirect', `/mobile/purchase-account?${list}`.replace(/\?$/, ''));
  return signIn;
}

/** How many of the hidden filters are set. */
export const countFolded = ({ priceFrom, priceTo, warranty, variant, attributes }: GoodsFilter): number =>
  [priceFrom !== '' || priceTo !== '', warranty > 0, variant !== '', attributes !== ''].filter(Boolean)
    .length;

/** Whether anything but the order is asked for. */
export const isFiltered = (filter: GoodsFilter): boolean =>
  filter.category !== '' || filter.q !== '' || filter.isInStock || countFolded(filter) > 0;

/** The URL's filter, and a setter for parts of it. A category's own page stands for that category. */
export function useGoodsFilter(): [GoodsFilter, (part: Partial<GoodsFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const { category } = useParams();
  const asked = readGoodsFilter(listQuery(search));
  const filter = category === undefined ? asked : { ...asked, category: category.split('-')[0]! };
  const change = (part: Partial<GoodsFilter>) =>
    setSearch((now) => changeGoodsFilter(now, part), { replace: true, preventScrollReset: true });
  return [filter, change];
}

/**
 * The products that pass the filter, sold-out ones last in any order. A search without a sort order puts the best match
 * first; with a gender, only its stock counts. `search` may be absent while nothing is searched for.
 */
export function filterGoods(
  goods: readonly Goods[],
  filter: GoodsFilter,
  search: typeof searchGoods | undefined,
): Goods[] {
  const { variant } = filter;
  const byStock = (a: Goods, b: Goods): number =>
    Number(isSoldOut(a, variant)) - Number(isSoldOut(b, variant));
  const passed = goods.filter((one) => isWanted(one, filter)).toSorted(byStock);
  const found = search && filter.q !== '' ? search(passed, filter.q) : passed;
  if (filter.sort === '') return found;
  const compare = ORDERS[filter.sort];
  return found.toSorted((a, b) => byStock(a, b) || compare(a, b, variant));
}

type Variant = GoodsFilter['variant'];

const isSoldOut = (goods: Goods, variant: Variant): boolean =>
  stockLevel({ ...goods, stock: stockOf(goods, variant) }) === 'soldOut';

const byPrice = (a: Goods, b: Goods): number => Number(bestPriceMicro(a) - bestPriceMicro(b));

type Compare = (a: Goods, b: Goods, variant: Variant) => number;

const ORDERS: Readonly<Record<Exclude<GoodsFilter['sort'], ''>, Compare>> = {
  newest: (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
  stock: (a, b, variant) => stockOf(b, variant) - stockOf(a, variant),
  sold: (a, b) => b.sold - a.sold,
};

function isWanted(goods: Goods, filter: GoodsFilter): boolean {
  const { category, isInStock, priceFrom, priceTo, warranty, variant, attributes } = filter;
  return (
    (category === '' || goods.category.id === category || goods.category.parent?.id === category) &&
    (!isInStock || !isSoldOut(goods, variant)) &&
    (priceFrom === '' || bestPriceMicro(goods) >= parseMicro(priceFrom)) &&
    (priceTo === '' || bestPriceMicro(goods) <= parseMicro(priceTo)) &&
    goods.warranty_hours >= warranty &&
    (variant === '' || goods.genders.includes(variant)) &&
    (attributes === '' || hasAttributes(goods.attributes, attributes.split(',')))
  );
}

/** The least exact first. */
const EXACTNESS = ['in_stock', 'ranges', 'exact'] as const;

export type ListedGoods = Goods & {
  /** Where the reader's prices differ from the catalogue's; of a family, those of its cheapest product. */
  readonly own?: OwnPrice;
  /** How many products of its family the row stands for; absent for a product by itself. */
  readonly options?: number;
};

/**
 * One row for each family, in the place of its first product: the cheapest in stock, with the family's name and the stock
 * of all that were found and can be ordered. A family of which one product was found is that product.
 */
export function joinFamilies(goods: readonly ListedGoods[]): ListedGoods[] {
  const families = new Map<string, ListedGoods[]>();
  for (const one of goods) {
    const key = one.family?.id ?? `-${one.id}`;
    families.set(key, [...(families.get(key) ?? []), one]);
  }
  return Array.from(families.values(), (own): ListedGoods => {
    const shown = cheapest(own)!;
    if (own.length === 1) return shown;
    // What each has too little of for its smallest order does not become enough by being added up.
    const stocked = own.filter((one) => !isSoldOut(one, ''));
    const sum = (of: readonly Goods[], count: (one: Goods) => number): number =>
      of.reduce((all, one) => all + count(one), 0);
    return {
      ...shown,
      name: shown.family!.name,
      options: own.length,
      // Which gender is in stock is said on the family's page.
      genders: [],
      stock: sum(stocked, (one) => one.stock),
      // A sum is as exact as the least exact part of it.
      stock_display:
        EXACTNESS.find((display) => stocked.some((one) => one.stock_display === display)) ?? 'exact',
      sold: sum(own, (one) => one.sold),
    };
  });
}
