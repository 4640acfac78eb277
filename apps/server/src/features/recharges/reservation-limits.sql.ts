import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** The first key of the locks by address; differs from the number of every other advisory lock in the shop. */
const ADDRESS_LOCK = 7_005;

/** Serialises what is reserved for one address block, until the commit. */
export async function lockAddress(db: Db, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${address}))`.execute(db);
}

/** How many amounts of one address block are reserved by buyers without a credited top-up. */
export async function countReservedFrom(db: Db, address: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recharges where reserved_address = ${address} and is_reserved
      and state in ('waiting', 'seen', 'cancelled', 'expired')`.execute(db);
  return rows[0]!.count;
}

/** How many top-ups a user has asked for that are open. */
export async function countOpen(db: Db, userId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recharges
    where user_id = ${userId} and is_requested and state in ('waiting', 'seen')`.execute(db);
  return rows[0]!.count;
}

/** How many amounts a user's unpaid top-ups reserve, and how many were paid, counted up to `most`. */
export async function countHeldBy(
  db: Db,
  userId: bigint,
  most: number,
): Promise<{ held: number; paid: number }> {
  const { rows } = await sql<{ held: number; paid: number }>`
    select
      (select count(*)::int from recharges where user_id = ${userId} and is_reserved
        and state in ('waiting', 'seen', 'cancelled', 'expired')) as held,
      (select count(*)::int from (
        select from recharges where user_id = ${userId} and state = 'credited' limit ${most}) as counted) as paid`.execute(
    db,
  );
  return rows[0]!;
}
