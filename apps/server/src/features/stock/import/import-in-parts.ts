import type { Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { addLines } from './add-lines.ts';
import { endBatch, getBatch, notePart, type BatchRow } from './batches.sql.ts';
import type { NamedFormat } from './check-line.ts';
import { openBatch } from './open-batch.ts';
import { readPart } from './read-part.ts';

/**
 * An import whose lines come call by call: a million lines need no call that lasts, nothing of them lies
 * anywhere unsealed, and whoever lost an answer, or closed the page, goes on where the batch says.
 */
export async function openImport(ctx: Ctx, { body }: Input<'openImport'>): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.import');
  const id = await openBatch(ctx, {
    goodsId: BigInt(body.goods_id),
    gender: body.gender,
    note: body.note,
    expectedLines: body.expected_lines ?? null,
    file: body.file ?? null,
    hasRightToSell: body.has_right_to_sell,
  });
  return getBatch(ctx.db, id);
}

/** What the accounts of a product look like is for the catalogue to say. */
export type FormatPort = {
  /** Of a product that exists. */
  formatOf(db: Db, goodsId: bigint): Promise<NamedFormat>;
};

/**
 * Adds the next part. What was added of it before is passed over. Refuses `parameterError` where lines are
 * missing before it, `anotherFile` where it says something else than when it was sent before, and `importStopped`
 * where the import has ended or another call goes on with it.
 */
export async function addImportLines(
  ctx: Ctx,
  { params, body }: Input<'addImportLines'>,
  formatOf: FormatPort['formatOf'],
): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.import');
  const batch = await getOwnBatch(ctx, BigInt(params.id));
  if (batch.state === 'done' || batch.state === 'rolled back') refuse('importStopped');
  if (body.from_line > batch.lines) refuse('parameterError', `from_line: ${batch.lines} were read`);
  await notePlace(ctx, batch, body);
  const after = batch.lines - body.from_line;
  const format = await formatOf(ctx.db, batch.goods_id);
  const lines = await readPart(body.text, body.form, { isFirst: body.from_line === 0, after, format });
  const report = { ...batch, batchId: batch.id };
  const target = { goodsId: batch.goods_id, gender: batch.gender };
  await addLines(ctx, target, report, lines);
  return getBatch(ctx.db, batch.id);
}

/** Ends an import that has all its lines; asked again, it stands as it is. Refuses `importStopped`. */
export async function finishImport(ctx: Ctx, { params }: Input<'finishImport'>): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.import');
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnBatch(step, BigInt(params.id));
    const hasEnded = await endBatch(step.db, id, step.clock.now());
    const batch = await getBatch(step.db, id);
    if (batch.state !== 'done') refuse('importStopped');
    const { state, lines, added, duplicates, rejected } = batch;
    const after = { state, lines, added, duplicates, rejected };
    if (hasEnded) await recordAudit(step, { action: 'stock.import', subject: `batch:${id}`, after });
    return batch;
  });
}

/** Keeps where the import would go on if it broke off now; a part that is sent again must be the same. */
async function notePlace(
  { db, keyring }: Ctx,
  batch: BatchRow,
  { text, from_line: line, from_byte: byte }: Input<'addImportLines'>['body'],
): Promise<void> {
  if (byte === undefined) return;
  const mark = keyring.fingerprint(text);
  if (batch.part_mark === null || line > batch.part_line) await notePart(db, batch.id, { line, byte, mark });
  else if (line === batch.part_line && !mark.equals(batch.part_mark)) refuse('anotherFile');
}

/** Who confirmed the right to sell is who brings the lines. */
async function getOwnBatch({ db, actor }: Ctx, id: bigint): Promise<BatchRow> {
  const batch = await getBatch(db, id);
  if (batch.user_id !== (actor.kind === 'user' ? actor.userId : null)) refuse('notFound', 'batch');
  return batch;
}
