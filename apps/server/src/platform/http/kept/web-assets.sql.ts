import { sql } from 'kysely';
import { textArray } from '../../db/arrays.ts';
import type { Db } from '../../db/db.ts';
import type { WebAssetsTable } from './web-assets.tables.ts';
import './web-assets.tables.ts';

export type WebAsset = Pick<WebAssetsTable, 'name' | 'bytes' | 'is_packed'>;
type StoredAsset = WebAsset & { readonly mac: Buffer | null };
type NewAsset = WebAsset & { readonly type: string; readonly mac: Buffer };

const ASSETS_LOCK = 7_009;

/** Makes processes that start at the same time wait for each other. Held to the end of the transaction. */
export async function lockWebAssets(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ASSETS_LOCK})`.execute(db);
}

export async function listAssetNames(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('web_assets').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

export async function insertAssets(db: Db, assets: readonly NewAsset[]): Promise<void> {
  await db.insertInto('web_assets').values(assets).execute();
}

/** Marks the files of the newest build, and since when the others are replaced; deletes those replaced before then. */
export async function markAssets(
  db: Db,
  own: readonly string[],
  { now, deletedBefore }: { readonly now: Date; readonly deletedBefore: Date },
): Promise<void> {
  await sql`
    update web_assets
    set replaced_at = case when name = any(${textArray(own)}::text[]) then null else ${now}::timestamptz end
    where (replaced_at is null) <> (name = any(${textArray(own)}::text[]))`.execute(db);
  await db.deleteFrom('web_assets').where('replaced_at', '<', deletedBefore).execute();
}

export const findAsset = (db: Db, name: string): Promise<StoredAsset | undefined> =>
  db
    .selectFrom('web_assets')
    .select(['name', 'bytes', 'is_packed', 'mac'])
    .where('name', '=', name)
    .executeTakeFirst();

/** Answers whether it was there. */
export async function deleteAsset(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('web_assets')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
