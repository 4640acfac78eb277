import type { Input, StockBatch } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { SoldPort } from '../stock.present.ts';
import { listStockBatches } from './read-stock-batches.ts';

const COLUMNS: Columns<StockBatch> = {
  id: (batch) => batch.id,
  created_at: (batch) => batch.created_at,
  finished_at: (batch) => batch.finished_at,
  product_id: (batch) => batch.goods_id,
  gender: (batch) => batch.gender,
  username: (batch) => batch.username,
  note: (batch) => batch.note,
  file: ({ file }) => file && file.name,
  state: (batch) => batch.state,
  lines: (batch) => batch.lines,
  added: (batch) => batch.added,
  duplicates: (batch) => batch.duplicates,
  rejected: (batch) => batch.rejected,
  unsold: (batch) => batch.free,
  sold: (batch) => batch.sold,
  replaced_or_refunded: (batch) => batch.remedied,
  withdrawn: (batch) => batch.withdrawn,
};

/** Imports as a CSV file, without any account data. */
export const exportStockBatches = (
  ctx: Ctx,
  { query }: Pick<Input<'exportStockBatches'>, 'query'>,
  reply: FastifyReply,
  sold: SoldPort,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'imports',
    action: 'batch.export',
    subject: 'batch',
    query,
    columns: COLUMNS,
    readPage: (page) => listStockBatches(ctx, { query: { ...query, ...page } }, sold),
  });
