import { findNetworkByName } from '@portside/chain';
import { NETWORKS, type Input, type Network, type PaymentMethodChange } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuseValue } from '../../platform/refusal.ts';
import { answerChange, prepareMethod, type ChainFacts } from './propose-method.ts';

/**
 * Sets a network's addresses, by way of a second person unless they are its first. Refuses a type that names no
 * network (invalidFormat): it must not be taken for another one.
 */
export async function createPaymentMethod(
  ctx: Ctx,
  chains: ChainFacts,
  { body }: Input<'createPaymentMethod'>,
): Promise<PaymentMethodChange> {
  const type = readType(body.type);
  const propose = await prepareMethod(ctx, chains, { ...body, type });
  return inTransaction(ctx, async (step) => answerChange(step, type, [await propose(step)]));
}

/** The specification's callers who name none mean the first. */
function readType(word = ''): Network {
  if (word === '') return NETWORKS[0];
  return findNetworkByName(word) ?? refuseValue('invalidFormat', 'type', 'unknown', word);
}
