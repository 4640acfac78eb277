import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sendText } from '../../../platform/http/send-file.ts';
import { sendCsv, type CsvRow } from '../../../platform/http/send-list.ts';
import { refusedLineContext } from '../items.sql.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { getBatch } from './batches.sql.ts';
import type { LineFault, StockRefusedLinesTable } from '../stock.sql.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { readSetting } from '../../settings/index.ts';

/** The lines of an import that were not added: as text exactly as they came, or as CSV with the reasons. Audited. */
export async function exportRefusedLines(
  ctx: Ctx,
  { params, query }: Input<'exportRefusedLines'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { id } = await getBatch(ctx.db, BigInt(params.id));
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'stock.refusedLines', subject: `batch:${id}` }),
  );
  const name = `import-${id}-refused`;
  if (query.as === 'txt') return sendText(reply, `${name}.txt`, refusedTexts(ctx, id));
  return sendCsv(reply, `${name}.csv`, ['line', 'fault', 'text'], refusedRows(ctx, id));
}

async function* refusedTexts(ctx: Ctx, batchId: bigint): AsyncGenerator<string> {
  for await (const { text } of readRefusedLines(ctx, batchId)) if (text !== null) yield `${text}\n`;
}

async function* refusedRows(ctx: Ctx, batchId: bigint): AsyncGenerator<CsvRow> {
  for await (const { line, fault, text } of readRefusedLines(ctx, batchId)) yield [line, fault, text ?? ''];
}

/** `text` is null for a duplicate, and once the retention is over. */
type OpenedLine = {
  readonly line: number;
  readonly fault: LineFault | 'duplicate';
  readonly text: string | null;
};

const LINES_A_STEP = 500;

/** The lines of an import that were not added, by number; the first 10,000 of each kind are kept. */
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
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** Erases old texts of refused lines: they may be credentials, so they are kept as long as sold accounts are. */
export async function sweepRefusedLines({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const days = await readSetting(db, 'retentionDays');
  await eraseRefusedLines(db, new Date(clock.now().getTime() - days * DAY_MS));
  return { more: false };
}

/** Erases the texts of refused lines of imports before that time; their numbers and faults stay. */
async function eraseRefusedLines(db: Db, before: Date): Promise<void> {
  await sql`
    update stock_refused_lines line set key_id = null, sealed = null from stock_batches batch
    where batch.id = line.batch_id and batch.created_at < ${before} and line.sealed is not null`.execute(db);
}
