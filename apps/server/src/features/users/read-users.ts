import type { Data, Input, KnownUser } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { findKnownUser, listKnownUsers } from './known-users.sql.ts';

const idOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));
const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

export async function listUsers(ctx: Ctx, { query }: Input<'listUsers'>): Promise<Data<'listUsers'>> {
  requireAction(ctx.actor, 'user.read');
  const filter = {
    start: query.q,
    username: query.username,
    status: query.status,
    roleId: idOf(query.role_id),
    agentId: idOf(query.agent_id),
    from: timeOf(query.from),
    to: timeOf(query.to),
    before: readIdCursor(query.cursor),
  };
  const rows = await listKnownUsers(ctx.db, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map(({ user }) => user), next_cursor: nextCursor, total: null };
}

export async function readUser(ctx: Ctx, id: bigint): Promise<KnownUser> {
  requireAction(ctx.actor, 'user.read');
  return (await findKnownUser(ctx.db, id)) ?? refuse('notFound');
}
