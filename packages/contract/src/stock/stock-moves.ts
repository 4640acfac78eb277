import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { Day, Id, page, pageQuery, selection, Time, whole, wholeListQuery } from '../wire/values.ts';
import { unsold } from './stock.ts';

/** Unsold accounts that were moved to another product. */
const StockMove = z.object({
  id: Id,
  goods_id: Id,
  to_goods_id: Id,
  accounts: z.int(),
  /** How many are still unsold where they were moved to. */
  unsold: z.int(),
  /** Null for a move by age. */
  username: z.nullable(z.string()),
  created_at: Time,
  /** How many were moved back; null if it was not undone. */
  moved_back: z.nullable(z.int()),
});
export type StockMove = z.infer<typeof StockMove>;

/** At so many days, unsold accounts of a product become another one's. */
const ageing = { to_goods_id: Id, days: whole(1, 3650), is_on: z._default(z.boolean(), false) };
const AgeingRule = z.object({ goods_id: Id, to_goods_id: Id, days: z.int(), is_on: z.boolean() });
export type AgeingRule = z.infer<typeof AgeingRule>;

const AgeingStock = z.object({
  /** When they are moved; today where they are old enough. */
  day: Day,
  goods_id: Id,
  to_goods_id: Id,
  batch_id: Id,
  accounts: z.int(),
  /** False where the import's accounts are written in another form than the target's: these stay. */
  fits: z.boolean(),
  /** Accounts that cost more than the other product asks: these stay too. */
  below_cost: z.boolean(),
  is_on: z.boolean(),
});
export type AgeingStock = z.infer<typeof AgeingStock>;

const AgeingGoods = z.object({ goods_id: Id });
/** All of the filter, so many of it, or those given. */
const Moved = z.object({
  ...unsold,
  to_goods_id: Id,
  quantity: selection(whole(1)),
  item_ids: selection(z.array(Id).check(z.minLength(1), z.maxLength(500))),
});

export const stockMovesEndpoints = endpoints({
  listStockMoves: {
    summary: 'Moves of unsold accounts to other products, newest first',
    query: z.object(pageQuery),
    data: page(StockMove),
  },
  previewStockMove: {
    perMinute: 60,
    summary: 'What a move of unsold accounts to another product would take, in numbers; moves nothing',
    body: Moved,
    data: z.object({
      accounts: z.int(),
      /** Accounts that are written in another form than the target's: with any of them the move is refused. */
      misfits: z.int(),
      /** Accounts that cost more than the other product asks, and would become cheaper: the move is refused too. */
      below_cost: z.int(),
      imports: z.int(),
      suppliers: z.int(),
      /** What they cost, in USDT, as far as it is known; null where it is of none. */
      cost: z.nullable(z.string()),
      unknown_cost: z.int(),
      /** Unsold accounts of both products now. */
      source_stock: z.int(),
      target_stock: z.int(),
    }),
  },
  moveStock: {
    freshCode: true,
    idempotent: true,
    summary:
      'Move unsold accounts to another product in one step; cost and supplier stay those of their import. Refused if ' +
      'the other product’s accounts are written in another form, or it would sell them below what they cost',
    body: Moved,
    data: z.object({ moved: z.int(), move_id: z.nullable(Id) }),
  },
  undoStockMove: {
    freshCode: true,
    summary: 'Move back what is still unsold of a move. A move by age also turns its rule off (`rule_off`)',
    params: z.object({ id: Id }),
    data: z.object({ moved_back: z.int(), rule_off: z.boolean() }),
  },
  listAgeingRules: {
    summary: 'At how many days unsold accounts of a product become another one’s',
    data: page(AgeingRule),
  },
  setAgeingRule: {
    freshCode: true,
    summary:
      'Set a product’s rule: at so many days its unsold accounts are moved to another product. Off unless `is_on`',
    params: AgeingGoods,
    body: z.object(ageing),
    data: AgeingRule,
  },
  deleteAgeingRule: {
    summary: 'Delete a product’s rule; nothing is moved back',
    params: AgeingGoods,
    data: z.null(),
  },
  listAgeingStock: {
    summary: 'What the rules will move within some days, by import; those that are off too',
    query: z.object({
      days: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(0), z.lte(365)), 7),
      limit: wholeListQuery.limit,
    }),
    data: page(AgeingStock),
  },
});
