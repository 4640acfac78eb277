import { sql, type Generated } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Image, ImageType } from './read-image.ts';

/** False if an upload has that name already. */
export async function insertUpload(db: Db, name: string, { type, bytes }: Image): Promise<boolean> {
  const row = { name, type, bytes };
  const added = await db
    .insertInto('uploads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return added !== undefined;
}

export async function deleteUpload(db: Db, name: string): Promise<void> {
  await db.deleteFrom('uploads').where('name', '=', name).execute();
}

/** A column that holds names of uploads. */
export type UploadReference = { readonly table: string; readonly column: string };

/** Deletes uploads from before that time that no column refers to; how many. */
export async function deleteUnreferenced(
  db: Db,
  references: readonly UploadReference[],
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const unused = references.map(
    ({ table, column }) =>
      sql`not exists (select from ${sql.table(table)} owner where owner.${sql.ref(column)} = uploads.name)`,
  );
  const { numAffectedRows } = await sql`
    delete from uploads where name in (
      select name from uploads where created_at < ${before} and ${sql.join(unused, sql` and `)} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

type UploadFacts = { readonly type: ImageType; readonly size: number };

export const findUpload = (db: Db, name: string): Promise<UploadFacts | undefined> =>
  db
    .selectFrom('uploads')
    .select(['type', sql<number>`octet_length(bytes)`.as('size')])
    .where('name', '=', name)
    .executeTakeFirst();

/** Bytes from that position on, counted from 0; undefined if the upload is gone. */
export async function readUploadPart(
  db: Db,
  name: string,
  part: { readonly from: number; readonly length: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select(sql<Buffer>`substring(bytes from ${part.from + 1} for ${part.length})`.as('bytes'))
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

type UploadsTable = {
  name: string;
  type: ImageType;
  bytes: Buffer;
  created_at: Generated<Date>;
};

declare module '../db/db.ts' {
  interface Database {
    uploads: UploadsTable;
  }
}

/** The row of the whole shop. */
const SHOP = '';

/** Adds to the bytes of that day; the sums afterwards. Whoever adds next waits for this transaction. */
export async function addImageBytes(
  db: Db,
  { day, block, bytes }: { readonly day: string; readonly block: string; readonly bytes: number },
): Promise<{ ofBlock: bigint; ofShop: bigint }> {
  const { rows } = await sql<{ block: string; bytes: bigint }>`
    insert into image_bytes (day, block, bytes)
    values (${day}::date, ${SHOP}, ${bytes}), (${day}::date, ${block}, ${bytes})
    on conflict (day, block) do update set bytes = image_bytes.bytes + excluded.bytes
    returning block, bytes`.execute(db);
  const of = (name: string): bigint => rows.find((row) => row.block === name)!.bytes;
  return { ofBlock: of(block), ofShop: of(SHOP) };
}

/** What the whole shop has taken that day. */
export async function readImageBytes(db: Db, day: string): Promise<bigint> {
  const { rows } = await sql<{ bytes: bigint }>`
    select bytes from image_bytes where day = ${day}::date and block = ${SHOP}`.execute(db);
  return rows[0]?.bytes ?? 0n;
}

export async function deleteImageBytesBefore(db: Db, day: string): Promise<void> {
  await sql`delete from image_bytes where day < ${day}::date`.execute(db);
}
