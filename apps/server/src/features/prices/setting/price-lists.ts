import {
  formatMicro,
  textIn,
  type Data,
  type Input,
  type Language,
  type ListPrice,
  type PriceList,
  type PriceListDetails,
  type PriceState,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { mapNames, type NameById } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { cutPage, readIdCursor } from '../../../platform/lists/by-id.ts';
import { pageOf, prefixPattern } from '../../../platform/lists/pages.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Texts } from '../../goods/index.ts';
import type { PriceListRow } from '../prices.sql.ts';
import { presentLevelName } from '../prices.ts';

/** Price lists of levels and buyers, and promotions, newest first. */
export async function listPriceLists(
  ctx: Ctx,
  { query }: Input<'listPriceLists'>,
): Promise<Data<'listPriceLists'>> {
  const before = readIdCursor(query.cursor);
  const conditions = [
    before !== undefined && sql<boolean>`list.id < ${before}`,
    query.promotion && sql<boolean>`(list.kind = 'promotion') = ${query.promotion === 'true'}`,
    query.q &&
      sql<boolean>`(list.name ilike ${prefixPattern(query.q)} or username ilike ${prefixPattern(query.q)})`,
  ].filter((one) => typeof one === 'object');
  const { shown, nextCursor } = cutPage(await findLists(ctx.db, conditions, query.limit + 1), query.limit);
  return { items: shown.map((row) => presentList(ctx, row)), next_cursor: nextCursor, total: null };
}

/** A price list with its prices, in the order of the products. Refuses an unknown one (notFound). */
export async function readPriceList(ctx: Ctx, { params }: Input<'readPriceList'>): Promise<PriceListDetails> {
  const id = BigInt(params.id);
  const [row] = await findLists(ctx.db, [sql<boolean>`list.id = ${id}`], 1);
  if (!row) return refuse('notFound', 'price list');
  const prices = await findShownPrices(ctx.db, [id], ctx.language);
  return { ...presentList(ctx, row), prices: prices.get(id) ?? [] };
}

/** A buyer has few lists. */
const MOST_OWN = 100;
/** Prices of each that are shown beside it. */
const MOST_PRICES = 3;

/** A buyer's level and the newest of their own lists, each with its first prices. Refuses an unknown user (userDoesNotExist). */
export async function readUserPrices(
  ctx: Ctx,
  { params }: Input<'readUserPrices'>,
): Promise<Data<'readUserPrices'>> {
  const { db, language } = ctx;
  const id = BigInt(params.id);
  const user = await db
    .selectFrom('users')
    .leftJoin('buyer_levels as level', 'level.id', 'users.level_id')
    .select(['level_held', 'level.id', 'level.name', 'level.colour'])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!user) return refuse('userDoesNotExist');
  const rows = await findLists(db, [sql<boolean>`list.user_id = ${id}`], MOST_OWN);
  const ids = rows.map((row) => row.id);
  const prices = await findShownPrices(db, ids, language, MOST_PRICES);
  return {
    level: levelOf(user, language),
    level_held: user.level_held,
    lists: rows.map((row) => ({
      ...presentList(ctx, row),
      prices: prices.get(row.id) ?? [],
      prices_count: row.prices,
    })),
  };
}

const COLUMNS: Columns<ListPrice> = {
  goods_id: (row) => row.goods_id,
  product: (row) => row.name,
  min_quantity: { number: (row) => row.min_quantity },
  price: { number: (row) => row.price },
};

/** The prices of a list as a file that `previewPriceFile` reads. Refuses an unknown list (notFound). */
export async function exportPriceList(
  ctx: Ctx,
  { params, query }: Input<'exportPriceList'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { prices } = await readPriceList(ctx, { params });
  return sendList(ctx, reply, {
    name: `price-list-${params.id}`,
    action: 'priceList.export',
    subject: `priceList:${params.id}`,
    query,
    columns: COLUMNS,
    readPage: async (part) => pageOf(prices, part),
  });
}

type ShownList = PriceListRow & {
  readonly level_name: Texts | null;
  readonly level_colour: string | null;
  readonly username: string | null;
  readonly products: number;
  readonly prices: number;
};

/** The newest first, with whose they are. */
export async function findLists(
  db: Db,
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
): Promise<ShownList[]> {
  const { rows } = await sql<ShownList>`
    select list.*, level.name as level_name, level.colour as level_colour, users.username,
      prices.products, prices.count as prices
    from price_lists list
      left join buyer_levels level on level.id = list.level_id
      left join users on users.id = list.user_id
      cross join lateral (
        select count(distinct goods_id)::int as products, count(*)::int as count
        from price_list_prices where list_id = list.id) as prices
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by list.id desc limit ${limit}`.execute(db);
  return rows;
}

type PriceRow = {
  readonly list_id: bigint;
  readonly goods_id: bigint;
  readonly name: Texts;
  readonly min_quantity: number;
  readonly price_micro: bigint;
};

/** The prices of lists in the order of the products, with their names; at most so many of each. */
async function findShownPrices(
  db: Db,
  ids: readonly bigint[],
  language: Language,
  most: number | null = null,
): Promise<Map<bigint, ListPrice[]>> {
  const { rows } = await sql<PriceRow>`
    select list.id as list_id, price.* from unnest(${idArray(ids)}::bigint[]) as list (id), lateral (
      select goods_id, goods.name, price.min_quantity, price.price_micro
      from price_list_prices price join goods on goods.id = price.goods_id
      where price.list_id = list.id
      order by goods.sort, goods_id, price.min_quantity limit ${most}) as price`.execute(db);
  const shown = rows.map((row) => ({
    listId: row.list_id,
    price: {
      goods_id: row.goods_id.toString(),
      name: textIn(row.name, language),
      min_quantity: row.min_quantity,
      price: formatMicro(row.price_micro),
    },
  }));
  return new Map(
    [...Map.groupBy(shown, (one) => one.listId)].map(([id, of]) => [id, of.map(({ price }) => price)]),
  );
}

export const presentList = ({ clock, language }: Ctx, row: ShownList): PriceList => ({
  id: row.id.toString(),
  name: row.name,
  kind: row.kind,
  level: levelOf({ id: row.level_id, name: row.level_name, colour: row.level_colour }, language),
  user: row.user_id === null ? null : { id: row.user_id.toString(), username: row.username! },
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  is_on: row.is_on,
  state: priceStateOf(row, clock.now()),
  products: row.products,
  created_at: row.created_at.toISOString(),
});

type JoinedLevel = {
  readonly id: bigint | null;
  readonly name: Texts | null;
  readonly colour: string | null;
};

const levelOf = ({ id, name, colour }: JoinedLevel, language: Language) =>
  id === null ? null : presentLevelName({ id, name: name!, colour: colour! }, language);

type Period = { readonly starts_at: Date; readonly ends_at: Date | null; readonly is_on: boolean };

/** Whether a price list or a coupon counts now. */
export function priceStateOf({ starts_at, ends_at, is_on }: Period, now: Date): PriceState {
  if (!is_on) return 'off';
  if (ends_at !== null && ends_at <= now) return 'over';
  return starts_at > now ? 'waiting' : 'running';
}

/** Price lists by their names. */
export const namePriceLists: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('price_lists').select(['id', 'name']).where('id', 'in', ids).execute());
