import {
  formatMicro,
  parseMicro,
  type FieldFault,
  type Input,
  type PriceEffect,
  type PriceList,
} from '@portside/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../../platform/db/db.ts';
import { refuse, refuseField, Refusal } from '../../../platform/refusal.ts';
import { findGoods, type GoodsRow } from '../../goods/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import type { PriceListRow } from '../prices.sql.ts';
import type { ListedPrices } from './below-floor.ts';
import { findLists, presentList } from './price-lists.ts';

export type PriceListInput = Omit<Input<'createPriceList'>['body'], 'reason'>;

export type StoredList = PriceListRow & { readonly prices: ListedPrices };

export type WantedList = Pick<
  PriceListRow,
  'name' | 'kind' | 'level_id' | 'user_id' | 'starts_at' | 'ends_at' | 'is_on'
> & {
  readonly prices: ListedPrices;
  readonly goods: ReadonlyMap<bigint, GoodsRow>;
};

export const keyOf = (goodsId: bigint, from: number): string => `${goodsId} ×${from}`;

/**
 * A price list as an operator entered it. Refuses a level or buyer that is missing (missingParameters), that the list is
 * not for (parameterError) or that does not exist (notFound, userDoesNotExist), a promotion without an end, an end before
 * the start or, of a new list, before now, and, naming each, prices of unknown products, of more accounts than an order
 * may have, or twice (parameterError).
 */
export async function parsePriceList(
  { db, clock }: Ctx,
  input: PriceListInput,
  before: StoredList | null,
): Promise<WantedList> {
  const now = clock.now();
  const owner = before ?? (await findOwner(db, input));
  const starts_at = input.starts_at === undefined ? (before?.starts_at ?? now) : new Date(input.starts_at);
  const ends_at = input.ends_at === undefined ? null : new Date(input.ends_at);
  if (owner.kind === 'promotion' && ends_at === null) refuseField('missingParameters', 'ends_at', 'missing');
  if (ends_at !== null && (ends_at <= starts_at || (!before && ends_at <= now)))
    refuseField('parameterError', 'ends_at', 'wrong');
  const ids = [...new Set(input.prices.map((price) => BigInt(price.goods_id)))];
  const goods = await findGoods(db, ids);
  return {
    name: input.name,
    kind: owner.kind,
    level_id: owner.level_id,
    user_id: owner.user_id,
    starts_at,
    ends_at,
    is_on: input.is_on,
    prices: parsePrices(input, goods),
    goods,
  };
}

async function findOwner(
  db: Db,
  { kind, level_id, username }: PriceListInput,
): Promise<Pick<PriceListRow, 'kind' | 'level_id' | 'user_id'>> {
  // What is meant for one buyer would be for everybody, or the other way round.
  if (level_id !== undefined && kind !== 'level') refuseField('parameterError', 'level_id', 'wrong');
  if (username !== undefined && kind !== 'buyer') refuseField('parameterError', 'username', 'wrong');
  if (kind === 'promotion') return { kind, level_id: null, user_id: null };
  if (kind === 'level') {
    if (level_id === undefined) refuseField('missingParameters', 'level_id', 'missing');
    return { kind, level_id: BigInt(level_id), user_id: null };
  }
  if (username === undefined) refuseField('missingParameters', 'username', 'missing');
  const user = (await findUserByUsername(db, username)) ?? refuse('userDoesNotExist');
  return { kind, level_id: null, user_id: user.id };
}

function parsePrices(input: PriceListInput, goods: ReadonlyMap<bigint, GoodsRow>): ListedPrices {
  const faults: FieldFault[] = [];
  const prices = new Map<string, { goodsId: bigint; from: number; micro: bigint }>();
  for (const [index, { goods_id, min_quantity: from, price }] of input.prices.entries()) {
    const at = (field: string) => `prices.${index}.${field}`;
    const product = goods.get(BigInt(goods_id));
    const key = keyOf(BigInt(goods_id), from);
    if (!product) faults.push({ field: at('goods_id'), fault: 'unknown', value: goods_id });
    else if (from > product.max_quantity)
      faults.push({ field: at('min_quantity'), fault: 'large', limit: product.max_quantity });
    else if (prices.has(key)) faults.push({ field: at('min_quantity'), fault: 'twice' });
    prices.set(key, { goodsId: BigInt(goods_id), from, micro: parseMicro(price) });
  }
  if (faults.length > 0) throw new Refusal('parameterError', `${faults.length} prices`, faults.slice(0, 100));
  return prices;
}

/** Writes a new list, or what it is instead of `before`, which is locked. Refuses an unknown level (notFound). */
export async function writeList(
  step: Ctx,
  wanted: WantedList,
  before: StoredList | null,
): Promise<PriceList> {
  const { db, clock } = step;
  const { prices, goods: _, ...values } = wanted;
  const query = before
    ? db.updateTable('price_lists').set(values).where('id', '=', before.id).returningAll()
    : db
        .insertInto('price_lists')
        .values({ ...values, created_at: clock.now() })
        .returningAll();
  const after = await query.executeTakeFirstOrThrow().catch((error: unknown) => {
    if (brokenConstraint(error) === 'price_lists_level_id_fkey') refuse('notFound', 'level');
    throw error;
  });
  await replacePrices(db, after.id, prices);
  const changes = changedPrices(before?.prices ?? new Map(), prices);
  await recordAudit(step, {
    action: before ? 'priceList.update' : 'priceList.create',
    subject: `priceList:${after.id}`,
    before: before && factsOf(before, changes.before),
    after: factsOf(after, changes.after),
  });
  const [shown] = await findLists(db, [sql<boolean>`list.id = ${after.id}`], 1);
  return presentList(step, shown!);
}

async function replacePrices(db: Db, listId: bigint, prices: ListedPrices): Promise<void> {
  const rows = [...prices.values()];
  await db.deleteFrom('price_list_prices').where('list_id', '=', listId).execute();
  await sql`
    insert into price_list_prices (list_id, goods_id, min_quantity, price_micro)
    select ${listId}, * from unnest(
      ${idArray(rows.map(({ goodsId }) => goodsId))}::bigint[],
      ${idArray(rows.map(({ from }) => from))}::int[],
      ${idArray(rows.map(({ micro }) => micro))}::bigint[])`.execute(db);
}

/** Of a long list, only what differs is written down. */
function changedPrices(
  before: ListedPrices,
  after: ListedPrices,
): { before: ListedPrices; after: ListedPrices } {
  const without = (prices: ListedPrices, other: ListedPrices): ListedPrices =>
    new Map([...prices].filter(([key, { micro }]) => other.get(key)?.micro !== micro));
  return { before: without(before, after), after: without(after, before) };
}

/** An object of prices by "product ×quantity". */
export const factsOf = (
  { name, kind, level_id, user_id, starts_at, ends_at, is_on }: Omit<PriceListRow, 'id' | 'created_at'>,
  prices: ListedPrices,
) => ({
  name,
  kind,
  level_id: level_id?.toString() ?? null,
  user_id: user_id?.toString() ?? null,
  starts_at,
  ends_at,
  isOn: is_on,
  prices: Object.fromEntries([...prices].map(([key, { micro }]) => [key, formatMicro(micro)])),
});

/** Locks the list until the transaction ends. Refuses an unknown one (notFound). */
export async function lockList(db: Db, id: string): Promise<StoredList> {
  await sql`select from price_lists where id = ${BigInt(id)} for no key update`.execute(db);
  return readStoredList(db, id);
}

/** A list with its prices. Refuses an unknown one (notFound). */
export async function readStoredList(db: Db, id: string): Promise<StoredList> {
  const row =
    (await db.selectFrom('price_lists').selectAll().where('id', '=', BigInt(id)).executeTakeFirst()) ??
    refuse('notFound', 'price list');
  const prices = await db
    .selectFrom('price_list_prices')
    .selectAll()
    .where('list_id', '=', row.id)
    .orderBy('goods_id')
    .orderBy('min_quantity')
    .execute();
  const stored = prices.map(
    ({ goods_id: goodsId, min_quantity: from, price_micro: micro }) =>
      [keyOf(goodsId, from), { goodsId, from, micro }] as const,
  );
  return { ...row, prices: new Map(stored) };
}

const MOST_OVERLAPS = 20;

/** Other lists for the same buyers, on at some of the same time, with some of the same products. */
export async function findOverlaps(
  db: Db,
  list: WantedList & { readonly id: bigint | null },
): Promise<PriceEffect['overlaps']> {
  const goodsIds = [...new Set([...list.prices.values()].map(({ goodsId }) => goodsId))];
  const { rows } = await sql<{ id: bigint; name: string; products: number }>`
    select other.id, other.name, count(distinct price.goods_id)::int as products
    from price_lists other join price_list_prices price on price.list_id = other.id
    where other.is_on and other.kind = ${list.kind} and other.id is distinct from ${list.id}
      and other.level_id is not distinct from ${list.level_id}
      and other.user_id is not distinct from ${list.user_id}
      and (other.ends_at is null or other.ends_at > ${list.starts_at})
      and (${list.ends_at}::timestamptz is null or other.starts_at < ${list.ends_at})
      and price.goods_id = any(${idArray(goodsIds)}::bigint[])
    group by other.id order by other.id desc limit ${MOST_OVERLAPS}`.execute(db);
  return rows.map(({ id, ...row }) => ({ id: id.toString(), ...row }));
}
