import type { AdminRecharge, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendCsv, type CsvRow } from '../../platform/http/send-csv.ts';
import { presentAdminRecharges } from './admin-recharges.present.ts';
import { planSearch, type RechargesFilter } from './plan-search.ts';
import { searchRecharges } from './search-recharges.ts';

/** So many top-ups are in memory at a time, however long the file. */
const AT_A_TIME = 1_000;

const HEADER =
  'order_id created_at username email network amount pay_amount credited_amount status sub_state ' +
  'sender_address receiver_address tx_hash expires_at';

/** The top-ups of a filter as a file, newest first. */
export async function exportRecharges(
  ctx: Ctx,
  { query }: Input<'exportRecharges'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'recharge.export');
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return sendCsv(reply, `recharges-${day}.csv`, HEADER.split(' '), readRows(ctx, query));
}

async function* readRows({ db }: Ctx, filter: RechargesFilter): AsyncGenerator<CsvRow> {
  const search = await planSearch(db, filter);
  if (search === null) return;
  let past: bigint | undefined;
  for (;;) {
    const { recharges, next } = await searchRecharges(db, search, { isOldestFirst: false, past }, AT_A_TIME);
    for (const recharge of await presentAdminRecharges(db, recharges)) yield toRow(recharge);
    if (next === null) return;
    past = next;
  }
}

const toRow = ({ buyer, ...recharge }: AdminRecharge): CsvRow => [
  recharge.order_id,
  recharge.created_at,
  buyer.username,
  buyer.email,
  recharge.type,
  recharge.amount,
  recharge.pay_amount,
  recharge.credited_amount ?? '',
  recharge.status,
  recharge.sub_state,
  recharge.sender_address ?? '',
  recharge.receiver_address,
  recharge.tx_hash ?? '',
  recharge.expires_at,
];
