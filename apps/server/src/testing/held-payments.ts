import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { ChainWorld } from './chain-world.ts';

/** Settles a payment that is in a block while the operator has blocked its sender, so that it is held. */
export async function settleBlocked(world: ChainWorld, network: Network, hash: Hex): Promise<void> {
  const { db } = world.ctx;
  await world.follow(network);
  const { from_address: address } = await db
    .selectFrom('pending_transfers')
    .select('from_address')
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const entry = { network, address, list: 'own' as const, note: 'stolen', created_at: new Date() };
  await db.insertInto('blocked_wallets').values(entry).execute();
  await world.settle(network);
  await db.deleteFrom('blocked_wallets').where('address', '=', address).execute();
}
