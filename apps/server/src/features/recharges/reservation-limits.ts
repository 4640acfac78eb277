import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { countHeldBy, countReservedFrom, lockAddress } from './reservation-limits.sql.ts';

/**
 * An amount stays reserved for a day after its top-up ended, paid or not, and a cent has 9,000 of them. So that nobody
 * can use them up by asking and cancelling, each buyer can hold few, and ten more with every top-up that was paid.
 */
const HELD_BY_STRANGER = 10;
const HELD_PER_PAID = 10;
const MOST_HELD = 100;
/** By all buyers of one address who have never paid: signing up costs nothing. */
const HELD_BY_ADDRESS = 30;
/** People who try the sandbox, and its tests, are many buyers at one address. */
const HELD_BY_ADDRESS_IN_SANDBOX = 2_000;

const COUNTED_PAID = (MOST_HELD - HELD_BY_STRANGER) / HELD_PER_PAID;

/**
 * Refuses a buyer who holds as many reserved amounts as they may, or whose address does (tooManyUnpaidRecharges).
 * Answers the address block to count a new one for; null for buyers who have paid before, whom no neighbour blocks.
 */
export async function requireRoomFor(
  { db, address, isSandbox }: Ctx,
  userId: bigint,
): Promise<string | null> {
  const { held, paid } = await countHeldBy(db, userId, COUNTED_PAID);
  if (held >= HELD_BY_STRANGER + HELD_PER_PAID * paid) refuse('tooManyUnpaidRecharges', 'of one buyer');
  if (paid > 0 || address === '') return null;
  const block = addressBlock(address);
  await lockAddress(db, block);
  const most = isSandbox ? HELD_BY_ADDRESS_IN_SANDBOX : HELD_BY_ADDRESS;
  if ((await countReservedFrom(db, block)) >= most) refuse('tooManyUnpaidRecharges', 'of one address');
  return block;
}
