import type { AccountForm } from '@portside/accounts/account-form';
import { accountFormOf } from '@portside/accounts/check-row';
import type { ImportForm, Input, StockBatch } from '@portside/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { endBatch, getBatch, type BatchRow } from './batches.sql.ts';
import { openBatch, addLines } from './import-stock.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { readPart } from './read-lines.ts';
import { presentBatch, readBatch, type SoldPort } from './stock-batches.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';

/**
 * Begins an import whose lines arrive in several calls (`addImportLines`), so that a million lines need no long call
 * and no text is stored unsealed, and after a lost answer or a closed page the import continues where the batch says.
 * From here on its accounts are read as the product has them now and the file's form says, whatever the product becomes.
 * Refuses an unknown product (notFound) and a form with another separator than the product's (parameterError).
 */
export async function openImport(
  ctx: Ctx,
  { body }: Input<'openImport'>,
  sold: SoldPort,
): Promise<StockBatch> {
  return inTransaction(ctx, async (step) => {
    const id = await openBatch(step, {
      goodsId: BigInt(body.goods_id),
      gender: body.gender,
      note: body.note,
      expectedLines: body.expected_lines ?? null,
      file: body.file ?? null,
      hasRightToSell: body.has_right_to_sell,
    });
    if (body.file) await fixForm(step.db, await getBatch(step.db, id), body.file.form);
    return readBatch(step.db, id, sold);
  });
}

/**
 * Adds the next part of an own import; lines of it that were added before are skipped. Refuses a part before which
 * lines are missing or whose form contradicts the import's (parameterError), one whose text differs from when it was
 * sent before (anotherFile), and an import that has ended or that another call continues (importStopped).
 */
export async function addImportLines(
  ctx: Ctx,
  { params, body }: Input<'addImportLines'>,
  ports: SoldPort,
): Promise<StockBatch> {
  const batch = await getOwnBatch(ctx, BigInt(params.id));
  if (batch.state === 'done' || batch.state === 'rolled back') refuse('importStopped');
  if (body.from_line > batch.lines) refuse('parameterError', `from_line: ${batch.lines} were read`);
  await checkPart(ctx, batch, body);
  const account = await fixForm(ctx.db, batch, body.form);
  const lines = readPart(body.text, body.form, account, body.from_line).drop(batch.lines - body.from_line);
  const held = batch.held_accounts + batch.held_logins;
  const report = { ...batch, batchId: batch.id, held };
  const target = { goodsId: batch.goods_id, gender: batch.gender, form: account };
  await addLines(ctx, target, report, lines);
  return readBatch(ctx.db, batch.id, ports);
}

/**
 * How the import's accounts are read. The first form that it is given may say it; a later one must not say otherwise,
 * or accounts of one import would be read in two ways.
 */
async function fixForm(db: Db, batch: BatchRow, form: ImportForm): Promise<AccountForm> {
  const { account_form: known } = batch;
  if (form.kind === 'csv' && form.separator !== known.separator)
    refuseField('parameterError', 'form.separator', 'wrong');
  const wanted = accountFormOf(known, form);
  const surplus = form.surplus === undefined || form.surplus === 'refuse' ? known.surplus : wanted.surplus;
  const keeps_blanks = form.keeps_blanks ?? known.keeps_blanks;
  const fixed = { ...known, surplus, keeps_blanks };
  if (surplus === known.surplus && keeps_blanks === known.keeps_blanks) return fixed;
  if (batch.lines > 0) refuse('parameterError', 'form: its first part was read otherwise');
  await db
    .updateTable('stock_batches')
    .set({ account_form: sql`${JSON.stringify(fixed)}::jsonb` })
    .where('id', '=', batch.id)
    .execute();
  return fixed;
}

/** Records where the import would continue if it broke off now. A part that is sent again must be the same. */
async function checkPart(
  { db, keyring }: Ctx,
  batch: BatchRow,
  { text, from_line: line, from_byte: byte }: Input<'addImportLines'>['body'],
): Promise<void> {
  if (byte === undefined) return;
  const mark = keyring.fingerprint(text);
  if (batch.part_mark === null || line > batch.part_line)
    await recordPart(db, batch.id, { line, byte, mark });
  else if (line === batch.part_line && !mark.equals(batch.part_mark)) refuse('anotherFile');
}

/** Ends an import that has all its lines; a repeated call changes nothing. Refuses one rolled back (importStopped). */
export async function finishImport(
  ctx: Ctx,
  { params }: Input<'finishImport'>,
  sold: SoldPort,
): Promise<StockBatch> {
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnBatch(step, BigInt(params.id));
    const hasEnded = await endBatch(step.db, id, step.clock.now());
    const batch = await getBatch(step.db, id);
    if (batch.state !== 'done') refuse('importStopped');
    const { state, lines, added, duplicates, rejected } = batch;
    const held = batch.held_accounts + batch.held_logins;
    const after = { state, lines, added, duplicates, rejected, ...(held > 0 && { held }) };
    if (hasEnded) await recordAudit(step, { action: 'stock.import', subject: `batch:${id}`, after });
    return presentBatch(step.db, batch, sold);
  });
}

/** Records the part that follows the lines read so far: where it begins, and the fingerprint of its text. */
async function recordPart(
  db: Db,
  id: bigint,
  { line, byte, mark }: { line: number; byte: number; mark: Buffer },
): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ part_line: line, part_byte: BigInt(byte), part_mark: mark })
    .where('id', '=', id)
    .where('lines', '=', line)
    .execute();
}

/** Only who confirmed the right to sell may add lines. Refuses unknown imports and those of others (notFound). */
async function getOwnBatch({ db, actor }: Ctx, id: bigint): Promise<BatchRow> {
  const batch = await getBatch(db, id);
  if (batch.user_id !== (actor.kind === 'user' ? actor.userId : null)) refuse('notFound', 'batch');
  return batch;
}

/** A chunk takes a fraction of a second. A part that arrives later still continues the import. */
const STALLED_MS = 30_000;

/** Marks imports that receive no more lines as unfinished. Their chunks are complete: each is one transaction. */
export async function markStalledBatches({ db, clock, log }: Ctx): Promise<{ more: boolean }> {
  const seenBefore = new Date(clock.now().getTime() - STALLED_MS);
  for (const id of await markStalledUnfinished(db, seenBefore))
    log.warn({ batchId: String(id) }, 'an import broke off');
  return { more: false };
}

/** Of all imports that received nothing since then; returns their ids. */
async function markStalledUnfinished(db: Db, seenBefore: Date): Promise<bigint[]> {
  const rows = await db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('state', '=', 'running')
    .where('seen_at', '<', seenBefore)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
