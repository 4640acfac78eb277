import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendPdf } from '../../platform/pdf/send-pdf.ts';
import { refuseField } from '../../platform/refusal.ts';
import { getOwnRecharge, listCreditsOf } from '../recharges/index.ts';
import { localFormat } from './local-format.ts';
import { receiptContent } from './receipt-content.ts';

/**
 * The receipt of an own top-up as PDF. Refuses another's (notFound) and one that nothing was credited to
 * (parameterError).
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
  const format = localFormat(ctx.language, query.time_zone);
  return sendPdf(reply, recharge.order_id, await receiptContent(ctx, { recharge, credits, format }));
}
