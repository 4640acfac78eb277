import type { Data, Input, AuditEntry } from '@portside/contract';
import { findEntryHash } from '../../platform/audit/audit.sql.ts';
import { countEntries, LOG_START, verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import { startBudget } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/lists/by-id.ts';
import { findEntries, type NamedEntry, readFilter } from './audit.sql.ts';
import { findHeadOf } from './mail-audit-head.job.ts';
import { nameEntities, type EntityNames } from './name-entities.ts';
import type { FastifyReply } from 'fastify';
import { nameDays } from '../settings/index.ts';
import { fieldColumns, sendList, type Columns } from '../../platform/http/send-list.ts';

/** The audit log, newest first unless sorted otherwise; empty for an unknown username. */
export async function listAudit(
  ctx: Ctx,
  names: EntityNames,
  { query }: Input<'listAudit'>,
): Promise<Data<'listAudit'>> {
  const { action, subject, limit } = query;
  const asked = await readFilter(ctx.db, query);
  if (!asked) return { items: [], next_cursor: null, total: null };
  const filter = { ...asked, action, subject, place: readIdPosition(query) };
  const { shown, nextCursor } = cutPage(await findEntries(ctx.db, filter, limit + 1), limit, query.sort);
  const named = await nameEntities(ctx, names, shown);
  const items = shown.map((entry, index) => ({ ...present(entry), names: named[index]! }));
  return { items, next_cursor: nextCursor, total: null };
}

const present = (entry: NamedEntry) => ({
  id: entry.id.toString(),
  at: entry.at.toISOString(),
  actor: entry.username ?? entry.job ?? '',
  user_id: entry.user_id?.toString() ?? null,
  address: entry.address,
  request_id: entry.request_id,
  action: entry.action,
  subject: entry.subject,
  before: entry.before,
  after: entry.after,
  hash: entry.hash.toString('hex'),
});

const COLUMNS: Columns<AuditEntry> = {
  ...fieldColumns<AuditEntry>('id', 'at', 'actor', 'user_id', 'address', 'request_id', 'action', 'subject'),
  subject_name: ({ names }) => names['subject'] ?? null,
  before: ({ before }) => factsAsText(before),
  after: ({ after }) => factsAsText(after),
  ...fieldColumns<AuditEntry>('hash'),
};

const factsAsText = (facts: unknown): string | null => (facts === null ? null : JSON.stringify(facts));

/** The entries of a filter as a file, newest first. */
export const exportAudit = async (
  ctx: Ctx,
  names: EntityNames,
  { query }: Input<'exportAudit'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'audit',
    days: await nameDays(ctx.db, query),
    action: 'audit.export',
    subject: 'audit',
    query,
    columns: COLUMNS,
    readPage: (page) => listAudit(ctx, names, { query: { ...query, ...page } }),
  });

/** Time rather than entries, whose sizes differ a thousandfold: the caller shows progress at any of them. */
const MS_PER_CALL = 300;

/** Verifies the next part of the log: the entries after the one that the previous answer named as verified. */
export async function verifyAudit(
  { db }: Ctx,
  { query }: Input<'verifyAudit'>,
): Promise<Data<'verifyAudit'>> {
  const { after, hash } = query;
  const from = after && hash ? { id: BigInt(after), hash: Buffer.from(hash, 'hex') } : LOG_START;
  const { verified, brokenAt } = await verifyAuditChain(db, from, startBudget(MS_PER_CALL));
  return {
    entries: Number(await countEntries(db)),
    verified: Number(verified.id),
    head_hash: verified.hash.toString('hex'),
    broken_at: brokenAt?.toString() ?? null,
  };
}

/**
 * Compares a head that was kept outside the shop with the log. Proves the entries up to it together with `verifyAudit`,
 * which recomputes every hash.
 */
export async function compareAuditHead(
  { db }: Ctx,
  { query }: Input<'compareAuditHead'>,
): Promise<Data<'compareAuditHead'>> {
  const id = BigInt(query.entry);
  const [hash, mailed] = await Promise.all([findEntryHash(db, id), findHeadOf(db, id)]);
  const outcome = hash === null ? 'missing' : hash === query.hash ? 'same' : 'changed';
  return { outcome, mailed_at: mailed?.at.toISOString() ?? null };
}
