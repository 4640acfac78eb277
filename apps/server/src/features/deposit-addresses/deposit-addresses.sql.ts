import { sql, type RawBuilder, type Selectable, type Generated } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import type { Network } from '@portside/contract';

export type DepositAddressRow = Selectable<DepositAddressesTable>;

type AddressKey = Pick<DepositAddressRow, 'user_id' | 'chain_id' | 'factory_address'>;

export const findAddress = (db: Db, { user_id, chain_id, factory_address }: AddressKey) =>
  db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('chain_id', '=', chain_id)
    .where('factory_address', '=', factory_address)
    .executeTakeFirst();

/** The buyer's row for that chain and factory: this one, unless there was one before, which stays as it is. */
export async function keepAddress(
  db: Db,
  row: Omit<DepositAddressRow, 'id' | 'paid_at'>,
): Promise<DepositAddressRow> {
  await db
    .insertInto('deposit_addresses')
    .values(row)
    .onConflict((conflict) => conflict.constraint('deposit_addresses_one_each').doNothing())
    .execute();
  const kept = await findAddress(db, row);
  if (!kept) throw new Error('an address that was inserted is missing');
  return kept;
}

type Restored = Omit<DepositAddressRow, 'id' | 'created_at' | 'opened_at' | 'paid_at' | 'origin'>;

/** When an address was opened that was restored, or that its buyer was only told of, and not opened since. */
export const NEVER_OPENED = new Date(0);

/**
 * Adds those of the rows that are missing, as if opened on the first day of the calendar: they are read once an hour
 * only. Answers how many. Names only columns that backups of earlier versions have.
 */
export async function insertRestored(db: Db, rows: readonly Restored[], at: Date): Promise<number> {
  if (rows.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deposit_addresses')
    .values(rows.map((row) => ({ ...row, created_at: at, opened_at: NEVER_OPENED })))
    .onConflict((conflict) => conflict.constraint('deposit_addresses_one_each').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/**
 * Leaves out so many ids of users, from which addresses are derived. Takes them one by one: the shop's database role
 * may use the sequence, but not set it.
 */
export async function skipUserIds(db: Db, count: number): Promise<void> {
  await sql`select count(nextval('ledger_account_ids')) from generate_series(1, ${count}::int)`.execute(db);
}

/** The next users by id. */
export async function listUserIds(db: Db, after: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The first key of the locks by address block; differs from the number of every other advisory lock in the shop. */
const ORIGIN_LOCK = 7_011;

/** Serialises what is opened from one address block, until the commit. */
export async function lockOrigin(db: Db, origin: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ORIGIN_LOCK}::int, hashtext(${origin}))`.execute(db);
}

type Opened = { readonly origin: string; readonly chainId: bigint; readonly since: Date };

/** How many addresses of a chain buyers who had never paid have opened from one address block. */
export async function countOpenedFrom(db: Db, { origin, chainId, since }: Opened): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deposit_addresses
    where origin = ${origin} and chain_id = ${chainId} and created_at > ${since}`.execute(db);
  return rows[0]!.count;
}

/** Forgets the origins of addresses that were made before that time; answers of how many. */
export async function clearOrigins(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update deposit_addresses set origin = null where id in (
      select id from deposit_addresses where origin is not null and created_at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Whether any payment of the user was ever credited, by whatever way it came. */
const isPayer = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from deposits where user_id = ${userId} and state = 'credited')`;

export async function hasPaid(db: Db, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${isPayer(sql`${userId}::bigint`)} as has`.execute(db);
  return rows[0]!.has;
}

/** The buyer was shown the address now: it is read with every scan for a while. */
export async function setOpened(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('deposit_addresses').set({ opened_at: now }).where('id', '=', id).execute();
}

/** Payments to these addresses of the chain were recorded now; unknown addresses are ignored. */
export async function setPaid(db: Db, chainId: bigint, addresses: readonly Hex[], now: Date): Promise<void> {
  await db
    .updateTable('deposit_addresses')
    .set({ paid_at: now })
    .where('chain_id', '=', chainId)
    .where((is) => is('address', '=', is.fn.any(is.val(addresses))))
    .execute();
}

/** The rows of these addresses on the chain, unchecked: a row does not prove whose the address is (`findOwners`). */
export const listRows = (db: Db, chainId: bigint, addresses: readonly Hex[]): Promise<DepositAddressRow[]> =>
  db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where((is) => is('address', '=', is.fn.any(is.val(addresses))))
    .execute();

/** Which of these are buyers' own addresses, on whatever chain. */
export async function listBuyersAddresses(db: Db, addresses: readonly Hex[]): Promise<Hex[]> {
  const rows = await db
    .selectFrom('deposit_addresses')
    .select('address')
    .distinct()
    .where((is) => is('address', '=', is.fn.any(is.val(addresses))))
    .execute();
  return rows.map(({ address }) => address);
}

/** All addresses that a buyer was ever shown, on every chain; unchecked, so nothing is credited by them. */
export const listOwnAddresses = (db: Db, userId: bigint) =>
  db
    .selectFrom('deposit_addresses')
    .select(['network', 'chain_id', 'address'])
    .where('user_id', '=', userId)
    .execute();

type Recent = {
  /** Opened since then, by any buyer. */
  readonly openedAfter: Date;
  /** By buyers who have paid before, and so many of those who have not, the last opened ones. */
  readonly openedBefore: { readonly after: Date; readonly unpaidLimit: number };
  readonly paidAfter: Date;
};
export type WatchedAddress = Pick<DepositAddressRow, 'address' | 'created_at'>;

/** The chain's addresses, oldest first: all, or those opened or paid recently. */
export const listAddresses = (db: Db, chainId: bigint, recent: Recent | null): Promise<WatchedAddress[]> => {
  const all = db
    .selectFrom('deposit_addresses')
    .select(['address', 'created_at'])
    .where('chain_id', '=', chainId)
    .orderBy('id');
  if (recent === null) return all.execute();
  return all
    .where((is) =>
      is.or([
        is('opened_at', '>', recent.openedAfter),
        is('paid_at', '>', recent.paidAfter),
        is.and([
          is('opened_at', '>', recent.openedBefore.after),
          isPayer(sql.ref('deposit_addresses.user_id')),
        ]),
        is('id', 'in', (from) =>
          from
            .selectFrom('deposit_addresses as other')
            .select('other.id')
            .where('other.chain_id', '=', chainId)
            .where('other.opened_at', '>', recent.openedBefore.after)
            .where('other.opened_at', '<=', recent.openedAfter)
            .where((row) => row.not(isPayer(sql.ref('other.user_id'))))
            .orderBy('other.opened_at', 'desc')
            .orderBy('other.id', 'desc')
            .limit(recent.openedBefore.unpaidLimit),
        ),
      ]),
    )
    .execute();
};

/** Whether any address of the chain was opened after that time. */
export async function isAnyOpened(db: Db, chainId: bigint, after: Date): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('opened_at', '>', after)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Addresses are 20-byte lower-case hex on every network. */
type DepositAddressesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  factory_address: Hex;
  /** 32 bytes. */
  salt: Hex;
  address: Hex;
  created_at: Date;
  /** When its buyer last looked at it, to the minute. */
  opened_at: Date;
  /** When a payment to it was last recorded. */
  paid_at: Generated<Date | null>;
  /** The address block that it was opened from, for a day; null for a buyer who had paid before. */
  origin: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    deposit_addresses: DepositAddressesTable;
  }
}
