import { explorerTxUrl, formatTxHash } from '@portside/chain';
import type { Data, Input, QuarantinedLog, Language } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { getQuarantined, listQuarantined, reviewLog, type QuarantinedRow } from './quarantine.sql.ts';
import type { FastifyReply } from 'fastify';
import { describeFindings } from '../../platform/describe-findings.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';

/** Quarantined logs, newest first unless sorted otherwise. */
export async function listQuarantinedLogs(
  { db }: Ctx,
  { query }: Input<'listQuarantinedLogs'>,
): Promise<Data<'listQuarantinedLogs'>> {
  const filter = { network: query.type, state: query.state, position: readIdPosition(query) };
  const { shown, nextCursor } = cutPage(
    await listQuarantined(db, filter, query.limit + 1),
    query.limit,
    query.sort,
  );
  return { items: shown.map(present), next_cursor: nextCursor, total: null };
}

/**
 * Saves a reviewer's note on a quarantined log, which stays quarantined. Refuses one that needs no review (notFound).
 */
export async function reviewQuarantinedLog(
  ctx: Ctx,
  { params, body }: Input<'reviewQuarantinedLog'>,
): Promise<QuarantinedLog> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, actor, clock } = step;
    const by = actor.kind === 'user' ? actor.userId : null;
    if (!(await reviewLog(db, id, { by, review: body.reason, now: clock.now() }))) refuse('notFound');
    const log = present(await getQuarantined(db, id));
    const { type, tx_hash, ordinal, reason } = log;
    await recordAudit(step, {
      action: 'quarantine.review',
      subject: `quarantine:${id}`,
      after: { type, tx_hash, ordinal, reason, review: body.reason },
    });
    return log;
  });
}

const present = (row: QuarantinedRow): QuarantinedLog => ({
  id: row.id.toString(),
  type: row.network,
  chain_id: Number(row.chain_id),
  tx_hash: formatTxHash(row.network, row.tx_hash),
  tx_url: explorerTxUrl(row.network, Number(row.chain_id), row.tx_hash),
  ordinal: row.ordinal,
  block_number: row.block_number,
  reason: row.reason,
  state: row.is_harmless ? 'harmless' : row.reviewed_at === null ? 'open' : 'reviewed',
  recorded_at: row.recorded_at.toISOString(),
  reviewed_by: row.reviewer,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  review: row.review,
});

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
