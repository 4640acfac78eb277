import { formatAddress, formatTxHash } from '@portside/chain';
import { recordOf } from '@portside/chain/networks/registry';
import type { Ctx } from '../../platform/context.ts';
import type { PdfContent } from '../../platform/pdf/create-pdf.ts';
import type { RechargeCredit, RechargeRow } from '../recharges/index.ts';
import { readIssuer } from '../settings/index.ts';
import { nameCaller } from './name-caller.ts';
import type { LocalFormat } from './local-format.ts';
import { statementTexts } from './statements.texts.ts';

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
  const totalMicro = credits.reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
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
    totals: [[texts.total, `${format.money(totalMicro)} USDT`]],
    note: texts.unit(format.zone),
    createdAt: ctx.clock.now(),
    pageWords: texts.page,
  };
}
