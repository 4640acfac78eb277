import type { Input, PaymentMethodChange } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { answerChange, prepareMethod, type ChainFacts } from './propose-method.ts';

/** Sets a network's addresses, by way of a second person unless they are its first. */
export async function createPaymentMethod(
  ctx: Ctx,
  chains: ChainFacts,
  { body }: Input<'createPaymentMethod'>,
): Promise<PaymentMethodChange> {
  const type = body.type === 'ETH' ? 'ETH' : 'TRON';
  const propose = await prepareMethod(ctx, chains, { ...body, type });
  return inTransaction(ctx, async (step) => answerChange(step, type, [await propose(step)]));
}
