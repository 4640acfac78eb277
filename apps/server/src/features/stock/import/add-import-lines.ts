import type { Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { FormatPort } from '../account-format.ts';
import { addLines } from './add-lines.ts';
import { getBatch, recordPart, type BatchRow } from './batches.sql.ts';
import { getOwnBatch } from './get-own-batch.ts';
import { parseImportPart } from './parse-import-part.ts';

/**
 * Adds the next part of an own import; lines of it that were added before are skipped. Refuses a part before which
 * lines are missing (parameterError), one whose text differs from when it was sent before (anotherFile), and an import
 * that has ended or that another call continues (importStopped).
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
  await checkPart(ctx, batch, body);
  const after = batch.lines - body.from_line;
  const format = await formatOf(ctx.db, batch.goods_id);
  const lines = await parseImportPart(body.text, body.form, { isFirst: body.from_line === 0, after, format });
  const report = { ...batch, batchId: batch.id };
  const target = { goodsId: batch.goods_id, gender: batch.gender };
  await addLines(ctx, target, report, lines);
  return getBatch(ctx.db, batch.id);
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
