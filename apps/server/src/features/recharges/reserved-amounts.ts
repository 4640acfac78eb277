import { addressBlock } from '../../platform/ip-address.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Most micro-USDT that distinguish a top-up from others of the same cent: four decimals after the two that buyers
 * choose.
 */
const MOST = 9_999;

/**
 * Whether an amount in micro-USDT may name a top-up: its sixth decimal is not 0. Wallets and exchanges cut and round
 * to fewer decimals, and whatever comes out of that ends in 0, so it never is the amount of another top-up.
 */
export const isReservable = (amountMicro: bigint): boolean => amountMicro % 10n !== 0n;

/** What is added to an amount of two decimals to make it a top-up's own, in micro-USDT. */
export const TAILS: readonly number[] = Array.from({ length: MOST }, (_, index) => index + 1).filter((tail) =>
  isReservable(BigInt(tail)),
);

/**
 * An amount stays reserved for a day after its top-up ended, paid or not, and a cent has 9,000 of them. So that nobody
 * can use them up by asking and cancelling, each buyer can hold few, and ten more with every top-up that was paid.
 */
const HELD_BY_STRANGER = 10;

const HELD_PER_PAID = 10;

const MOST_HELD = 100;

/** Held by all buyers of one IP address who have never paid: signing up costs nothing. */
const HELD_BY_ADDRESS = 30;

/** In the sandbox and its tests, many buyers share one IP address. */
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

/** The first key of the locks by address; differs from the number of every other advisory lock in the shop. */
const ADDRESS_LOCK = 7_005;

/** Serialises what is reserved for one address block, until the commit. */
async function lockAddress(db: Db, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${address}))`.execute(db);
}

/** How many amounts of one address block are reserved by buyers without a credited top-up. */
async function countReservedFrom(db: Db, address: string): Promise<number> {
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
async function countHeldBy(db: Db, userId: bigint, most: number): Promise<{ held: number; paid: number }> {
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
