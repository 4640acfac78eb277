import { chainNameOf, chainsOf, formatAddress } from '@portside/chain';
import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findActiveMethod, isUsable, type ChainFacts } from '../payment-methods/index.ts';
import { getOwnAddress } from './get-own-address.ts';

/**
 * The caller's own address on a network; the same at every call, until the network has another factory. For half an hour
 * its payments are looked for as closely as those of open top-ups. Refuses a network that takes no top-ups now or has
 * no own addresses (topUpsOff), and what `getOwnAddress` refuses.
 */
export async function openDepositAddress(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'isOffered'>,
  { body: { type } }: Input<'openDepositAddress'>,
): Promise<Data<'openDepositAddress'>> {
  const { userId } = requireUser(ctx.actor);
  const method = await findActiveMethod(ctx, type);
  if (!method || !isUsable(method) || method.mode !== 'own_addresses')
    return refuse('topUpsOff', 'no own addresses');
  if (!(await chains.isOffered(ctx, method))) return refuse('topUpsOff', 'the chain is not offered');
  const own = (await getOwnAddress(ctx, method, userId)) ?? refuse('topUpsOff', 'no own addresses');
  const { chain_id, contract_address, wallet_address } = method;
  return {
    type,
    chain_id: Number(chain_id),
    network_name: chainNameOf(type, Number(chain_id)),
    contract_address: formatAddress(type, contract_address),
    address: formatAddress(type, own.address),
    salt: own.salt,
    factory_address: formatAddress(type, own.factory_address),
    wallet_address: formatAddress(type, wallet_address),
    minimum_amount: formatMicro(chainsOf(type).leastDepositMicro),
    created_at: own.created_at.toISOString(),
  };
}
