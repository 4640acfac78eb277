import type { Data, Input, AdminRecharge, SortOf } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { forceCustomPlans, type Db } from '../../../platform/db/db.ts';
import { readCursor, writeCursor } from '../../../platform/lists/pages.ts';
import {
  planSearch,
  type FoundRecharge,
  type Search,
  findRecharges,
  hasConditions,
  meets,
  selectFrom,
  type Source,
} from './search-recharges.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { explorerAddressUrl } from '@portside/chain';
import type { TermsReader } from '../check-payment-terms.ts';
import { presentRecharges } from '../recharges.present.ts';
import {
  type AmountLimits,
  readAmountPosition,
  writeAmountPosition,
  amountPageReader,
  type ReadPage,
  amountOrder,
  type AmountPosition,
  type AmountList,
} from '../../../platform/lists/by-amount.ts';
import {
  isAscending,
  readIdCursor,
  findAtOnce,
  findInWindows,
  type IdBounds,
  type IdPosition,
} from '../../../platform/lists/by-id.ts';
import { sql, type RawBuilder } from 'kysely';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { isAlways, type IdSpan } from '../order-id.ts';

/** Top-ups of all buyers that match the filter, newest first unless sorted otherwise. */
export async function listAllRecharges(
  ctx: Ctx,
  { query }: Input<'listAllRecharges'>,
): Promise<Data<'listAllRecharges'>> {
  return readRechargePage(ctx, query);
}

/** The same without the permission check, for the list and its export. */
async function readRechargePage(
  ctx: Ctx,
  { limit, cursor, sort, ...filter }: Input<'listAllRecharges'>['query'],
): Promise<Data<'listAllRecharges'>> {
  const { db } = ctx;
  const readPage = rechargePageReader(sort, readCursor({ cursor, sort }));
  const search = await planSearch(db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { rows, next } = await db.transaction().execute(async (reading) => {
    await forceCustomPlans(reading);
    return readPage(reading, search, limit);
  });
  return {
    items: await presentAdminRecharges(ctx, rows),
    next_cursor: next === null ? null : writeCursor(next, sort),
    total: null,
  };
}

const COLUMNS: Columns<AdminRecharge> = {
  order_id: (recharge) => recharge.order_id,
  created_at: (recharge) => recharge.created_at,
  username: ({ buyer }) => buyer.username,
  email: ({ buyer }) => buyer.email,
  network: (recharge) => recharge.type,
  amount: (recharge) => recharge.amount,
  pay_amount: (recharge) => recharge.pay_amount,
  credited_amount: (recharge) => recharge.credited_amount,
  missing_amount: (recharge) => recharge.missing_amount,
  status: (recharge) => recharge.status,
  stage: (recharge) => recharge.sub_state,
  sender_address: (recharge) => recharge.sender_address,
  receiver_address: (recharge) => recharge.receiver_address,
  tx_hash: (recharge) => recharge.tx_hash,
  expires_at: (recharge) => recharge.expires_at,
};

/** The top-ups of a filter as a file, newest first. */
export async function exportRecharges(
  ctx: Ctx,
  { query }: Input<'exportRecharges'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendList(ctx, reply, {
    name: 'top-ups',
    action: 'recharge.export',
    subject: 'recharge',
    query,
    columns: COLUMNS,
    readPage: (page) => readRechargePage(ctx, { ...query, ...page }),
  });
}

/**
 * Top-ups as operators see them: with the buyer, explorer links, and reversed ones distinguished from rejected ones.
 */
export async function presentAdminRecharges(
  ctx: TermsReader,
  rows: readonly FoundRecharge[],
): Promise<AdminRecharge[]> {
  const shown = await presentRecharges(ctx, rows);
  return rows.map((row, index) => {
    const { network, sender_address: sender, wallet_address: receiver } = row;
    const recharge = shown[index]!;
    return {
      ...recharge,
      sub_state: row.state === 'reversed' ? 'reversed' : recharge.sub_state,
      buyer: { id: row.user_id.toString(), username: row.username, email: row.email },
      sender_url: sender && explorerAddressUrl(network, recharge.chain_id, sender),
      receiver_url: recharge.receiver_address && explorerAddressUrl(network, recharge.chain_id, receiver),
    };
  });
}

/** Limits other than the usual ones, for tests. */
type Limits = AmountLimits & { readonly window?: bigint | undefined };

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function rechargePageReader(
  sort: SortOf<'listAllRecharges'> | undefined,
  position: string | undefined,
): ReadPage<Search, FoundRecharge, Limits> {
  if (sort === 'pay_amount' || sort === '-pay_amount') {
    const listOf = (search: Search) => rechargesByAmount(search, isAscending(sort));
    return amountPageReader(listOf, readAmountPosition(position), writeAmountPosition);
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, search, limit, limits) => {
    const { recharges, next } = await searchRecharges(db, search, start, limit, limits?.window);
    return { rows: recharges, next: next === null ? null : String(next) };
  };
}

type FoundRecharges = {
  readonly recharges: readonly FoundRecharge[];
  /** The last id of the page or of the scanned window, to continue after; null at the end of the list. */
  readonly next: bigint | null;
};

/**
 * A page of top-ups by time, in bounded time: where conditions are checked row by row, the page may end before
 * it is full, with `next` set. `window` is for tests (see `findInWindows`).
 */
export async function searchRecharges(
  db: Db,
  search: Search,
  position: IdPosition,
  limit: number,
  window?: bigint,
): Promise<FoundRecharges> {
  const find = (bounds: IdBounds, count: number) => findRecharges(db, { ...search, bounds }, position, count);
  const { shown, next } = isScan(search)
    ? await findInWindows(search.bounds, position, limit, find, window)
    : await findAtOnce(search.bounds, position, limit, find);
  return { recharges: shown, next };
}

/** Whether conditions are checked row by row over many rows; a few ids are scanned completely. */
const isScan = ({ source, conditions }: Search): boolean =>
  source.kind !== 'ids' && hasConditions(conditions);

/** No index has all that counting needs, so each row that is counted is read: a page would be spent on it. */
const MAX_SORTED = 5_000;

/** Top-ups by the amount to pay, for `searchByAmount`. Top-ups of one amount are ordered by id. */
function rechargesByAmount(search: Search, isAscending: boolean): AmountList<FoundRecharge, AmountPosition> {
  const { source, conditions, span } = search;
  const { by, after, upTo } = amountOrder('r.pay_amount_micro', 'r.id', isAscending);
  return {
    isFiltered: source.kind !== 'all' || hasConditions(conditions) || !isAlways(span),
    maxSorted: MAX_SORTED,
    table: 'recharges',
    alias: 'r',
    order: { by, after },
    index: {
      by,
      after,
      within: sql`true`,
      columns: sql`r.pay_amount_micro as micro, r.id`,
      toPosition: (edge: AmountPosition) => edge,
    },
    candidates: (most) => sql`select from (${selectCandidates(search, sql`true`, most)}) r`,
    matches: sql`
      select r.id, r.pay_amount_micro from (${selectCandidates(search, meets(conditions), null)}) r`,
    load: async (db, ids) => {
      const { rows } = await sql<FoundRecharge>`
        select r.*, u.username, u.email from (${ids}) page
        join recharges r on r.id = page.id join users u on u.id = r.user_id order by ${by}`.execute(db);
      return rows;
    },
    scan: async (db, { past, edge }, limit) => {
      const { rows } = await sql<FoundRecharge>`
        select r.*, u.username, u.email from (
          select r.* from recharges r
          where ${after(past)} and ${upTo(edge)} and ${isInSpan(search)} and ${isOf(source)} and ${meets(conditions)}
          order by ${by} limit ${limit}) r
        join users u on u.id = r.user_id order by ${by}`.execute(db);
      return rows;
    },
    positionOf: ({ pay_amount_micro: micro, id }) => ({ micro, id }),
  };
}

/**
 * The source's top-ups of the span; `most` limits each branch of the source, where given. Otherwise `offset 0` keeps the
 * branches apart: the planner would join them and read the whole index of states for a few rows. Nor may it take the
 * index of order ids, which has the whole span's top-ups for each branch.
 */
function selectCandidates(
  { source, span, bounds }: Search,
  condition: RawBuilder<unknown>,
  most: number | null,
): RawBuilder<unknown> {
  const { lowest, highest } = bounds;
  const isWithin = isAlways(span) ? sql`true` : isWithinUnindexed(span);
  const limit = most === null ? sql`offset 0` : sql`limit ${most}`;
  return selectFrom(source, {
    byId: (key) => sql`select r.* from recharges r
      where ${key} and r.id between ${lowest} and ${highest} and ${isWithin} and ${condition} ${limit}`,
    byKey: (key) => sql`select r.* from recharges r
      where ${key} and -r.id between ${-highest} and ${-lowest} and ${isWithin} and ${condition} ${limit}`,
  });
}

function isInSpan({ span, bounds }: Search): RawBuilder<unknown> {
  if (isAlways(span)) return sql`true`;
  return sql`r.id + 0 between ${bounds.lowest} and ${bounds.highest} and ${isWithinUnindexed(span)}`;
}

const isWithinUnindexed = ({ first, last }: IdSpan): RawBuilder<unknown> =>
  sql`r.order_id || '' between ${first} and ${last}`;

/** `|| ''` and `+ 0` keep the planner from these columns' own indexes. */
function isOf(source: Source): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return sql`true`;
    case 'ids':
      return sql`r.id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'buyers':
      return sql`r.user_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'states':
      return sql`r.network || '' = any(${textArray(source.networks)}::text[])
        and r.state || '' = any(${textArray(source.states)}::text[])`;
    default: {
      const all = sql`any(${textArray(source.addresses)}::text[])`;
      return sql`(r.sender_address || '' = ${all} or r.wallet_address || '' = ${all})`;
    }
  }
}
