import { formatAddress, formatTxHash } from '@portside/chain';
import { formatMicro, type Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendCsv, type CsvRow, sendPdf } from '../../platform/http/send-list.ts';
import { refuseField } from '../../platform/refusal.ts';
import { getOwnRecharge, listCreditsOf, type RechargeCredit, type RechargeRow } from '../recharges/index.ts';
import { localFormat, type LocalFormat, nameCaller, statementTexts } from './statements.texts.ts';
import { recordOf } from '@portside/chain/networks/registry';
import type { PdfContent } from '../../platform/create-pdf.ts';
import { readIssuer } from '../settings/index.ts';

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
  'bonus',
];

/** A payment a row: where it went by the chain, what it credited, and the bonus that it earned. */
export const csvRows = (
  { order_id: orderId, network }: RechargeRow,
  credits: readonly RechargeCredit[],
): CsvRow[] =>
  credits.map(({ creditedAt, txHash, fromAddress, toAddress, amountMicro, bonusMicro }) => [
    orderId,
    creditedAt.toISOString(),
    network,
    formatTxHash(network, txHash),
    formatAddress(network, fromAddress),
    formatAddress(network, toAddress),
    formatMicro(amountMicro),
    formatMicro(bonusMicro),
  ]);

type Facts = {
  readonly recharge: RechargeRow;
  readonly credits: readonly RechargeCredit[];
  readonly format: LocalFormat;
};

/** What a receipt says: what was paid and credited of the caller's top-up, payment by payment, and the total. */
export async function receiptContent(ctx: Ctx, { recharge, credits, format }: Facts): Promise<PdfContent> {
  const texts = statementTexts[ctx.language];
  const { network } = recharge;
  const { name, standard } = recordOf(network);
  const receivers = [...new Set(credits.map(({ toAddress }) => formatAddress(network, toAddress)))];
  const bonusMicro = credits.reduce((sum, credit) => sum + credit.bonusMicro, 0n);
  const totalMicro = credits.reduce((sum, { amountMicro }) => sum + amountMicro, bonusMicro);
  return {
    issuer: await readIssuer(ctx.db, ctx.language),
    title: texts.receipt,
    facts: [
      [texts.topUp, recharge.order_id],
      [texts.buyer, await nameCaller(ctx)],
      [texts.network, standard.startsWith(name) ? standard : `${name} (${standard})`],
      // Where the money went by the chain, which is not what the top-up's row says today.
      [texts.receiver, receivers.join('\n')],
      [texts.created, format.time(ctx.clock.now())],
    ],
    columns: [
      { title: texts.time, width: 19 },
      { title: `${texts.transaction} / ${texts.sender}`, width: 67 },
      { title: texts.amount, width: 14, isNumber: true },
    ],
    rows: credits.map(({ creditedAt, txHash, fromAddress, amountMicro }) => [
      format.time(creditedAt),
      `${formatTxHash(network, txHash)}\n${formatAddress(network, fromAddress)}`,
      format.money(amountMicro),
    ]),
    totals: [
      ...(bonusMicro > 0n ? [[texts.bonus, `${format.money(bonusMicro)} USDT`] as const] : []),
      [texts.total, `${format.money(totalMicro)} USDT`],
    ],
    note: texts.unit(format.zone),
    createdAt: ctx.clock.now(),
    pageWords: texts.page,
  };
}
