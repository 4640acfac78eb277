import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sendCsv, type CsvRow } from '../../../platform/http/send-csv.ts';
import { requireFreshCode } from '../../../platform/require-fresh-code.ts';
import { exportUnsold } from './export-unsold.ts';
import { getBatch } from '../import/batches.sql.ts';
import { readRefusedLines } from '../import/read-batches.ts';
import { readUnsoldFilter } from './unsold-filter.ts';

/** The texts of unsold items as a file, one a line, exactly as imported. They stay on sale. */
export async function sendUnsold(
  ctx: Ctx,
  { query }: Input<'exportUnsold'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'stock.export');
  requireFreshCode(ctx);
  return sendText(reply, `stock-${query.goods_id}.txt`, unsoldTexts(ctx, query));
}

async function* unsoldTexts(ctx: Ctx, query: Input<'exportUnsold'>['query']): AsyncGenerator<string> {
  for await (const items of exportUnsold(ctx, readUnsoldFilter(query)))
    yield items.map(({ text }) => `${text}\n`).join('');
}

/** What an import did not add: texts exactly as they came to be mended, or a table with the reasons. */
export async function sendRefusedLines(
  ctx: Ctx,
  { params, query }: Input<'exportRefusedLines'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'stock.import');
  requireFreshCode(ctx);
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

const sendText = (reply: FastifyReply, filename: string, texts: AsyncIterable<string>): FastifyReply =>
  reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(texts));
