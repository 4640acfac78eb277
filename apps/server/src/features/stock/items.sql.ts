import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ItemRange } from './ranges.sql.ts';
import { FINGERPRINT_BYTES } from '../../platform/keyring.ts';

export type ItemRow = { id: bigint; goods_id: bigint; key_id: string; sealed: Buffer };

/** The items of the ranges that still have their text, by id. */
export async function findItems(db: Db, ranges: readonly ItemRange[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select item.id, item.goods_id, item.key_id, item.sealed
    from unnest(${ranges.map((r) => r.firstId)}::bigint[], ${ranges.map((r) => r.endId)}::bigint[])
      as range (first_id, end_id)
    join stock_items item on item.id >= range.first_id and item.id < range.end_id
    order by item.id`.execute(db);
  return rows;
}

/** Erases the texts of the ranges for good; the fingerprints stay, so that nothing comes back as new. */
export async function eraseItems(db: Db, ranges: readonly ItemRange[]): Promise<void> {
  await sql`
    delete from stock_items item
    using unnest(${ranges.map((r) => r.firstId)}::bigint[], ${ranges.map((r) => r.endId)}::bigint[])
      as range (first_id, end_id)
    where item.id >= range.first_id and item.id < range.end_id`.execute(db);
}

export type NewItems = {
  readonly firstId: bigint;
  readonly goodsId: bigint;
  readonly batchId: bigint;
  readonly keyId: string;
  /** One sealed text an item, in the order of their ids. */
  readonly sealed: readonly Buffer[];
};

/** All texts travel as one binary value: an array of them would be written out in hexadecimal. */
export async function insertItems(
  db: Db,
  { firstId, goodsId, batchId, keyId, sealed }: NewItems,
): Promise<void> {
  const lengths = sealed.map((text) => text.length);
  await sql`
    insert into stock_items (id, goods_id, batch_id, key_id, sealed)
    select ${firstId}::bigint + number - 1, ${goodsId}::bigint, ${batchId}::bigint, ${keyId}::text,
      substring(${Buffer.concat(sealed)}::bytea from (after - length + 1)::int for length)
    from (
      select number, length, sum(length) over (order by number) as after
      from unnest(${idArray(lengths)}::int[]) with ordinality as lengths (length, number)) as places`.execute(
    db,
  );
}

/** Fingerprints packed into one binary value, taken apart again. */
const FINGERPRINTS = sql`
  select number, substring(packed from (number * ${FINGERPRINT_BYTES} - ${FINGERPRINT_BYTES} + 1)::int
    for ${FINGERPRINT_BYTES}) as fingerprint`;

/** The positions (from 0) of those fingerprints that have ever been in the shop. */
export async function findKnownFingerprints(db: Db, fingerprints: readonly Buffer[]): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`
    select (new.number - 1)::int as position from (
      ${FINGERPRINTS} from (select ${Buffer.concat(fingerprints)}::bytea as packed) as packed,
        generate_series(1, ${fingerprints.length}) as number) as new
    cross join lateral (
      select from stock_fingerprints known where known.fingerprint = new.fingerprint limit 1) as known`.execute(
    db,
  );
  return new Set(rows.map((row) => row.position));
}

export async function insertFingerprints(
  db: Db,
  fingerprints: readonly Buffer[],
  firstId: bigint,
): Promise<void> {
  await sql`
    insert into stock_fingerprints (fingerprint, item_id)
    select fingerprint, ${firstId}::bigint + number - 1 from (
      ${FINGERPRINTS} from (select ${Buffer.concat(fingerprints)}::bytea as packed) as packed,
        generate_series(1, ${fingerprints.length}) as number) as new`.execute(db);
}

const IMPORT_LOCK = 7_001;

/** Imports write in turn: what one has just added must be a duplicate to the other. Held to the commit. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(db);
}

/** The first of `count` ids in a row; the caller holds the import lock. */
export async function takeItemIds(db: Db, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: bigint }>`
    select min(id)::bigint as first from (
      select nextval('stock_item_ids') as id from generate_series(1, ${count})) as ids`.execute(db);
  return rows[0]!.first;
}

/**
 * Puts [firstId, endId) on sale: at the end of the import's last range where that is still its neighbour,
 * else as a range of its own.
 */
export async function addRange(
  db: Db,
  lane: { goodsId: bigint; gender: string },
  { firstId, endId }: ItemRange,
  lastRangeId: bigint | null,
): Promise<bigint> {
  const grown = await sql<{ id: bigint }>`
    update stock_ranges set end_id = ${endId} where id = ${lastRangeId} and end_id = ${firstId}
    returning id`.execute(db);
  if (grown.rows[0]) return grown.rows[0].id;
  const added = await sql<{ id: bigint }>`
    insert into stock_ranges (goods_id, gender, next_id, end_id)
    values (${lane.goodsId}, ${lane.gender}, ${firstId}, ${endId}) returning id`.execute(db);
  return added.rows[0]!.id;
}
