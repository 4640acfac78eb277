import type { Ctx } from '../../platform/context.ts';
import { addressBlock } from '../../platform/address-block.ts';
import type { Db } from '../../platform/db/db.ts';

/** Records that a user has signed in from an address. */
export async function recordNetwork(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: bigint,
  address: string,
): Promise<void> {
  const row = { user_id: userId, network: addressBlock(address), seen_at: clock.now() };
  await db
    .insertInto('sign_in_networks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
}

/** Whether the user has signed in from this network before; false for no user. */
export async function isKnownNetwork(db: Db, userId: bigint | null, address: string): Promise<boolean> {
  if (userId === null) return false;
  const row = await db
    .selectFrom('sign_in_networks')
    .select('network')
    .where('user_id', '=', userId)
    .where('network', '=', addressBlock(address))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes known networks last signed in from before then. */
export async function deleteNetworksBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sign_in_networks').where('seen_at', '<', time).execute();
}
