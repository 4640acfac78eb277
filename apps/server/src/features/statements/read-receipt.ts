import { formatAddress, formatTxHash } from '@portside/chain';
import { formatMicro, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendCsv, type CsvRow } from '../../platform/http/send-csv.ts';
import { sendPdf } from '../../platform/pdf/send-pdf.ts';
import { refuseField } from '../../platform/refusal.ts';
import { getOwnRecharge, listCreditsOf, type RechargeCredit, type RechargeRow } from '../recharges/index.ts';
import { localFormat } from './local-format.ts';
import { receiptContent } from './receipt-content.ts';

/**
 * The receipt of an own top-up as PDF, or its payments as CSV. Refuses another's (notFound) and one that nothing was
 * credited to (parameterError).
 */
export async function readReceipt(
  ctx: Ctx,
  { params, query }: Input<'readReceipt'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireUser(ctx.actor);
  const recharge = await getOwnRecharge(ctx, params.order_id);
  const credits = await listCreditsOf(ctx.db, recharge.id);
  if (credits.length === 0) refuseField('parameterError', 'order_id', 'wrong');
  if (query.format === 'csv')
    return sendCsv(reply, `${recharge.order_id}.csv`, CSV_COLUMNS, csvRows(recharge, credits));
  const format = localFormat(ctx.language, query.time_zone);
  return sendPdf(reply, recharge.order_id, await receiptContent(ctx, { recharge, credits, format }));
}

const CSV_COLUMNS = [
  'order_id',
  'time',
  'network',
  'tx_hash',
  'sender_address',
  'receiver_address',
  'amount',
];

/** A payment a row: where it went by the chain, and what it credited. */
export const csvRows = (
  { order_id: orderId, network }: RechargeRow,
  credits: readonly RechargeCredit[],
): CsvRow[] =>
  credits.map(({ creditedAt, txHash, fromAddress, toAddress, amountMicro }) => [
    orderId,
    creditedAt.toISOString(),
    network,
    formatTxHash(network, txHash),
    formatAddress(network, fromAddress),
    formatAddress(network, toAddress),
    formatMicro(amountMicro),
  ]);
