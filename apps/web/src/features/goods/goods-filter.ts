import { parseMicro } from '@portside/contract/wire/money';
import { useSearchParams } from '../../lib/site-location.tsx';
import type { Goods } from '@portside/contract';
import { lowestPriceMicro, parsePrices } from '@portside/contract/wire/price';
import { stockLevel, stockOf } from './goods-facts.ts';
import { searchGoods } from './search-goods.ts';

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
  return next;
}

/** The parameters of the list: on the sign-in page, of the one that the visitor comes to afterwards. */
export function listQuery(search: URLSearchParams): URLSearchParams {
  const next = search.get('redirect');
  return next === null ? search : new URLSearchParams(next.split('?')[1]);
}

/** The URL's parameters with parts of the filter changed; on the sign-in page, the visitor comes to that list. */
export function changeGoodsFilter(search: URLSearchParams, part: Partial<GoodsFilter>): URLSearchParams {
  const query = listQuery(search);
  const list = writeGoodsFilter(query, { ...readGoodsFilter(query), ...part });
  if (!search.has('redirect')) return list;
  const signIn = new URLSearchParams(search);
  signIn.set('redirect', `/mobile/purchase-account?${list}`.replace(/\?$/, ''));
  return signIn;
}

/** How many of the filters that are folded away are set. */
export const countFolded = ({ priceFrom, priceTo, warranty, variant }: GoodsFilter): number =>
  [priceFrom !== '' || priceTo !== '', warranty > 0, variant !== ''].filter(Boolean).length;

/** Whether anything but the order is asked for. */
export const isFiltered = (filter: GoodsFilter): boolean =>
  filter.category !== '' || filter.q !== '' || filter.isInStock || countFolded(filter) > 0;

/** The URL's filter, and a setter for parts of it. */
export function useGoodsFilter(): [GoodsFilter, (part: Partial<GoodsFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = readGoodsFilter(listQuery(search));
  const change = (part: Partial<GoodsFilter>) =>
    setSearch((now) => changeGoodsFilter(now, part), { replace: true, preventScrollReset: true });
  return [filter, change];
}

/**
 * The products that pass the filter. What is sold out comes last in every order; a search without an order of its own
 * has the best match first. Where a gender is asked for, only its stock counts.
 */
export function filterGoods(goods: readonly Goods[], filter: GoodsFilter): Goods[] {
  const passed = goods.filter((one) => isWanted(one, filter));
  const found = filter.q === '' ? passed : searchGoods(passed, filter.q);
  if (filter.sort === '') return found;
  const { variant } = filter;
  const compare = ORDERS[filter.sort];
  return found.toSorted(
    (a, b) => Number(isSoldOut(a, variant)) - Number(isSoldOut(b, variant)) || compare(a, b, variant),
  );
}

type Variant = GoodsFilter['variant'];

const isSoldOut = (goods: Goods, variant: Variant): boolean =>
  stockLevel({ ...goods, stock: stockOf(goods, variant) }) === 'soldOut';

const priceMicro = (goods: Goods): bigint => lowestPriceMicro(parsePrices(goods));

const byPrice = (a: Goods, b: Goods): number => Number(priceMicro(a) - priceMicro(b));

type Compare = (a: Goods, b: Goods, variant: Variant) => number;

const ORDERS: Readonly<Record<Exclude<GoodsFilter['sort'], ''>, Compare>> = {
  newest: (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
  stock: (a, b, variant) => stockOf(b, variant) - stockOf(a, variant),
  sold: (a, b) => b.sold - a.sold,
};

function isWanted(goods: Goods, filter: GoodsFilter): boolean {
  const { category, isInStock, priceFrom, priceTo, warranty, variant } = filter;
  return (
    (category === '' || goods.category.id === category) &&
    (!isInStock || !isSoldOut(goods, variant)) &&
    (priceFrom === '' || priceMicro(goods) >= parseMicro(priceFrom)) &&
    (priceTo === '' || priceMicro(goods) <= parseMicro(priceTo)) &&
    goods.warranty_hours >= warranty &&
    (variant === '' || goods.genders.includes(variant))
  );
}
