import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { countOpenedFrom, hasPaid, lockOrigin } from './deposit-addresses.sql.ts';

/** How long a new address counts for the address block that it was opened from. */
export const ORIGINS_MS = 24 * 3_600_000;
/**
 * Of one chain, opened from one address block within a day by buyers who have never paid: signing up costs nothing,
 * and each address that is looked at is one more to ask the nodes for.
 */
const MOST = 30;
/** People who try the sandbox, and its tests, are many buyers at one address. */
const MOST_IN_SANDBOX = 2_000;

/**
 * Refuses a new address for a buyer who has never paid if too many were opened from where they are (tooManyNewAddresses).
 * Answers the address block to count it for; null for buyers who have paid before. In the transaction that inserts it.
 */
export async function requireRoomForNew(
  { db, address, clock, isSandbox }: Ctx,
  userId: bigint,
  chainId: bigint,
): Promise<string | null> {
  if (address === '' || (await hasPaid(db, userId))) return null;
  const origin = addressBlock(address);
  await lockOrigin(db, origin);
  const since = new Date(clock.now().getTime() - ORIGINS_MS);
  const most = isSandbox ? MOST_IN_SANDBOX : MOST;
  if ((await countOpenedFrom(db, { origin, chainId, since })) >= most) refuse('tooManyNewAddresses');
  return origin;
}
