import { expect, test } from 'vitest';
import { findAbove, findBelow } from './below-floor.ts';

const NOW = new Date('2026-11-01T00:00Z');
const at = (day: number): Date => new Date(NOW.getTime() + day * 86_400_000);

type Steps = Readonly<Record<number, bigint>>;

/** A list of one product with a floor of 5, on from yesterday to the day `ends`. */
const list = (steps: Steps, more: object = {}) => ({
  starts_at: at(-1),
  ends_at: at(1) as Date | null,
  is_on: true,
  prices: new Map(
    Object.entries(steps).map(([from, micro]) => [from, { goodsId: 7n, from: Number(from), micro }]),
  ),
  ...more,
});
const goods = new Map([[7n, { id: 7n, floor_micro: 5n, cost_micro: null } as never]]);

const found = (wanted: ReturnType<typeof list>, before: ReturnType<typeof list> | null) =>
  findBelow({ ...wanted, goods }, before, NOW).map(({ from, lowestMicro }) => [from, lowestMicro]);

const agreed = list({ 5000: 4n });

test.each([
  ['a new list at the floor', list({ 1: 5n }), null, []],
  ['a new list below it', list({ 1: 4n }), null, [[1, 4n]]],
  ['the lowest of several', list({ 1: 9n, 10: 4n, 100: 3n }), null, [[100, 3n]]],
  ['a new list that is off', list({ 1: 4n }, { is_on: false }), null, []],
  ['as it was agreed', list({ 5000: 4n }), agreed, []],
  ['dearer than was agreed', list({ 5000: 4n }), list({ 5000: 3n }), []],
  ['the same price from fewer on', list({ 1: 4n }), agreed, [[1, 4n]]],
  ['the same price from more on', list({ 6000: 4n }), agreed, []],
  ['a lower price', list({ 5000: 3n }), agreed, [[5000, 3n]]],
  ['a price below what was agreed for more', list({ 1: 6n, 100: 4n }), list({ 1: 4n, 100: 6n }), [[100, 4n]]],
  ['a later end', list({ 5000: 4n }, { ends_at: at(2) }), agreed, [[5000, 4n]]],
  ['no end any more', list({ 5000: 4n }, { ends_at: null }), agreed, [[5000, 4n]]],
  ['an earlier end', list({ 5000: 4n }, { ends_at: at(0.5) }), agreed, []],
  ['an earlier start in the past', list({ 5000: 4n }, { starts_at: at(-9) }), agreed, []],
  [
    'an earlier start to come',
    list({ 5000: 4n }, { starts_at: at(0.2) }),
    list({ 5000: 4n }, { starts_at: at(0.5) }),
    [[5000, 4n]],
  ],
  ['on again', list({ 5000: 4n }), list({ 5000: 4n }, { is_on: false }), [[5000, 4n]]],
])('%s', (_, wanted, before, below) => {
  expect(found(wanted, before)).toEqual(below);
});

const regular = { price_micro: 10n, tiers: [{ minQuantity: 100, priceMicro: 7n }] };
const priced = new Map([[7n, { id: 7n, min_quantity: 5, max_quantity: 1000, ...regular } as never]]);

test.each<[string, Steps, [number, bigint][]]>([
  ['a price above the regular one', { 1: 11n }, [[1, 10n]]],
  ['the regular price', { 1: 10n, 100: 7n }, []],
  ['a price above that of a tier, and below that of fewer', { 10: 8n }, []],
  ['a price above that of its tier', { 1: 9n, 100: 8n }, [[100, 7n]]],
  ['one for quantities between which the regular price falls', { 50: 8n, 150: 6n }, []],
  ['one for fewer than an order has, and from more on a lower one', { 1: 11n, 5: 9n }, []],
])('above the regular price: %s', (_, steps, above) => {
  expect(
    findAbove({ ...list(steps), goods: priced }).map(({ from, regularMicro }) => [from, regularMicro]),
  ).toEqual(above);
});
