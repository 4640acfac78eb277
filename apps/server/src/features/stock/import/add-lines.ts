import { actingKey } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { sql } from 'kysely';
import { type ImportReport, type Lines, checkLine, keepLines, type Place } from './refused-lines.ts';
import { createIdentifier, type Identity, NO_IDENTITY, type Written } from '../identity.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { textArray } from '../../../platform/db/arrays.ts';
import { preferIndexes, type Db } from '../../../platform/db/db.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';
import {
  findFingerprints,
  findLikenesses,
  insertFingerprints,
  insertItems,
  type Likeness,
  lockImports,
  takeItemIds,
  itemContext,
} from '../items.sql.ts';
import { countLinesSince } from './batches.sql.ts';
import { endsOf, firstsOf } from '../unsold/withdrawals.sql.ts';
import { addWaitingRange, readWaitsFor } from './waiting-stock.ts';
import { addRange, type ItemRange, type LineFault, type StockGender } from '../stock.sql.ts';
import type { HeldKind } from '@portside/contract';

/** Lines per transaction: few enough that orders never wait long, enough to be fast. */
const CHUNK_LINES = 500;

/** Lines read or sealed before the event loop may serve other requests. */
const TURN_LINES = 250;

/**
 * Adds the lines that follow those counted in the report, chunk by chunk, and counts them there. Refuses once someone
 * else has ended the import or continued it (importStopped).
 */
export async function addLines(
  ctx: Ctx,
  target: AddTarget,
  report: { -readonly [K in keyof ImportReport]: ImportReport[K] },
  lines: Lines,
): Promise<void> {
  let lastRangeId: bigint | null = null;
  const write = async (chunk: Chunk): Promise<void> => {
    const added = await addChunk(ctx, target, { report, lastRangeId }, chunk);
    crashPoint('import: after commit');
    lastRangeId = added.rangeId;
    report.lines += chunk.lines;
    report.added += added.added;
    report.duplicates += added.duplicates;
    report.rejected += chunk.refused.length;
    report.held += added.held;
  };
  // While the database writes one chunk, the next one is read and fingerprinted.
  let underWay = Promise.resolve();
  try {
    for await (const chunk of readChunks(ctx, lines, target.form, report.lines)) {
      await underWay;
      underWay = write(chunk);
      // It is awaited in the next round or at the end. Without a handler until then, a failure would end the process.
      underWay.catch(() => undefined);
    }
  } finally {
    await underWay;
  }
}

async function* readChunks(
  { keyring }: Ctx,
  lines: Lines,
  form: Written,
  linesBefore: number,
): AsyncGenerator<Chunk> {
  const identify = createIdentifier(keyring, form);
  let chunk: Chunk = { lines: 0, fit: [], refused: [] };
  let number = linesBefore;
  for await (const line of lines) {
    number += 1;
    chunk.lines += 1;
    const { text, born, fault = checkLine(text) } = typeof line === 'string' ? { text: line } : line;
    if (fault === null)
      chunk.fit.push({
        number,
        text,
        born,
        fingerprint: keyring.fingerprint(text.trim()),
        identity: identify(text),
      });
    else if (fault !== 'blank') chunk.refused.push({ number, text, fault });
    if (number % TURN_LINES === 0) await nextTurn();
    if (chunk.lines === CHUNK_LINES) {
      yield chunk;
      chunk = { lines: 0, fit: [], refused: [] };
    }
  }
  if (chunk.lines > 0) yield chunk;
}

type Line = {
  readonly number: number;
  readonly text: string;
  /** The day from which its account ages; that of the import if it has none. */
  readonly born?: string | undefined;
};

export type FitLine = Line & { readonly fingerprint: Buffer; readonly identity: Identity };

/** `lines` counts blank ones too. */
type Chunk = {
  lines: number;
  readonly fit: FitLine[];
  readonly refused: (Line & { readonly fault: LineFault })[];
};

/** The import before the chunk; the range that it filled last may grow. */
type Progress = { readonly report: ImportReport; readonly lastRangeId: bigint | null };

type Added = Pick<ImportReport, 'added' | 'duplicates' | 'held'> & { readonly rangeId: bigint | null };

/** Adds a chunk in one transaction: items with their fingerprints on sale, refused and held lines, and the counts. */
function addChunk(ctx: Ctx, target: ImportTarget, progress: Progress, chunk: Chunk): Promise<Added> {
  const { batchId } = progress.report;
  const { fit, refused } = chunk;
  return inTransaction(ctx, async (inner) => {
    const { db, clock, keyring } = inner;
    const [, , isOpen, , known, alike] = await Promise.all([
      lockImports(db),
      preferIndexes(db),
      lockOpenBatch(db, batchId, progress.report.lines),
      holdSealingKey(db, keyring),
      findFingerprints(
        db,
        fit.map((line) => line.fingerprint),
      ),
      findLikenesses(
        db,
        fit.map((line) => line.identity),
      ),
    ]);
    if (!isOpen) refuse('importStopped');
    await requireLinesLeft(inner, chunk.lines);
    const { fresh, duplicates, held } = sortByNovelty(fit, known, alike);
    const place = { batchId, rangeId: progress.lastRangeId };
    const { firstId, rangeId } = await addFresh(inner, target, place, fresh);
    await keepLines(inner, progress.report, {
      refused,
      duplicates,
      held: held.map(({ like, ...line }) => ({ ...line, like: placeOf(like, fresh, firstId) })),
    });
    const counts = { added: fresh.length, duplicates: duplicates.length };
    const others = { lines: chunk.lines, rejected: refused.length };
    await countBatch(db, batchId, { ...counts, ...others, held }, clock.now());
    crashPoint('import: before commit');
    return { ...counts, held: held.length, rangeId };
  });
}

/** Refuses more lines than the acting API key may add within 24 hours (apiKeyLimitReached). Exact, because the import lock is held. */
async function requireLinesLeft({ db, actor, clock }: Ctx, lines: number): Promise<void> {
  const key = actingKey(actor);
  if (!key) return;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const before = await countLinesSince(db, 'api_key_id', key.id, since);
  if (before + lines > (key.linesADay ?? 0)) refuse('apiKeyLimitReached', 'lines a day');
}

/**
 * False if the import has ended or has come further than the caller knows. The row stays locked, so that neither
 * happens in this transaction.
 */
async function lockOpenBatch(db: Db, id: bigint, lines: number): Promise<boolean> {
  const { rows } = await sql`
    select from stock_batches
    where id = ${id} and state in ('running', 'unfinished') and lines = ${lines} for no key update`.execute(
    db,
  );
  return rows.length > 0;
}

/** Adds to an import's counts; an unfinished import runs again. */
async function countBatch(
  db: Db,
  id: bigint,
  {
    lines,
    added,
    duplicates,
    rejected,
    held,
  }: Omit<ImportReport, 'batchId' | 'held'> & { readonly held: readonly { readonly kind: HeldKind }[] },
  now: Date,
): Promise<void> {
  const accounts = held.filter(({ kind }) => kind === 'same account').length;
  await sql`
    update stock_batches set state = 'running', seen_at = ${now}, lines = lines + ${lines}, added = added + ${added},
      duplicates = duplicates + ${duplicates}, rejected = rejected + ${rejected},
      held_accounts = held_accounts + ${accounts}, held_logins = held_logins + ${held.length - accounts}
    where id = ${id}`.execute(db);
}

/**
 * Adds lines that are new to the stock, and returns the first one's item id and the range that holds them. Seals while
 * the database inserts the fingerprints, so that neither waits for the other. Those of an import that waits are in no
 * range. The caller holds the import lock, the batch's row and the sealing key.
 */
export async function addFresh(
  { db, keyring, live }: Ctx,
  { goodsId, gender }: ImportTarget,
  { batchId, rangeId }: { readonly batchId: bigint; readonly rangeId: bigint | null },
  fresh: readonly FitLine[],
): Promise<{ firstId: bigint; rangeId: bigint | null }> {
  if (fresh.length === 0) return { firstId: 0n, rangeId };
  const firstId = await takeItemIds(db, fresh.length);
  const sealAll = async (): Promise<Buffer[]> => {
    const sealed: Buffer[] = [];
    for (const [position, { text }] of fresh.entries()) {
      if (position % TURN_LINES === 0) await nextTurn();
      sealed.push(keyring.seal(text, itemContext(goodsId, firstId + BigInt(position))).sealed);
    }
    return sealed;
  };
  const [, sealed] = await Promise.all([insertFingerprints(db, fresh, firstId), sealAll()]);
  await insertItems(db, { firstId, goodsId, batchId, keyId: keyring.newestKeyId, sealed });
  crashPoint('import: items written');
  const range = { firstId, endId: firstId + BigInt(fresh.length) };
  await addBatchRange(db, batchId, range);
  await addBirths(db, batchId, birthsOf(fresh, firstId));
  if ((await readWaitsFor(db, batchId)) !== null) {
    await addWaitingRange(db, batchId, range);
    return { firstId, rangeId: null };
  }
  live.changed('stock');
  return { firstId, rangeId: await addRange(db, { goodsId, gender }, range, rangeId) };
}

/** Records which items an import added, by growing its last range if they follow it. */
async function addBatchRange(db: Db, batchId: bigint, { firstId, endId }: ItemRange): Promise<void> {
  const grown = await sql`
    update stock_batch_ranges set end_id = ${endId}
    where first_id = (select max(first_id) from stock_batch_ranges where batch_id = ${batchId})
      and end_id = ${firstId}`.execute(db);
  if (grown.numAffectedRows === 1n) return;
  await db
    .insertInto('stock_batch_ranges')
    .values({ first_id: firstId, end_id: endId, batch_id: batchId })
    .execute();
}

type Birth = { readonly born: string; readonly firstId: bigint; endId: bigint };

/** Of lines whose items have ids one after the other: a range for each run of lines with the same day. */
function birthsOf(lines: readonly Line[], firstId: bigint): Birth[] {
  const births: Birth[] = [];
  for (const [position, { born }] of lines.entries()) {
    const id = firstId + BigInt(position);
    const last = births.at(-1);
    if (last?.born === born && last?.endId === id) last.endId = id + 1n;
    else if (born !== undefined) births.push({ born, firstId: id, endId: id + 1n });
  }
  return births;
}

async function addBirths(db: Db, batchId: bigint, births: readonly Birth[]): Promise<void> {
  if (births.length === 0) return;
  await sql`
    insert into stock_births (first_id, end_id, batch_id, born_on)
    select first_id, end_id, ${batchId}::bigint, born::date
    from unnest(
      ${firstsOf(births)}::bigint[], ${endsOf(births)}::bigint[], ${textArray(births.map(({ born }) => born))}::text[])
      as birth (first_id, end_id, born)`.execute(db);
}

/** A line that is like an item, or like a fresh line before it in the chunk. */
type LikeLine = Line & { readonly kind: HeldKind; readonly like: Likeness | FitLine };

/**
 * Of equal lines within the chunk, the first is fresh and the others are duplicates; of those alike, the first is fresh
 * and the others are held. Fresh lines come by their day, so that few ranges hold them.
 */
function sortByNovelty(
  chunk: readonly FitLine[],
  known: ReadonlyMap<number, bigint>,
  alike: ReadonlyMap<number, Likeness>,
): { fresh: FitLine[]; duplicates: FitLine[]; held: LikeLine[] } {
  const seen = new Set<string>();
  const logins = new Map<bigint, FitLine>();
  const fresh: FitLine[] = [];
  const duplicates: FitLine[] = [];
  const held: LikeLine[] = [];
  for (const [position, line] of chunk.entries()) {
    const key = line.fingerprint.toString('latin1');
    const { login, account } = line.identity;
    const like = alike.get(position) ?? logins.get(login);
    if (known.has(position) || seen.has(key)) duplicates.push(line);
    else if (like === undefined) {
      if (login !== NO_IDENTITY.login) logins.set(login, line);
      seen.add(key);
      fresh.push(line);
    } else {
      const isSame = 'identity' in like ? like.identity.account === account : like.isSameAccount;
      held.push({ ...line, kind: isSame ? 'same account' : 'same login', like });
    }
  }
  return { fresh: fresh.toSorted(byBirth), duplicates, held };
}

const byBirth = ({ born: one = '' }: Line, { born: other = '' }: Line): number =>
  one < other ? -1 : Number(one > other);

/** The item that a line is like, now that the fresh lines of its chunk have ids. */
const placeOf = (like: LikeLine['like'], fresh: readonly FitLine[], firstId: bigint): Place =>
  'identity' in like ? { itemId: firstId + BigInt(fresh.indexOf(like)), line: like.number } : like;

/** Where the lines of an import go. */
export type ImportTarget = {
  readonly goodsId: bigint;
  readonly gender: StockGender;
};

/** The same, with how the accounts are written. */
type AddTarget = ImportTarget & { readonly form: Written };
