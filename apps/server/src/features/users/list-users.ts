import type { Data, Input, UserDetails } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { nameDays, resolvePeriod } from '../settings/index.ts';
import { findUserDetails, listUserDetails, readUserPosition, writeUserCursor } from './user-details.sql.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList, type Columns } from '../../platform/http/send-list.ts';

const idOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));

/** Users that match the query, newest first unless sorted otherwise. */
export async function listUsers(ctx: Ctx, { query }: Input<'listUsers'>): Promise<Data<'listUsers'>> {
  return queryUsers(ctx, query);
}

/** Users that match the query; the caller checks permissions. */
async function queryUsers({ db }: Ctx, query: Input<'listUsers'>['query']): Promise<Data<'listUsers'>> {
  const place = readUserPosition(query);
  const { from, end } = await resolvePeriod(db, query);
  const filter = {
    start: query.q,
    username: query.username,
    status: query.status,
    roleId: idOf(query.role_id),
    agentId: idOf(query.agent_id),
    from,
    to: end,
    place,
  };
  const rows = await listUserDetails(db, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  return {
    items: shown.map(({ user }) => user),
    next_cursor: rows.length > query.limit ? writeUserCursor(place.key, query.sort, shown.at(-1)!) : null,
    total: null,
  };
}

/** One user in detail. Refuses an unknown one (notFound). */
export async function readUser(ctx: Ctx, id: bigint): Promise<UserDetails> {
  return (await findUserDetails(ctx.db, id)) ?? refuse('notFound');
}

const COLUMNS: Columns<UserDetails> = {
  ...fieldColumns<UserDetails>('id', 'created_at', 'username', 'email', 'status'),
  balance: (user) => user.exact_balance,
  role: ({ role }) => role && role.name,
  agent: ({ agent }) => agent && agent.username,
  ...fieldColumns<UserDetails>('language', 'two_factor'),
};

/** The users that match a filter as a CSV file, newest first. */
export async function exportUsers(
  ctx: Ctx,
  { query }: Input<'exportUsers'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendList(ctx, reply, {
    name: 'users',
    days: await nameDays(ctx.db, query),
    action: 'user.export',
    subject: 'user',
    query,
    columns: COLUMNS,
    readPage: (page) => queryUsers(ctx, { ...query, ...page }),
  });
}
