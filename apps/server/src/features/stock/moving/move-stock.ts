import { formatMicro, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { answerOnce } from '../../../platform/answer-once.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { cutPage, readIdPosition, afterPosition, directionOf } from '../../../platform/lists/by-id.ts';
import { runQuery } from '../../../platform/db/pipeline.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { accountCost, announceCosts } from '../import/batches.sql.ts';
import { findFreeRanges, joinOwn, rangeSplitLocks, STOCK_GENDERS, type ItemRange } from '../stock.sql.ts';
import { firstItems, parseUnsoldFilter } from '../unsold/unsold-items.ts';
import { countItems, MAX_RANGES, namedOf, summarizeRanges } from '../unsold/withdraw-items.ts';
import { endsOf, firstsOf, lockUnsold, putBack, putOnSale, takeOffSale } from '../unsold/withdrawals.sql.ts';

type Chosen = Input<'previewStockMove'>['body'];

/** The unsold accounts of a call: all of its filter, so many of them, or those that it names. */
async function chooseItems(db: Db, body: Chosen): Promise<ItemRange[]> {
  const free = await findFreeRanges(db, parseUnsoldFilter(body), 0n, MAX_RANGES);
  const named = body.item_ids === undefined ? free : namedOf(free, body.item_ids);
  return body.quantity === undefined ? named : firstItems(named, body.quantity);
}

/** What products are sold for is known to a higher feature. */
export type PriceLookups = {
  /** By product, in micro-USDT: the price of one account for everybody, and the lowest that is set for anybody. */
  findSetPrices(db: Db, goodsIds: readonly bigint[], now: Date): Promise<SetPrices>;
};

type SetPrices = ReadonlyMap<bigint, { readonly listMicro: bigint; readonly lowestMicro: bigint }>;

/**
 * The most that an account may have cost to be moved, in micro-USDT, by pair; null for any amount. A move, which takes one person,
 * never makes an account cheaper than what it cost, or than it is already sold for where it is.
 */
export async function findCostLimits(
  { db, clock }: Ctx,
  pairs: readonly Pair[],
  { findSetPrices }: PriceLookups,
): Promise<(bigint | null)[]> {
  const ids = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))];
  const prices = await findSetPrices(db, ids, clock.now());
  return pairs.map((pair) => limitOf(prices, pair));
}

function limitOf(prices: SetPrices, { from, to }: Pair): bigint | null {
  const { lowestMicro } = prices.get(to)!;
  return lowestMicro >= prices.get(from)!.listMicro ? null : lowestMicro;
}

type Pair = { readonly from: bigint; readonly to: bigint };

/**
 * What a move would take, in numbers; moves nothing. Accounts whose import is read in another form than the target's
 * are counted apart (`misfits`), and those that cost more than the target asks (`below_cost`). Refuses an unknown product (notFound) and the same one (parameterError).
 */
export async function previewStockMove(
  ctx: Ctx,
  { body }: Input<'previewStockMove'>,
  prices: PriceLookups,
): Promise<Data<'previewStockMove'>> {
  const { db } = ctx;
  const { from, to } = await findPair(db, body);
  const [limitMicro] = await findCostLimits(ctx, [{ from, to }], prices);
  const items = await chooseItems(db, body);
  const parts = await countByBatch(db, items, to);
  const known = parts.filter(({ costMicro }) => costMicro !== null);
  const count = (some: readonly { readonly accounts: number }[]): number =>
    some.reduce((sum, { accounts }) => sum + accounts, 0);
  const suppliers = new Set(parts.flatMap(({ supplierId }) => supplierId ?? []));
  return {
    accounts: countItems(items),
    misfits: count(parts.filter(({ fits }) => !fits)),
    below_cost: count(parts.filter((part) => costsMore(part, limitMicro))),
    imports: parts.length,
    suppliers: suppliers.size,
    cost: known.length === 0 ? null : formatMicro(known.reduce((sum, one) => sum + one.costMicro!, 0n)),
    unknown_cost: count(parts.filter(({ costMicro }) => costMicro === null)),
    source_stock: await countFreeOf(db, from),
    target_stock: await countFreeOf(db, to),
  };
}

async function findPair(db: Db, body: Chosen): Promise<Pair> {
  const [from, to] = [BigInt(body.goods_id), BigInt(body.to_goods_id)];
  if (from === to) refuse('parameterError', 'to_goods_id: the same product');
  const rows = await db.selectFrom('goods').select('id').where('id', 'in', [from, to]).execute();
  if (rows.length < 2) refuse('notFound', 'goods');
  return { from, to };
}

async function countFreeOf(db: Db, goodsId: bigint): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select coalesce(sum(end_id - next_id), 0)::int as free from stock_ranges where goods_id = ${goodsId}`.execute(
    db,
  );
  return rows[0]!.free;
}

type BatchPart = {
  readonly accounts: number;
  /** Whether the target's accounts are read in the same form. */
  readonly fits: boolean;
  /** What these cost; null where nobody has said. */
  readonly costMicro: bigint | null;
  /** What one of them cost, rounded up. */
  readonly eachMicro: bigint | null;
  readonly supplierId: bigint | null;
};

const costsMore = ({ eachMicro }: Pick<BatchPart, 'eachMicro'>, limitMicro: bigint | null = null): boolean =>
  eachMicro !== null && limitMicro !== null && eachMicro > limitMicro;

/** Whether an import's accounts are written as those of a product are. */
export const fitsForm = sql`
  batch.account_form->>'separator' = target.separator
    and batch.account_form->'columns' = to_jsonb(target.columns)`;

/** Which imports items are of. */
async function countByBatch(db: Db, items: readonly ItemRange[], to: bigint): Promise<BatchPart[]> {
  const { rows } = await sql<BatchPart>`
    select accounts, batch.supplier_id as "supplierId", ${fitsForm} as fits, ${accountCost} as "eachMicro",
      case batch.cost_per when 'each' then batch.cost_micro * accounts
        when 'all' then div(batch.cost_micro::numeric * accounts, greatest(batch.added, 1))::bigint end as "costMicro"
    from (
      select own.batch_id, sum(least(own.end_id, part.end_id) - greatest(own.first_id, part.first_id))::int as accounts
      from unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[]) as part (first_id, end_id)
      ${joinOwn(sql`part.first_id`, sql`part.end_id`)}
      group by own.batch_id) as taken
    join stock_batches batch on batch.id = taken.batch_id
    join goods target on target.id = ${to}
    order by batch.id`.execute(db);
  return rows;
}

type MoveInput = Input<'moveStock'> & { readonly idempotencyKey: string };

/**
 * Moves unsold accounts to another product, all of them in one step; their import, cost and supplier stay theirs. What
 * is sold meanwhile stays sold. Repeated by its key, it answers the same. Refuses an unknown product (notFound), the
 * same one (parameterError), accounts that are written in another form than the target's (accountFormDiffers), and those
 * that would be sold below what they cost, unless one is already sold as cheaply to everybody where it is (belowFloor).
 */
export const moveStock = (
  ctx: Ctx,
  { body, idempotencyKey }: MoveInput,
  prices: PriceLookups,
): Promise<Data<'moveStock'>> =>
  answerOnce(ctx, { key: idempotencyKey, request: ['moveStock', body] }, async (step) => {
    const pair = await findPair(step.db, body);
    const moved = await moveItems(step, { ...pair, items: await chooseItems(step.db, body) }, prices);
    return { moved: moved?.accounts ?? 0, move_id: moved && String(moved.id) };
  });

type Move = Pair & { readonly items: readonly ItemRange[] };

/**
 * Moves those of the items that are unsold, in the caller's transaction; null if none is. Orders under way are waited
 * for, and wait: an item is taken either by an order of its old product, or by one of its new product, or by none. Refuses
 * what `moveStock` refuses of them.
 */
export async function moveItems(
  step: Ctx,
  { from, to, items }: Move,
  prices: PriceLookups,
): Promise<{ readonly id: bigint; readonly accounts: number } | null> {
  const { db, clock, actor, live } = step;
  await lockUnsold(db);
  await holdGoods(db, [from, to]);
  await keepRanges(db, [from, to]);
  const taken = await takeOfGoods(db, from, items);
  if (taken.length === 0) return null;
  const parts = await countByBatch(db, taken, to);
  if (parts.some(({ fits }) => !fits)) refuse('accountFormDiffers');
  const found = await prices.findSetPrices(db, [from, to], clock.now());
  if (parts.some((part) => costsMore(part, limitOf(found, { from, to }))))
    refuseField('belowFloor', 'to_goods_id', 'small');
  await putOnSale(
    db,
    taken.map((range) => ({ ...range, goodsId: to })),
  );
  const accounts = countItems(taken);
  const row = {
    from_goods: from,
    to_goods: to,
    accounts,
    lowest_micro: found.get(from)!.lowestMicro,
    user_id: actor.kind === 'user' ? actor.userId : null,
    created_at: clock.now(),
  };
  const { id } = await db.insertInto('stock_moves').values(row).returning('id').executeTakeFirstOrThrow();
  await recordRanges(db, id, to, taken);
  await announceCosts(step, [from, to]);
  live.changed('stock');
  await recordAudit(step, {
    action: 'stock.move',
    subject: `goods:${from}`,
    after: { goodsId: to, move: id, moved: accounts, ...summarizeRanges(taken) },
  });
  return { id, accounts };
}

/** Form and prices must not change before the accounts are there. By id, as whoever changes several products. */
const holdGoods = (db: Db, goods: readonly bigint[]): Promise<unknown> =>
  sql`
    select from goods where id = any(${idArray(goods)}::bigint[]) order by id for no key update`.execute(db);

/** Ranges of both change: who locks all of several products takes them in this order. */
const keepRanges = (db: Db, goods: readonly bigint[]): Promise<void> =>
  runQuery(db, rangeSplitLocks(goods.map((goodsId) => ({ goodsId, gender: 'unspecified' }))));

const takeOfGoods = (db: Db, goodsId: bigint, items: readonly ItemRange[]) =>
  takeOffSale(
    db,
    STOCK_GENDERS.map((gender) => ({ goodsId, gender })),
    items,
  );

async function recordRanges(db: Db, moveId: bigint, to: bigint, items: readonly ItemRange[]): Promise<void> {
  const parts = sql`unnest(${firstsOf(items)}::bigint[], ${endsOf(items)}::bigint[])`;
  await sql`
    insert into stock_move_ranges (move_id, first_id, end_id)
    select ${moveId}::bigint, * from ${parts}`.execute(db);
  await sql`
    insert into stock_batch_goods (batch_id, goods_id)
    select distinct own.batch_id, ${to}::bigint
    from ${parts} as part (first_id, end_id)
    ${joinOwn(sql`part.first_id`, sql`part.end_id`)}
    join stock_batches batch on batch.id = own.batch_id and batch.goods_id <> ${to}
    on conflict do nothing`.execute(db);
}

/**
 * Moves back what is still unsold where a move brought it. One by age also turns its rule off, which would move them
 * again. Repeated, it moves nothing more. Refuses an unknown move (notFound), and one whose accounts would be sold below
 * what they cost, where they came from has become cheaper since (belowFloor).
 */
export async function undoStockMove(
  ctx: Ctx,
  { params }: Input<'undoStockMove'>,
  prices: PriceLookups,
): Promise<Data<'undoStockMove'>> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock, live } = step;
    await lockUnsold(db);
    const move = await db
      .selectFrom('stock_moves')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!move) return refuse('notFound', 'move');
    if (move.undone_at)
      return { moved_back: move.undone_accounts ?? 0, rule_off: await hasRuleOff(db, move) };
    const items = await db
      .selectFrom('stock_move_ranges')
      .select(['first_id as firstId', 'end_id as endId'])
      .where('move_id', '=', id)
      .execute();
    const back = { from: move.to_goods, to: move.from_goods };
    await holdGoods(db, [back.from, back.to]);
    await keepRanges(db, [back.from, back.to]);
    const taken = await takeOfGoods(db, back.from, items);
    const found = await prices.findSetPrices(db, [back.from, back.to], clock.now());
    const isCheaper = found.get(back.to)!.lowestMicro < move.lowest_micro;
    const parts = await countByBatch(db, taken, back.to);
    if (isCheaper && parts.some((part) => costsMore(part, limitOf(found, back)))) refuse('belowFloor');
    // Those of an import that waits by now wait with it.
    await putBack(
      db,
      taken.map((range) => ({ ...range, goodsId: move.from_goods })),
    );
    const accounts = countItems(taken);
    const undone = { undone_at: clock.now(), undone_accounts: accounts };
    await db.updateTable('stock_moves').set(undone).where('id', '=', id).execute();
    const rule = move.user_id === null && (await turnRuleOff(db, move));
    await announceCosts(step, [back.from, back.to]);
    live.changed('stock');
    await recordAudit(step, {
      action: 'stock.moveBack',
      subject: `goods:${move.to_goods}`,
      after: {
        goodsId: move.from_goods,
        move: id,
        moved: accounts,
        ...summarizeRanges(taken),
      },
    });
    if (rule)
      await recordAudit(step, {
        action: 'stock.ageingRule',
        subject: `goods:${rule.goods_id}`,
        before: factsOfRule({ ...rule, is_on: true }),
        after: factsOfRule(rule),
      });
    return { moved_back: accounts, rule_off: await hasRuleOff(db, move) };
  });
}

export type RuleRow = { goods_id: bigint; to_goods: bigint; days: number; is_on: boolean };

export const factsOfRule = ({ to_goods: to, days, is_on: isOn }: RuleRow) => ({ goodsId: to, days, isOn });

export const findRule = async (db: Db, goodsId: bigint): Promise<RuleRow | null> =>
  (await db.selectFrom('ageing_rules').selectAll().where('goods_id', '=', goodsId).executeTakeFirst()) ??
  null;

type Moved = { readonly from_goods: bigint; readonly to_goods: bigint; readonly user_id: bigint | null };

/** Turns off the rule that made a move; returns it if it was on. */
const turnRuleOff = (db: Db, { from_goods: from, to_goods: to }: Moved): Promise<RuleRow | undefined> =>
  db
    .updateTable('ageing_rules')
    .set({ is_on: false })
    .where('goods_id', '=', from)
    .where('to_goods', '=', to)
    .where('is_on', '=', true)
    .returningAll()
    .executeTakeFirst();

/** Whether a move was made by a rule that is off now. */
async function hasRuleOff(
  db: Db,
  { from_goods: from, to_goods: to, user_id: userId }: Moved,
): Promise<boolean> {
  if (userId !== null) return false;
  const rule = await findRule(db, from);
  return rule !== null && rule.to_goods === to && !rule.is_on;
}

type MoveRow = {
  readonly id: bigint;
  readonly from_goods: bigint;
  readonly to_goods: bigint;
  readonly accounts: number;
  readonly username: string | null;
  readonly created_at: Date;
  readonly undone_accounts: number | null;
  readonly unsold: number;
};

/** Moves, newest first, with how many of each are still unsold where they were moved to. */
export async function listStockMoves(
  { db }: Ctx,
  { query }: Input<'listStockMoves'>,
): Promise<Data<'listStockMoves'>> {
  const position = readIdPosition(query);
  const direction = sql.raw(directionOf(position));
  const { rows } = await sql<MoveRow>`
    select move.*, username, unsold from (
      select id, from_goods, to_goods, accounts, user_id, created_at, undone_accounts from stock_moves
      where ${afterPosition('id', position)} order by id ${direction} limit ${query.limit + 1}) as move
    cross join lateral (
      select coalesce(sum(least(free.end_id, own.end_id) - greatest(free.next_id, own.first_id)), 0)::int as unsold
      from stock_move_ranges own
      join stock_ranges free on free.goods_id = move.to_goods
        and free.next_id < own.end_id and free.end_id > own.first_id
      where own.move_id = move.id and move.undone_accounts is null) as left_there
    left join users on users.id = move.user_id
    order by move.id ${direction}`.execute(db);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const items = shown.map((row) => ({
    id: String(row.id),
    goods_id: String(row.from_goods),
    to_goods_id: String(row.to_goods),
    accounts: row.accounts,
    unsold: row.unsold,
    username: row.username,
    created_at: row.created_at.toISOString(),
    moved_back: row.undone_accounts,
  }));
  return { items, next_cursor: nextCursor, total: null };
}
