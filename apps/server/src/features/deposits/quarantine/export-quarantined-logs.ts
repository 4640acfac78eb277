import type { Input, Language, QuarantinedLog } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { listQuarantinedLogs } from './review-quarantine.ts';

const columnsIn = (language: Language): Columns<QuarantinedLog> => ({
  id: (log) => log.id,
  recorded_at: (log) => log.recorded_at,
  network: (log) => log.type,
  chain_id: (log) => log.chain_id,
  tx_hash: (log) => log.tx_hash,
  ordinal: (log) => log.ordinal,
  block_number: (log) => log.block_number,
  reason: (log) => describeFindings(language, [log.reason]),
  state: (log) => log.state,
  reviewed_by: (log) => log.reviewed_by,
  reviewed_at: (log) => log.reviewed_at,
  review: (log) => log.review,
});

/** Quarantined transfers as a file, newest first. */
export const exportQuarantinedLogs = (
  ctx: Ctx,
  { query }: Input<'exportQuarantinedLogs'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'quarantine',
    action: 'quarantine.export',
    subject: 'quarantine',
    query,
    columns: columnsIn(ctx.language),
    readPage: (page) => listQuarantinedLogs(ctx, { query: { ...query, ...page } }),
  });
