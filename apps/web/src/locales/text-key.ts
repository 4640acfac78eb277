import type { catalogue as address } from './en/address.ts';
import type { catalogue as admin } from './en/admin/index.ts';
import type { browse } from './en/browse.ts';
import type { home } from './en/home.ts';
import type { catalogue as shop } from './en/index.ts';
import type { catalogue as named } from './en/named.ts';
import type { orders } from './en/orders.ts';
import type { catalogue as pay } from './en/pay.ts';
import type { product } from './en/product.ts';
import type { recharges } from './en/recharges.ts';
import type { catalogue as service } from './en/service/index.ts';

/** The texts of the shop and those that are loaded with their pages. */
type Groups = {
  translation: typeof shop & {
    browse: typeof browse;
    home: typeof home;
    orders: typeof orders;
    product: typeof product;
    recharges: typeof recharges;
  };
  address: typeof address;
  admin: typeof admin;
  named: typeof named;
  pay: typeof pay;
  service: typeof service;
};
export type Group = keyof Groups;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutForm<K extends string> = K extends `${infer Base}_${PluralForm}` ? Base : K;
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type Qualified<G extends Group> = G extends Group ? `${G}:${Paths<Groups[G]>}` : never;

/** The name of a text of a group, or of several: then those of the first need no prefix, others do (`admin:…`). */
export type TextKey<G extends Group | readonly Group[] = 'translation'> = G extends readonly [
  infer First extends Group,
  ...infer Rest extends readonly Group[],
]
  ? Paths<Groups[First]> | Qualified<First | Rest[number]>
  : G extends Group
    ? Paths<Groups[G]> | Qualified<G>
    : never;
