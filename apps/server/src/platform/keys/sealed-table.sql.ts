import { sql } from 'kysely';
import { byteaArray, idArray } from '../db/arrays.ts';
import type { Db } from '../db/db.ts';

/**
 * A table with texts sealed by the keyring, in the columns `key_id` and `sealed`. Features list theirs in compose.ts,
 * so that keys can be rotated.
 */
export type SealedTable = {
  readonly name: string;
  /** The columns of its primary key: bigints. */
  readonly key: readonly string[];
  /** Further columns that the place is built from. */
  readonly also?: readonly string[];
  /** The place that the row's text is bound to (`Keyring.seal`). */
  place(row: Readonly<Record<string, bigint>>): string;
};

/** The values of the key's columns. */
export type RowKey = readonly bigint[];

type SealedRow = {
  readonly key: RowKey;
  readonly keyId: string;
  readonly sealed: Buffer;
  readonly place: string;
};

const listOf = (parts: readonly unknown[]) => sql.join(parts);

/** Locks the next rows, in key order, that are sealed under other keys; skips rows that are locked. */
export async function lockRowsToReseal(
  db: Db,
  table: SealedTable,
  newestKeyId: string,
  { after, limit }: { readonly after: RowKey; readonly limit: number },
): Promise<SealedRow[]> {
  const key = table.key.map((column) => sql.ref(column));
  const numbers = [...table.key, ...(table.also ?? [])].map(
    (column) => sql`${sql.ref(column)}::bigint as ${sql.ref(column)}`,
  );
  const { rows } = await sql<{ keyId: string; sealed: Buffer } & Record<string, never>>`
    select ${listOf(numbers)}, key_id as "keyId", sealed from ${sql.table(table.name)}
    where (${listOf(key)}) > (${listOf(after.map((value) => sql`${value}`))}) and key_id <> ${newestKeyId}
    order by ${listOf(key)} limit ${limit} for update skip locked`.execute(db);
  return rows.map((row) => ({
    key: table.key.map((column) => row[column]!),
    keyId: row.keyId,
    sealed: row.sealed,
    place: table.place(row),
  }));
}

type ResealedRow = { readonly key: RowKey; readonly sealed: Buffer };

export async function updateSealedRows(
  db: Db,
  table: SealedTable,
  keyId: string,
  rows: readonly ResealedRow[],
): Promise<void> {
  const names = table.key.map((_, index) => `key_${index}`);
  const values = table.key.map((_, index) => sql`${idArray(rows.map((row) => row.key[index]!))}::bigint[]`);
  const isRow = table.key.map(
    (column, index) => sql`stored.${sql.ref(column)} = new.${sql.ref(names[index]!)}`,
  );
  await sql`
    update ${sql.table(table.name)} as stored set key_id = ${keyId}, sealed = new.sealed
    from unnest(${listOf(values)}, ${byteaArray(rows.map((row) => row.sealed))}::bytea[])
      as new (${listOf(names.map((name) => sql.ref(name)))}, sealed)
    where ${sql.join(isRow, sql` and `)}`.execute(db);
}

/** Any row sealed under the key. If there is none, undefined, after reading the whole table. */
export async function findSealedUnder(
  db: Db,
  table: SealedTable,
  keyId: string,
): Promise<{ readonly sealed: Buffer; readonly place: string } | undefined> {
  const numbers = [...table.key, ...(table.also ?? [])].map(
    (column) => sql`${sql.ref(column)}::bigint as ${sql.ref(column)}`,
  );
  const { rows } = await sql<{ sealed: Buffer } & Record<string, never>>`
    select ${listOf(numbers)}, sealed from ${sql.table(table.name)} where key_id = ${keyId} limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row && { sealed: row.sealed, place: table.place(row) };
}

/** Reads the whole table if no row is sealed under the key. */
export async function isAnySealedUnder(db: Db, { name }: SealedTable, keyId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sql.table(name)} where key_id = ${keyId}) as found`.execute(db);
  return rows[0]!.found;
}

/** How many rows each key seals. Reads the whole table. */
export async function countSealed(
  db: Db,
  { name }: SealedTable,
): Promise<{ readonly keyId: string; readonly count: bigint }[]> {
  const { rows } = await sql<{ keyId: string; count: bigint }>`
    select key_id as "keyId", count(*) as count from ${sql.table(name)} group by key_id order by key_id`.execute(
    db,
  );
  return rows;
}
