import type { BlockList, Network } from '@portside/contract';
import { sql, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { directionOf, afterPosition, type IdPosition } from '../../platform/db/id-position.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BlockedWalletsTable } from './wallets.tables.ts';

export type BlockedWalletRow = Selectable<BlockedWalletsTable>;

/** The wallet's entry on a block list; undefined where there is none. A sanctions list takes precedence. */
export const findBlockedWallet = (
  db: Db,
  network: Network,
  address: Hex,
): Promise<BlockedWalletRow | undefined> =>
  db
    .selectFrom('blocked_wallets')
    .selectAll()
    .where('network', '=', network)
    .where('address', '=', address)
    .orderBy('list', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When the network's sanctions list was imported, or last read from its address; null where there is none. */
export async function readSanctionsDate(db: Db, network: Network): Promise<Date | null> {
  const { rows } = await sql<{ date: Date | null }>`
    select greatest(
      (select max(created_at) from blocked_wallets where network = ${network} and list = 'sanctions'),
      (select fetched_at from sanctions_fetches where network = ${network})) as date`.execute(db);
  return rows[0]!.date;
}

/** The addresses of the network's sanctions list, sorted. */
export async function listSanctioned(db: Db, network: Network): Promise<Hex[]> {
  const rows = await db
    .selectFrom('blocked_wallets')
    .select('address')
    .where('network', '=', network)
    .where('list', '=', 'sanctions')
    .execute();
  return rows.map(({ address }) => address).toSorted();
}

const SANCTIONS_LOCK = 7_008;

/** Makes replacements of sanctions lists wait for each other. Held to the end of the transaction. */
export async function lockSanctions(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SANCTIONS_LOCK})`.execute(db);
}

type Filter = {
  readonly network: Network | undefined;
  readonly list: BlockList | undefined;
  readonly position: IdPosition;
};

export const listBlocked = (
  db: Db,
  { network, list, position }: Filter,
  limit: number,
): Promise<BlockedWalletRow[]> =>
  db
    .selectFrom('blocked_wallets')
    .selectAll()
    .$if(network !== undefined, (query) => query.where('network', '=', network!))
    .$if(list !== undefined, (query) => query.where('list', '=', list!))
    .where(afterPosition('id', position))
    .orderBy('id', directionOf(position))
    .limit(limit)
    .execute();

/** The new entry; undefined where the wallet is already on that list. */
export const insertBlocked = (
  db: Db,
  wallet: Omit<BlockedWalletRow, 'id'>,
): Promise<BlockedWalletRow | undefined> =>
  db
    .insertInto('blocked_wallets')
    .values(wallet)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** The deleted entry; undefined where the operator's own list has no such one. */
export const deleteOwnBlocked = (db: Db, id: bigint): Promise<BlockedWalletRow | undefined> =>
  db
    .deleteFrom('blocked_wallets')
    .where('id', '=', id)
    .where('list', '=', 'own')
    .returningAll()
    .executeTakeFirst();

/** Deletes the network's sanctions list; answers how many entries it had. */
export async function deleteSanctions(db: Db, network: Network): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_wallets')
    .where('network', '=', network)
    .where('list', '=', 'sanctions')
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Rows per statement, within PostgreSQL's limit on parameters. */
const ROWS_AT_ONCE = 5_000;

export async function insertSanctions(
  db: Db,
  { network, note, addresses, now }: { network: Network; note: string; addresses: readonly Hex[]; now: Date },
): Promise<void> {
  const rows = addresses.map(
    (address) => ({ network, address, list: 'sanctions', note, created_at: now }) as const,
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('blocked_wallets')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
}
