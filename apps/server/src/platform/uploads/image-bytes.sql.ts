import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

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
