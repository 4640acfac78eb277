import * as z from 'zod/mini';
import { Id } from '../wire/values.ts';

/** From `min_quantity` on, one account of the product costs `price`. */
export const ListPrice = z.object({
  goods_id: Id,
  name: z.string(),
  min_quantity: z.int(),
  price: z.string(),
});
export type ListPrice = z.infer<typeof ListPrice>;

/** A product with a price below its floor, and the lowest of these prices. */
const BelowFloor = z.object({ goods_id: Id, name: z.string(), lowest: z.string(), floor: z.string() });

/** A product that costs more an account from a larger quantity on than `below` it; without an id where it is new. */
const below = z.pick(ListPrice, { min_quantity: true, price: true });
export const Dearer = z.extend(ListPrice, { goods_id: z.nullable(Id), below });
export type Dearer = z.infer<typeof Dearer>;

/** A price of a list that is above the product's own, and so is never asked. */
export const AbovePrice = z.extend(ListPrice, { regular: z.string() });
export type AbovePrice = z.infer<typeof AbovePrice>;

/** What a change of prices would do, computed on what was ordered in the last 30 days. */
export const PriceEffect = z.object({
  /** Products of which somebody's price changes. */
  products: z.int(),
  /** Orders of the last 30 days that would cost something else, and how many buyers placed them. */
  orders: z.int(),
  buyers: z.int(),
  /** All sales of the last 30 days, and by how much they would be more, or with a minus less. */
  sales: z.string(),
  change: z.string(),
  /** In percent of the sales, with at most one decimal; null where nothing was sold. */
  change_percent: z.nullable(z.string()),
  /** Whether all orders of the 30 days were counted, or only the newest 20,000. */
  is_whole: z.boolean(),
  /** Products with a price below their floor, the first 20 of so many: the change waits for a second person. */
  below_floor: z.array(BelowFloor),
  below_floor_count: z.int(),
  /** Products whose price rises with the quantity, the first 20 of so many: allowed, and mostly a slip. */
  dearer: z.array(Dearer),
  dearer_count: z.int(),
  /** Prices above the product's own, the first 20 of so many: allowed, and nobody pays them. */
  above: z.array(AbovePrice),
  above_count: z.int(),
  /** Promotions with a product of this one at the same time, where the lower price wins. */
  overlaps: z.array(z.object({ id: Id, name: z.string(), products: z.int() })),
});
export type PriceEffect = z.infer<typeof PriceEffect>;
