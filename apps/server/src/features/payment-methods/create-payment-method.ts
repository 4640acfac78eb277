import { findNetworkByName } from '@portside/chain';
import { NETWORKS, type Input, type Network, type PaymentMethodChange } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuseValue } from '../../platform/refusal.ts';
import { answerChange, prepareMethod, type ChainFacts } from './propose-method.ts';
import { isBeforeFirstMethod } from './read-methods.ts';

/**
 * Sets a network's addresses. The shop's very first take effect at once; all others are a proposal, a further network's
 * first ones too. Refuses an unknown network (invalidFormat) instead of falling back to another one.
 */
export async function createPaymentMethod(
  ctx: Ctx,
  chains: ChainFacts,
  { body }: Input<'createPaymentMethod'>,
): Promise<PaymentMethodChange> {
  const type = readType(body.type);
  const propose = await prepareMethod(ctx, chains, { ...body, type });
  return inTransaction(ctx, async (step) =>
    answerChange(step, type, [await propose(step, await isBeforeFirstMethod(step))]),
  );
}

/** By the specification, callers that name no network mean the first. */
function readType(word = ''): Network {
  if (word === '') return NETWORKS[0];
  return findNetworkByName(word) ?? refuseValue('invalidFormat', 'type', 'unknown', word);
}
