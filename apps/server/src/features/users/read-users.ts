import type { Data, Input, KnownUser } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findKnownUser, listKnownUsers } from './known-users.sql.ts';
import { readUserPlace, userCursor } from './user-sort.ts';

const idOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));
const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export async function listUsers(ctx: Ctx, { query }: Input<'listUsers'>): Promise<Data<'listUsers'>> {
  requireAction(ctx.actor, 'user.read');
  return findKnownUsers(ctx, query);
}

/** The same, for who may read or export them. */
export async function findKnownUsers(
  { db }: Ctx,
  query: Input<'listUsers'>['query'],
): Promise<Data<'listUsers'>> {
  const place = readUserPlace(query);
  const filter = {
    start: query.q,
    username: query.username,
    status: query.status,
    roleId: idOf(query.role_id),
    agentId: idOf(query.agent_id),
    from: timeOf(query.from),
    to: timeOf(query.to),
    place,
  };
  const rows = await listKnownUsers(db, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  return {
    items: shown.map(({ user }) => user),
    next_cursor: rows.length > query.limit ? userCursor(place.key, query.sort, shown.at(-1)!) : null,
    total: null,
  };
}

export async function readUser(ctx: Ctx, id: bigint): Promise<KnownUser> {
  requireAction(ctx.actor, 'user.read');
  return (await findKnownUser(ctx.db, id)) ?? refuse('notFound');
}
