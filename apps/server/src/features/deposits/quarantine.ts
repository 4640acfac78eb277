import type { Data, Input, QuarantinedLog, Language } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentPlace } from './listing/list-all-deposits.ts';
import { getQuarantined, listQuarantined, reviewLog, type QuarantinedRow } from './quarantine.sql.ts';
import type { FastifyReply } from 'fastify';
import { describeFindings } from '../../platform/describe-findings.ts';
import { fieldColumns, sendList, type Columns } from '../../platform/http/send-list.ts';

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
  ...presentPlace(row),
  reason: row.reason,
  state: row.is_harmless ? 'harmless' : row.reviewed_at === null ? 'open' : 'reviewed',
  recorded_at: row.recorded_at.toISOString(),
  reviewed_by: row.reviewer,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  review: row.review,
});

const fields = fieldColumns<QuarantinedLog>;
const columnsIn = (language: Language): Columns<QuarantinedLog> => ({
  ...fields('id', 'recorded_at'),
  network: (log) => log.type,
  ...fields('chain_id', 'tx_hash', 'ordinal', 'block_number'),
  reason: (log) => describeFindings(language, [log.reason]),
  ...fields('state', 'reviewed_by', 'reviewed_at', 'review'),
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
