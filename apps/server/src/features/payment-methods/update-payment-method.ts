import type { Input, PaymentMethodChange } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { answerChange, prepareMethod, proposeTopUps, WRITE, type ChainFacts } from './propose-method.ts';
import { getActiveMethod } from './read-methods.ts';
import { switchMethod } from './switch-method.ts';

/**
 * Changes a network's active method: new addresses and switching on are proposals, switching off is immediate.
 * Refuses a retired method (notFound) and one that the shop has not written (addressesChanged).
 */
export async function updatePaymentMethod(
  ctx: Ctx,
  chains: ChainFacts,
  { params, body }: Input<'updatePaymentMethod'>,
): Promise<PaymentMethodChange> {
  requireAction(ctx.actor, WRITE);
  const { type, chain_id } = await getActiveMethod(ctx, BigInt(params.id));
  const propose = await prepareMethod(ctx, chains, {
    ...body,
    type,
    chain_id: body.chain_id ?? Number(chain_id),
  });
  return inTransaction(ctx, async (step) => {
    const method = await getActiveMethod(step, BigInt(params.id));
    const proposals = [await propose(step, false)];
    if (body.enabled && !method.enabled) proposals.push(await proposeTopUps(step, method, body.reason));
    if (!body.enabled) await switchMethod(step, method.id, false);
    return answerChange(step, type, proposals);
  });
}
