import type { Cursor } from '@portside/chain';
import type { Finding } from '@portside/contract';
import { sql, type ColumnType } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';

/** Up to where all of a chain's addresses were read. */
type AddressCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Why the last attempt failed; empty after a success. */
  problems: ColumnType<readonly Finding[], string, string>;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    address_cursors: AddressCursorsTable;
  }
}

/**
 * Up to where all addresses of a chain were read; null before the chain has a cursor. If it is missing, it starts at
 * the chain's cursor.
 */
export async function readAddressCursor(db: Db, chainId: bigint): Promise<Cursor | null> {
  await sql`insert into address_cursors
    select chain_id, block_number, block_hash, block_time from chain_cursors where chain_id = ${chainId}
    on conflict (chain_id) do nothing`.execute(db);
  const row = await db
    .selectFrom('address_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row
    ? { number: row.block_number, hash: row.block_hash, time: row.block_time.getTime() / 1000 }
    : null;
}

/** Compare and set: false where another process has moved it, or the chain's cursor is not that far. */
export async function moveAddressCursor(db: Db, chainId: bigint, from: Cursor, to: Cursor): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_cursors')
    .set({ ...columnsOf(to), problems: '[]' })
    .where('chain_id', '=', chainId)
    .where('block_number', '=', from.number)
    .where('block_hash', '=', from.hash)
    .where((is) =>
      is.exists(
        is
          .selectFrom('chain_cursors')
          .select('chain_id')
          .where('chain_id', '=', chainId)
          .where('block_number', '>=', to.number),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves why reading the addresses failed. Moving the cursor clears it. */
export async function saveAddressProblems(
  db: Db,
  chainId: bigint,
  problems: readonly Finding[],
): Promise<void> {
  await db
    .updateTable('address_cursors')
    .set({ problems: JSON.stringify(problems) })
    .where('chain_id', '=', chainId)
    .execute();
}

export type AddressDelay = { readonly readUntil: Date; readonly problems: readonly Finding[] };

/** Up to where the addresses were read if that lags the chain's cursor by more than this; null otherwise. */
export async function readAddressDelay(
  db: Db,
  chainId: bigint,
  longerThanMs: number,
): Promise<AddressDelay | null> {
  const row = await db
    .selectFrom('address_cursors as a')
    .innerJoin('chain_cursors as c', 'c.chain_id', 'a.chain_id')
    .select(['a.block_time', 'a.problems'])
    .where('a.chain_id', '=', chainId)
    .where(sql<boolean>`c.block_time > a.block_time + ${longerThanMs} * interval '1 millisecond'`)
    .executeTakeFirst();
  return row ? { readUntil: row.block_time, problems: row.problems } : null;
}

/**
 * Moves it back to the block that the chain's cursor was set to, unless it is already lower. A block of the same
 * number may belong to the abandoned fork.
 */
export async function setAddressCursorBack(db: Db, chainId: bigint, to: Cursor): Promise<void> {
  await db
    .updateTable('address_cursors')
    .set(columnsOf(to))
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', to.number)
    .execute();
}

const columnsOf = ({ number, hash, time }: Cursor) => ({
  block_number: number,
  block_hash: hash,
  block_time: new Date(time * 1000),
});
