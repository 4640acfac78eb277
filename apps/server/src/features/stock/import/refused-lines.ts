import { type HeldKind, type ImportForm, type Input, LONGEST_LINE } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sendText } from '../../../platform/http/send-file.ts';
import { sendCsv, type CsvRow } from '../../../platform/http/send-list.ts';
import { refusedLineContext } from '../items.sql.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { byteaArray, idArray, textArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { getBatch, type BatchRow, type BatchCounts } from './batches.sql.ts';
import type { LineFault, StockRefusedLinesTable } from '../stock.sql.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { readSetting } from '../../settings/index.ts';

/** The most refused lines stored of each kind per import. */
const MAX_KEPT = 10_000;

type Line = { readonly number: number; readonly text: string; readonly born?: string | undefined };

/** An item, and its line in its file where that is known. */
export type Place = { readonly itemId: bigint; readonly line: number | null };

/** The lines of a chunk that are not added. */
type LinesNotAdded = {
  readonly refused: readonly (Line & { readonly fault: LineFault })[];
  readonly duplicates: readonly Line[];
  readonly held: readonly (Line & { readonly kind: HeldKind; readonly like: Place })[];
};

/**
 * Stores unfit and held lines with their text, whole and sealed: they may be credentials too; of duplicates only the
 * numbers. Every held line is kept, and the first unfit ones and duplicates of the import.
 */
export async function keepLines(
  { db, keyring }: Ctx,
  before: ImportReport,
  { refused, duplicates, held }: LinesNotAdded,
): Promise<void> {
  const room = (kept: number): number => Math.max(0, MAX_KEPT - kept);
  const seal = ({ number, text }: Line): Buffer =>
    keyring.seal(text, refusedLineContext(before.batchId, number)).sealed;
  const kept: KeptLine[] = [
    ...refused
      .slice(0, room(before.rejected))
      .map((line) => ({ line: line.number, fault: line.fault, sealed: seal(line), like: null })),
    ...duplicates
      .slice(0, room(before.duplicates))
      .map(({ number }) => ({ line: number, fault: 'duplicate' as const, sealed: null, like: null })),
    ...held.map((line) => ({
      line: line.number,
      fault: line.kind,
      sealed: seal(line),
      like: line.like,
      born: line.born,
    })),
  ];
  if (kept.length > 0) await insertLines(db, before.batchId, keyring.newestKeyId, kept);
}

type KeptLine = {
  readonly line: number;
  readonly fault: StockRefusedLinesTable['fault'];
  /** Null: the text is not stored. */
  readonly sealed: Buffer | null;
  /** What a held line is like; null: the line is not held. */
  readonly like: Place | null;
  readonly born?: string | undefined;
};

async function insertLines(
  db: Db,
  batchId: bigint,
  keyId: string,
  lines: readonly KeptLine[],
): Promise<void> {
  const nothing = Buffer.alloc(0);
  await sql`
    insert into stock_refused_lines (batch_id, line, fault, key_id, sealed, is_held, like_item, like_line, born_on)
    select ${batchId}::bigint, line, fault, case when sealed <> '' then ${keyId}::text end, nullif(sealed, ''),
      like_item <> 0, nullif(like_item, 0), nullif(like_line, 0), nullif(born, '')::date
    from unnest(
      ${idArray(lines.map(({ line }) => line))}::int[],
      ${textArray(lines.map(({ fault }) => fault))}::text[],
      ${byteaArray(lines.map(({ sealed }) => sealed ?? nothing))}::bytea[],
      ${idArray(lines.map(({ like }) => like?.itemId ?? 0))}::bigint[],
      ${idArray(lines.map(({ like }) => like?.line ?? 0))}::int[],
      ${textArray(lines.map(({ born }) => born ?? ''))}::text[])
      as refused (line, fault, sealed, like_item, like_line, born)`.execute(db);
}

/**
 * The lines that an import rejected: exactly as they came, in the form of its file, or their numbers and reasons as CSV.
 * Audited.
 */
export async function exportRefusedLines(
  ctx: Ctx,
  { params, query }: Input<'exportRefusedLines'>,
  reply: FastifyReply,
): Promise<unknown> {
  const batch = await getBatch(ctx.db, BigInt(params.id));
  const { id } = batch;
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'stock.refusedLines', subject: `batch:${id}` }),
  );
  if (query.as === 'csv')
    return sendCsv(reply, `import-${id}-reasons.csv`, ['line', 'fault'], refusedRows(ctx, id));
  const extension = batch.form?.kind === 'csv' ? 'csv' : 'txt';
  return sendText(reply, `import-${id}-refused.${extension}`, refusedTexts(ctx, batch));
}

async function* refusedTexts(ctx: Ctx, batch: BatchRow): AsyncGenerator<string> {
  if (batch.form?.heading) yield `${writeHeading(batch.form, batch.account_form.separator)}\n`;
  for await (const { text } of readRefusedLines(ctx, batch.id)) if (text !== null) yield `${text}\n`;
}

/** As the file's own form reads it again. */
function writeHeading(form: ImportForm, separator: string): string {
  const names = form.heading ?? [];
  if (form.kind === 'text') return names.join(separator);
  const needsQuotes = (name: string): boolean => /["\r\n]/.test(name) || name.includes(form.delimiter);
  return names
    .map((name) => (needsQuotes(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(form.delimiter);
}

/** Without the texts: a spreadsheet changes them, and what was guarded against that could be imported as if it were one. */
async function* refusedRows(ctx: Ctx, batchId: bigint): AsyncGenerator<CsvRow> {
  for await (const { line, fault } of readRefusedLines(ctx, batchId)) yield [line, fault];
}

/** `text` is null for a duplicate, for a line that was left out, and once the retention is over. */
type OpenedLine = {
  readonly line: number;
  readonly fault: StockRefusedLinesTable['fault'];
  readonly text: string | null;
};

const LINES_A_STEP = 500;

/** The lines of an import that were not added and are not held, by number; the first 10,000 of each kind are kept. */
export async function* readRefusedLines(ctx: Ctx, batchId: bigint): AsyncGenerator<OpenedLine> {
  let after = 0;
  while (true) {
    const rows = await findRefusedLines(ctx.db, batchId, after, LINES_A_STEP);
    for (const { line, fault, key_id: keyId, sealed } of rows) {
      const context = refusedLineContext(batchId, line);
      yield { line, fault, text: keyId && sealed && ctx.keyring.open({ keyId, sealed }, context) };
    }
    if (rows.length < LINES_A_STEP) return;
    after = rows.at(-1)!.line;
  }
}

async function findRefusedLines(
  db: Db,
  batchId: bigint,
  afterLine: number,
  limit: number,
): Promise<Selectable<StockRefusedLinesTable>[]> {
  return db
    .selectFrom('stock_refused_lines')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('line', '>', afterLine)
    .where('is_held', '=', false)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/**
 * Erases old texts of refused and held lines: they may be credentials, so they are kept as long as sold accounts are.
 * Nobody can decide about a held line afterwards, so it counts as rejected.
 */
export async function sweepRefusedLines(ctx: Ctx): Promise<{ more: boolean }> {
  const days = await readSetting(ctx.db, 'retentionDays');
  const before = new Date(ctx.clock.now().getTime() - days * DAY_MS);
  await inTransaction(ctx, async ({ db }) => {
    await dropHeldLines(db, sql`created_at < ${before}`);
    await eraseRefusedLines(db, before);
  });
  return { more: false };
}

/** Leaves out all held lines of some imports, which are named by a condition on them. */
export async function dropHeldLines(db: Db, ofBatches: RawBuilder<unknown>): Promise<void> {
  await sql`
    with closed as (
      update stock_batches set rejected = rejected + held_accounts + held_logins, held_accounts = 0, held_logins = 0
      where ${ofBatches} and held_accounts + held_logins > 0 returning id)
    update stock_refused_lines line set is_held = false, key_id = null, sealed = null
    from closed where line.batch_id = closed.id and line.is_held`.execute(db);
}

/** Erases the texts of refused lines of imports before that time; their numbers and faults stay. */
async function eraseRefusedLines(db: Db, before: Date): Promise<void> {
  await sql`
    update stock_refused_lines line set key_id = null, sealed = null from stock_batches batch
    where batch.id = line.batch_id and batch.created_at < ${before} and line.sealed is not null`.execute(db);
}

/** Why a line cannot be sold as it is, whatever its product; null if it can. */
export function checkLine(text: string): LineFault | 'blank' | null {
  if (text.trim() === '') return 'blank';
  if (text.length > LONGEST_LINE) return 'too long';
  // A tab may separate fields; a NUL cannot be stored, other control characters would break TXT files.
  if (/[^\P{Cc}\t]/u.test(text)) return 'control characters';
  return null;
}

/** A line as its reader found it: unfit, or with the day from which its account ages. */
export type ImportLine =
  | string
  | { readonly text: string; readonly fault?: LineFault; readonly born?: string | undefined };

export type Lines = AsyncIterable<ImportLine> | Iterable<ImportLine>;

/** How far an import has come. */
export type ImportReport = BatchCounts & { readonly batchId: bigint };
