import type { AdminDeposit, Input, Language } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { listAllDeposits } from './list-all-deposits.ts';

const columnsIn = (language: Language): Columns<AdminDeposit> => ({
  id: (deposit) => deposit.id,
  recorded_at: (deposit) => deposit.recorded_at,
  network: (deposit) => deposit.type,
  chain_id: (deposit) => deposit.chain_id,
  tx_hash: (deposit) => deposit.tx_hash,
  ordinal: (deposit) => deposit.ordinal,
  block_number: (deposit) => deposit.block_number,
  block_time: (deposit) => deposit.block_time,
  sender_address: (deposit) => deposit.sender_address,
  receiver_address: (deposit) => deposit.receiver_address,
  amount: (deposit) => deposit.amount,
  state: (deposit) => deposit.state,
  held_reason: ({ held_reason: reason }) => reason && describeFindings(language, [reason]),
  username: (deposit) => deposit.username,
  order_id: (deposit) => deposit.order_id,
});

/** The deposits of a filter as a file, newest first. */
export const exportDeposits = (
  ctx: Ctx,
  { query }: Input<'exportDeposits'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'deposits',
    action: 'deposit.export',
    subject: 'deposit',
    query,
    columns: columnsIn(ctx.language),
    readPage: (page) => listAllDeposits(ctx, { query: { ...query, ...page } }),
  });
