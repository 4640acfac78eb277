import type { Input, UserDetails } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { queryUsers } from './read-users.ts';

const COLUMNS: Columns<UserDetails> = {
  id: (user) => user.id,
  created_at: (user) => user.created_at,
  username: (user) => user.username,
  email: (user) => user.email,
  status: (user) => user.status,
  balance: (user) => user.exact_balance,
  role: ({ role }) => role && role.name,
  agent: ({ agent }) => agent && agent.username,
  language: (user) => user.language,
  two_factor: (user) => user.two_factor,
};

/** The users that match a filter as a CSV file, newest first. */
export async function exportUsers(
  ctx: Ctx,
  { query }: Input<'exportUsers'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'user.export');
  return sendList(ctx, reply, {
    name: 'users',
    action: 'user.export',
    subject: 'user',
    query,
    columns: COLUMNS,
    readPage: (page) => queryUsers(ctx, { ...query, ...page }),
  });
}
