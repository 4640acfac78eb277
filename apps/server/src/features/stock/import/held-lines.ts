import type { Data, HeldKind, HeldLine, Input, StockBatch } from '@portside/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { type Db, preferIndexes } from '../../../platform/db/db.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';
import { cutPage, readIdCursor } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { createIdentifier } from '../identity.ts';
import {
  findFingerprints,
  lockImports,
  maskText,
  type OrderLookups,
  refusedLineContext,
} from '../items.sql.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';
import { announceCosts, getBatch, lockBatch, type BatchRow } from './batches.sql.ts';
import { addFresh, type FitLine } from './add-lines.ts';
import { readBatch, type SoldLookups } from './stock-batches.ts';
import { goodsOf } from '../stock.sql.ts';

/** Held lines of an import by number, masked, each with the account that it is like. */
export async function listHeldLines(
  { db, keyring }: Ctx,
  { params, query }: Input<'listHeldLines'>,
  { ordersOf }: OrderLookups,
): Promise<Data<'listHeldLines'>> {
  const batchId = BigInt(params.id);
  const after = readIdCursor(query.cursor) ?? 0n;
  const rows = await findHeldLines(db, batchId, { kind: query.kind, after }, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const ids = shown.map((row) => row.like_item);
  const [items, orders] = await Promise.all([describeItems(db, ids), ordersOf(db, ids)]);
  const presented = shown.map((row): HeldLine => {
    const like = items.get(row.like_item);
    const order = orders.get(row.like_item);
    return {
      line: Number(row.id),
      kind: row.kind,
      masked: maskText(open(keyring, batchId, row)),
      like: like
        ? {
            item_id: String(row.like_item),
            goods_id: String(order?.goodsId ?? like.goods_id),
            batch_id: String(like.batch_id),
            line: row.like_line,
            state: like.state,
            at: (like.withdrawn_at ?? order?.soldAt ?? like.imported_at).toISOString(),
          }
        : null,
    };
  });
  return { items: presented, next_cursor: nextCursor, total: null };
}

type HeldRow = {
  /** Its number. */
  readonly id: bigint;
  readonly kind: HeldKind;
  readonly key_id: string;
  readonly sealed: Buffer;
  readonly like_item: bigint;
  readonly like_line: number | null;
  readonly born: string | null;
};

type HeldFilter = {
  readonly kind?: HeldKind | undefined;
  readonly lines?: readonly number[] | undefined;
  readonly after?: bigint;
};

const findHeldLines = async (
  db: Db,
  batchId: bigint,
  { kind, lines, after = 0n }: HeldFilter,
  limit: number,
): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    select line::bigint as id, fault as kind, key_id, sealed, like_item, like_line, born_on::text as born
    from stock_refused_lines
    where batch_id = ${batchId} and is_held and sealed is not null and line::bigint > ${after}
      and (${kind ?? null}::text is null or fault = ${kind ?? null})
      and (${lines === undefined} or line = any(${idArray(lines ?? [])}::int[]))
    order by line limit ${limit}`.execute(db);
  return rows;
};

const open = (keyring: Ctx['keyring'], batchId: bigint, { id, key_id: keyId, sealed }: HeldRow): string =>
  keyring.open({ keyId, sealed }, refusedLineContext(batchId, Number(id)));

type ItemFacts = {
  /** The product that it is unsold of, was withdrawn from, or else was imported for. */
  readonly goods_id: bigint;
  readonly batch_id: bigint;
  readonly state: 'free' | 'sold' | 'withdrawn';
  readonly imported_at: Date;
  readonly withdrawn_at: Date | null;
};

/** What became of items, erased ones too; unknown ones are absent. */
async function describeItems(db: Db, ids: readonly bigint[]): Promise<Map<bigint, ItemFacts>> {
  const { rows } = await sql<ItemFacts & { readonly id: bigint }>`
    select item.id, coalesce(free.goods_id, gone.goods_id, batch.goods_id) as goods_id, batch.id as batch_id,
      batch.created_at as imported_at, gone.created_at as withdrawn_at, case
        when gone.created_at is not null then 'withdrawn'
        when free.goods_id is not null then 'free'
        else 'sold' end as state
    from (select distinct unnest(${idArray(ids)}::bigint[]) as id) as item
    cross join lateral (
      select batch_id, end_id from stock_batch_ranges where first_id <= item.id order by first_id desc limit 1) as own
    join stock_batches batch on batch.id = own.batch_id and own.end_id > item.id
    left join lateral (
      select goods_id from stock_ranges free
      where free.goods_id = any(${goodsOf(sql`batch`)}) and free.gender = batch.gender
        and free.next_id <= item.id and free.end_id > item.id
      union all
      select batch.goods_id from stock_waiting_ranges held
      where held.batch_id = batch.id and held.first_id <= item.id and held.end_id > item.id
      limit 1) as free on true
    left join lateral (
      select created_at, goods_id from (
        select created_at, goods_id, end_id from stock_withdrawals
        where first_id <= item.id order by first_id desc limit 1) as last
      where last.end_id > item.id) as gone on true`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lines per transaction, as of an import. */
const CHUNK_LINES = 500;

/** Chunks per call: a second's work, so that progress is seen. */
const CHUNKS = 20;

/**
 * Puts held lines of an import on sale, or leaves them out: those of a kind, those given, or all. Chunk by chunk, each
 * with its audit entry; whatever is decided stays decided, and a repeated call goes on with the rest. Of equal lines
 * one is sold, and the others are duplicates. Left out, a line keeps its number and its reason, without its text.
 * Refuses an unknown import (notFound) and one rolled back (importStopped).
 */
export async function decideHeldLines(
  ctx: Ctx,
  { params, body }: Input<'decideHeldLines'>,
  lookups: SoldLookups,
): Promise<StockBatch> {
  const batch = await getBatch(ctx.db, BigInt(params.id));
  const identify = createIdentifier(ctx.keyring, batch.account_form);
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const decided = await inTransaction(ctx, (step) => decideChunk(step, batch, body, identify));
    crashPoint('held: after commit');
    if (decided < CHUNK_LINES) break;
  }
  // Apart from the ranges: a move holds its products before it waits for those.
  if (batch.cost_micro !== null) await inTransaction(ctx, (step) => announceCosts(step, [batch.goods_id]));
  return readBatch(ctx, batch.id, lookups);
}

/** Decides about the next lines, and returns how many. */
async function decideChunk(
  ctx: Ctx,
  batch: BatchRow,
  { decision, kind, lines }: Input<'decideHeldLines'>['body'],
  identify: (text: string) => FitLine['identity'],
): Promise<number> {
  const { db, keyring } = ctx;
  const [, , state] = await Promise.all([lockImports(db), preferIndexes(db), lockBatch(db, batch.id)]);
  if (state === 'rolled back') refuse('importStopped');
  const rows = await findHeldLines(db, batch.id, { kind, lines }, CHUNK_LINES);
  if (rows.length === 0) return 0;
  const sold = decision === 'sell' ? rows : [];
  const wanted = sold.map((row): FitLine => {
    const text = open(keyring, batch.id, row);
    const fingerprint = keyring.fingerprint(text.trim());
    const born = row.born ?? undefined;
    return { number: Number(row.id), text, born, fingerprint, identity: identify(text) };
  });
  await holdSealingKey(db, keyring);
  const { fresh, duplicates } = await splitByText(db, wanted);
  const target = { goodsId: batch.goods_id, gender: batch.gender };
  await addFresh(ctx, target, { batchId: batch.id, rangeId: null }, fresh);
  await closeLines(db, batch.id, rows, { fresh, duplicates });
  const leftOut = rows.length - sold.length;
  await countDecided(db, batch.id, rows, { added: fresh.length, duplicates: duplicates.length, leftOut });
  await recordAudit(ctx, {
    action: 'stock.decideHeld',
    subject: `batch:${batch.id}`,
    after: { decision, kind, lines, added: fresh.length, duplicates: duplicates.length, leftOut },
  });
  crashPoint('held: before commit');
  return rows.length;
}

/** The operator has decided that a line is another account; one with the very text of an item is not. */
async function splitByText(
  db: Db,
  lines: readonly FitLine[],
): Promise<{ fresh: FitLine[]; duplicates: FitLine[] }> {
  const known = await findFingerprints(
    db,
    lines.map(({ fingerprint }) => fingerprint),
  );
  const seen = new Set<string>();
  const fresh: FitLine[] = [];
  const duplicates: FitLine[] = [];
  for (const [position, line] of lines.entries()) {
    const key = line.fingerprint.toString('latin1');
    (known.has(position) || seen.has(key) ? duplicates : fresh).push(line);
    seen.add(key);
  }
  return { fresh, duplicates };
}

/** What was sold is an item now; of the others the number and the reason stay. */
async function closeLines(
  db: Db,
  batchId: bigint,
  rows: readonly HeldRow[],
  { fresh, duplicates }: { readonly fresh: readonly FitLine[]; readonly duplicates: readonly FitLine[] },
): Promise<void> {
  const numbers = (lines: readonly FitLine[]) => sql`${idArray(lines.map(({ number }) => number))}::int[]`;
  await sql`
    delete from stock_refused_lines where batch_id = ${batchId} and line = any(${numbers(fresh)})`.execute(
    db,
  );
  await sql`
    update stock_refused_lines set is_held = false, key_id = null, sealed = null,
      fault = case when line = any(${numbers(duplicates)}) then 'duplicate' else fault end
    where batch_id = ${batchId} and line = any(${idArray(rows.map(({ id }) => id))}::int[])`.execute(db);
}

async function countDecided(
  db: Db,
  batchId: bigint,
  rows: readonly HeldRow[],
  { added, duplicates, leftOut }: Record<'added' | 'duplicates' | 'leftOut', number>,
): Promise<void> {
  const accounts = rows.filter(({ kind }) => kind === 'same account').length;
  await sql`
    update stock_batches set added = added + ${added}, duplicates = duplicates + ${duplicates},
      rejected = rejected + ${leftOut}, held_accounts = held_accounts - ${accounts},
      held_logins = held_logins - ${rows.length - accounts}
    where id = ${batchId}`.execute(db);
}

/** Lines of all imports that wait for a decision, and since when the oldest does; null for none. */
export async function countHeldLines(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select coalesce(sum(held_accounts + held_logins), 0)::int as count, min(created_at) as since
    from stock_batches where held_accounts + held_logins > 0`.execute(db);
  return toBacklog(rows[0]);
}
