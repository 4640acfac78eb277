import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

/** The lowest unit price at any quantity, as on the wire. */
export const lowestPrice = ({ price, price_tiers }: Pick<Goods, 'price' | 'price_tiers'>): string =>
  [price, ...price_tiers.map((tier) => tier.price)].reduce(lower);

/** The lower of two amounts on the wire. */
export const lower = (a: string, b: string): string => (parseMicro(b) < parseMicro(a) ? b : a);
