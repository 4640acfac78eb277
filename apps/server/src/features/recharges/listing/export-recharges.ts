import type { AdminRecharge, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { findRecharges } from './list-all-recharges.ts';

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
  requireAction(ctx.actor, 'recharge.export');
  return sendList(ctx, reply, {
    name: 'top-ups',
    action: 'recharge.export',
    subject: 'recharge',
    query,
    columns: COLUMNS,
    readPage: (page) => findRecharges(ctx, { ...query, ...page }),
  });
}
