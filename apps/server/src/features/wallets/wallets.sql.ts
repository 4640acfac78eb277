import { familyOf } from '@portside/chain';
import { NETWORKS, type BlockList, type Network } from '@portside/contract';
import { sql, type Selectable, type Generated } from 'kysely';
import type { Hex } from 'viem';
import { directionOf, afterPosition, type IdPosition } from '../../platform/lists/by-id.ts';
import { inParts } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

export type BlockedWalletRow = Selectable<BlockedWalletsTable>;

/**
 * The wallet's entry on a block list; undefined where there is none. A key has the same address on every EVM network, so an
 * entry of one holds on all of them. A sanctions list takes precedence.
 */
export const findBlockedWallet = (
  db: Db,
  network: Network,
  address: Hex,
): Promise<BlockedWalletRow | undefined> =>
  db
    .selectFrom('blocked_wallets')
    .selectAll()
    .where('address', '=', address)
    .where(
      'network',
      'in',
      NETWORKS.filter((one) => one === network || (familyOf(one) === 'evm' && familyOf(network) === 'evm')),
    )
    .orderBy('list', 'desc')
    .orderBy('id')
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

export async function insertSanctions(
  db: Db,
  { network, note, addresses, now }: { network: Network; note: string; addresses: readonly Hex[]; now: Date },
): Promise<void> {
  const rows = addresses.map(
    (address) => ({ network, address, list: 'sanctions', note, created_at: now }) as const,
  );
  for (const part of inParts(rows)) await db.insertInto('blocked_wallets').values(part).execute();
}

type BlockedWalletsTable = {
  id: Generated<bigint>;
  network: Network;
  /** 20 bytes in lower-case hex, on every network. */
  address: Hex;
  list: BlockList;
  note: string;
  created_at: Date;
};

/** The last reading of a network's sanctions list from the addresses in the settings. */
type SanctionsFetchesTable = {
  network: Network;
  tried_at: Date;
  /** When the list in force was last read; null before the first time, as are the next two. */
  fetched_at: Date | null;
  /** In hex, of the sorted addresses, one a line. */
  sha256: string | null;
  listed: number | null;
  /** Why the last attempt changed nothing; null where it succeeded. */
  problem: string | null;
  /** The list was read, and could not be believed. */
  is_refused: Generated<boolean>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    blocked_wallets: BlockedWalletsTable;
    sanctions_fetches: SanctionsFetchesTable;
  }
}

export type SanctionsFetchRow = Selectable<SanctionsFetchesTable>;

/** The last fetch of every network’s list. */
export const listFetches = (db: Db): Promise<SanctionsFetchRow[]> =>
  db.selectFrom('sanctions_fetches').selectAll().orderBy('network').execute();

/** Undefined before the first fetch. */
export const findFetch = (db: Db, network: Network): Promise<SanctionsFetchRow | undefined> =>
  db.selectFrom('sanctions_fetches').selectAll().where('network', '=', network).executeTakeFirst();

/** What an attempt changed; the facts of the last list that was read stay where it names none. */
export async function saveFetch(
  db: Db,
  network: Network,
  fetch: Partial<SanctionsFetchRow> & Pick<SanctionsFetchRow, 'tried_at' | 'problem' | 'is_refused'>,
): Promise<void> {
  await db
    .insertInto('sanctions_fetches')
    .values({ network, ...fetch })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(fetch))
    .execute();
}

/** Forgets the networks that the settings no longer name. */
export async function deleteOtherFetches(db: Db, networks: readonly Network[]): Promise<void> {
  await db
    .deleteFrom('sanctions_fetches')
    .$if(networks.length > 0, (query) => query.where('network', 'not in', networks))
    .execute();
}
