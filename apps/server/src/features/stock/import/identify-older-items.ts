import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { byteaArray, idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createIdentifier, type Identity, NO_IDENTITY } from '../identity.ts';
import { formsOf, type ItemRow, tryOpenItem } from '../items.sql.ts';

const STEP_ITEMS = 250;

/**
 * Computes the identities of items that were imported before the shop recorded them, one step of them; what is erased
 * cannot be identified any more. The rows say themselves what is left, so it goes on wherever it was stopped.
 */
export async function identifyOlderItems(ctx: Ctx): Promise<{ more: boolean }> {
  const started = performance.now();
  const rows = await findUnidentified(ctx.db);
  const kept = rows.flatMap((row) => (isKept(row) ? [row.batch_id] : []));
  const identifiers = new Map<bigint, (text: string) => Identity>();
  for (const [batchId, form] of await formsOf(ctx.db, kept))
    identifiers.set(batchId, createIdentifier(ctx.keyring, form));
  const identities = rows.map((row) => {
    const text = isKept(row) ? tryOpenItem(ctx, row) : null;
    return text === null ? NO_IDENTITY : identifiers.get(row.batch_id!)!(text);
  });
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  await updateIdentities(ctx.db, fingerprints, identities);
  // Leaves half of the time to buyers.
  await sleep(performance.now() - started);
  return { more: rows.length === STEP_ITEMS };
}

/** With nulls where the text is erased. */
type FoundRow = ItemRow | (Record<'goods_id' | 'batch_id' | 'key_id' | 'sealed', null> & Pick<ItemRow, 'id'>);

const isKept = <Row extends FoundRow>(row: Row): row is Row & ItemRow => row.sealed !== null;

async function findUnidentified(db: Db): Promise<(FoundRow & { readonly fingerprint: Buffer })[]> {
  const { rows } = await sql<FoundRow & { readonly fingerprint: Buffer }>`
    select known.fingerprint, known.item_id as id, item.goods_id, item.batch_id, item.key_id, item.sealed
    from (
      select fingerprint, item_id from stock_fingerprints
      where login is null order by item_id limit ${STEP_ITEMS}) as known
    left join stock_items item on item.id = known.item_id`.execute(db);
  return rows;
}

async function updateIdentities(
  db: Db,
  fingerprints: readonly Buffer[],
  identities: readonly Identity[],
): Promise<void> {
  await sql`
    update stock_fingerprints known set login = new.login, account = new.account
    from unnest(
      ${byteaArray(fingerprints)}::bytea[],
      ${idArray(identities.map(({ login }) => login))}::bigint[],
      ${idArray(identities.map(({ account }) => account))}::bigint[]) as new (fingerprint, login, account)
    where known.fingerprint = new.fingerprint`.execute(db);
}
