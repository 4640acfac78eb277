import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.ts';
import { byteaArray, idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { createIdentifier, type Identity, NO_IDENTITY } from '../identity.ts';
import { type ItemRow, tryOpenItem } from '../items.sql.ts';
import { writtenAs, type FormatPort } from './check-line.ts';

const STEP_ITEMS = 250;

/**
 * Computes the identities of items that were imported before the shop recorded them, one step of them; what is erased
 * cannot be identified any more. The rows say themselves what is left, so it goes on wherever it was stopped.
 */
export async function identifyOlderItems(
  ctx: Ctx,
  { formatOf }: Pick<FormatPort, 'formatOf'>,
): Promise<{ more: boolean }> {
  const started = performance.now();
  const identifiers = new Map<bigint, (text: string) => Identity>();
  const rows = await findUnidentified(ctx.db);
  for (const goodsId of new Set(rows.flatMap((row) => row.goods_id ?? [])))
    identifiers.set(goodsId, createIdentifier(ctx.keyring, writtenAs(await formatOf(ctx.db, goodsId))));
  const identities = rows.map(({ fingerprint: _, ...item }) => {
    const text = isKept(item) ? tryOpenItem(ctx, item) : null;
    return text === null ? NO_IDENTITY : identifiers.get(item.goods_id!)!(text);
  });
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  await updateIdentities(ctx.db, fingerprints, identities);
  // Leaves half of the time to buyers.
  await sleep(performance.now() - started);
  return { more: rows.length === STEP_ITEMS };
}

/** With nulls where the text is erased. */
type FoundRow = ItemRow | (Record<'goods_id' | 'key_id' | 'sealed', null> & Pick<ItemRow, 'id'>);

const isKept = (row: FoundRow): row is ItemRow => row.sealed !== null;

async function findUnidentified(db: Db): Promise<(FoundRow & { readonly fingerprint: Buffer })[]> {
  const { rows } = await sql<FoundRow & { readonly fingerprint: Buffer }>`
    select known.fingerprint, known.item_id as id, item.goods_id, item.key_id, item.sealed
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
