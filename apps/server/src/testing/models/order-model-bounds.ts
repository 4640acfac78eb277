import type { Gender } from '@portside/contract';

/* The small world that the model of orders and its commands share. */

export type StockLane = 'any' | 'male' | 'female';

/** Product 0 is sold without gender, 1 by gender. */
type Body = {
  readonly goods: 0 | 1;
  readonly gender: Gender;
  readonly quantity: number;
  readonly unit_price?: string;
  readonly email?: string;
};

export const BODIES: readonly Body[] = [
  { goods: 0, gender: 'random', quantity: 1 },
  { goods: 0, gender: 'random', quantity: 3, unit_price: '1' },
  { goods: 1, gender: 'male', quantity: 2 },
  { goods: 1, gender: 'female', quantity: 1, email: 'friend@example.test' },
  { goods: 0, gender: 'random', quantity: 1, unit_price: '0.9' },
  { goods: 0, gender: 'male', quantity: 1 },
  { goods: 0, gender: 'random', quantity: 11 },
];
export const KEYS = 4;
export const STOCK: Readonly<Record<StockLane, number>> = { any: 9, male: 4, female: 2 };
export const FUNDS = [7, 10];
