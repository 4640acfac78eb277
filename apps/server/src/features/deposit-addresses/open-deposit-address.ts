import { chainNameOf, formatAddress } from '@portside/chain';
import type { Data, Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { factoryOf, findActiveMethod, isUsable, type ChainFacts } from '../payment-methods/index.ts';
import { keepAddress } from './deposit-addresses.sql.ts';
import { ownAddressOf } from './own-address-of.ts';

/**
 * The caller's own address on a network; the same at every call, until the network has another factory. Refuses a
 * network that takes no top-ups now or has no own addresses (topUpsOff), and a recorded address that is not the one
 * that the shop's key makes (addressesChanged).
 */
export async function openDepositAddress(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'isOffered'>,
  { body: { type } }: Input<'openDepositAddress'>,
): Promise<Data<'openDepositAddress'>> {
  const { userId } = requireUser(ctx.actor);
  const method = await findActiveMethod(ctx, type);
  const factory = method && method.mode === 'own_addresses' ? factoryOf(method) : null;
  if (!method || !factory || !isUsable(method)) return refuse('topUpsOff', 'no own addresses');
  if (!(await chains.isOffered(ctx, method))) return refuse('topUpsOff', 'the chain is not offered');
  const { chain_id, contract_address, wallet_address } = method;
  const own = ownAddressOf(ctx.keyring, { chainId: chain_id, factory }, userId);
  const row = await keepAddress(ctx.db, {
    user_id: userId,
    network: type,
    chain_id,
    factory_address: factory.factory,
    ...own,
    created_at: ctx.clock.now(),
  });
  if (row.address !== own.address || row.salt !== own.salt)
    return refuse('addressesChanged', 'a recorded deposit address');
  return {
    type,
    chain_id: Number(chain_id),
    network_name: chainNameOf(type, Number(chain_id)),
    contract_address: formatAddress(type, contract_address),
    address: formatAddress(type, own.address),
    salt: own.salt,
    factory_address: formatAddress(type, factory.factory),
    wallet_address: formatAddress(type, wallet_address),
    created_at: row.created_at.toISOString(),
  };
}
