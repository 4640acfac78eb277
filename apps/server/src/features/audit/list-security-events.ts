import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import { findUserByUsername } from '../users/index.ts';
import { findSecurityEvents, type NamedEvent } from './security-events.sql.ts';

/** Security events of the last 90 days, newest first unless sorted otherwise; empty for an unknown username. */
export async function listSecurityEvents(
  { db, actor }: Ctx,
  { query }: Input<'listSecurityEvents'>,
): Promise<Data<'listSecurityEvents'>> {
  requireAction(actor, 'audit.read');
  const { username, address, kind, from, to, limit, sort } = query;
  const user = username === undefined ? undefined : await findUserByUsername(db, username);
  if (username !== undefined && !user) return { items: [], next_cursor: null, total: null };
  const filter = {
    userId: user?.id,
    kind,
    address,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    place: readIdPosition(query),
  };
  const { shown, nextCursor } = cutPage(await findSecurityEvents(db, filter, limit + 1), limit, sort);
  return { items: shown.map(present), next_cursor: nextCursor, total: null };
}

const present = ({ id, first_at, last_at, kind, username, user_id, address, call, count }: NamedEvent) => ({
  id: id.toString(),
  at: first_at.toISOString(),
  last_at: last_at.toISOString(),
  kind,
  username,
  user_id: user_id === 0n ? null : user_id.toString(),
  address,
  call,
  count,
});
