import { explorerAddressUrl } from '@portside/chain';
import type { AdminRecharge, Data, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { forceCustomPlans } from '../../../platform/db/db.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { findPage, readId } from '../../../platform/lists/by-id.ts';
import { pageReader, type SortedList } from '../../../platform/lists/page-reader.ts';
import { nameDays } from '../../settings/index.ts';
import type { TermsReader } from '../check-payment-terms.ts';
import { presentRecharges } from '../recharges.present.ts';
import {
  findRecharges,
  findRechargesByAmount,
  hasConditions,
  planSearch,
  type FoundRecharge,
  type Search,
} from './search-recharges.sql.ts';

/** Top-ups of all buyers that match the filter, newest first unless sorted otherwise. */
export async function listAllRecharges(
  ctx: Ctx,
  { query: { limit, cursor, sort, ...filter } }: Input<'listAllRecharges'>,
): Promise<Data<'listAllRecharges'>> {
  const readPage = pageReader(rechargeList, { cursor, sort });
  const search = await planSearch(ctx.db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { rows, next_cursor } = await readPage(ctx.db, search, limit);
  return { items: await presentAdminRecharges(ctx, rows), next_cursor, total: null };
}

const COLUMNS: Columns<AdminRecharge> = {
  order_id: (recharge) => recharge.order_id,
  created_at: (recharge) => recharge.created_at,
  username: ({ buyer }) => buyer.username,
  email: ({ buyer }) => buyer.email,
  network: (recharge) => recharge.type,
  amount: { number: (recharge) => recharge.amount },
  pay_amount: { number: (recharge) => recharge.pay_amount },
  credited_amount: { number: (recharge) => recharge.credited_amount },
  missing_amount: { number: (recharge) => recharge.missing_amount },
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
    days: await nameDays(ctx.db, query),
    action: 'recharge.export',
    subject: 'recharge',
    query,
    columns: COLUMNS,
    readPage: (page) => listAllRecharges(ctx, { query: { ...query, ...page } }),
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
type TimeLimits = { readonly window?: bigint | undefined };

/** Top-ups by time or by the amount to pay. */
export const rechargeList: SortedList<Search, FoundRecharge, bigint, TimeLimits> = {
  readPlace: readId,
  writePlace: ({ id }) => String(id),
  amountOf: ({ pay_amount_micro }) => pay_amount_micro,
  findByAmount: findRechargesByAmount,
  findByTime: (db, search, position, limit, { window } = {}) =>
    db.transaction().execute(async (reading) => {
      await forceCustomPlans(reading);
      const { source, conditions } = search;
      // A few ids need no windows.
      const isIndexed = source.kind === 'ids' || !hasConditions(conditions);
      const paging = { position, limit, isIndexed, window };
      const { shown, next } = await findPage(search.bounds, paging, (bounds, count) =>
        findRecharges(reading, { ...search, bounds }, position, count),
      );
      return { rows: shown, next: next === null ? null : String(next) };
    }),
};
