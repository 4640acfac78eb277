import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { findEntries, type NamedEntry } from './audit.sql.ts';
import { nameEntities, type EntityNames } from './name-entities.ts';
import { readFilter } from './read-filter.ts';

/** The audit log, newest first unless sorted otherwise; empty for an unknown username. */
export async function listAudit(
  ctx: Ctx,
  names: EntityNames,
  { query }: Input<'listAudit'>,
): Promise<Data<'listAudit'>> {
  requireAction(ctx.actor, 'audit.read');
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
