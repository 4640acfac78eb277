import type { Input, SecurityEvent } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listSecurityEvents } from './list-security-events.ts';

const COLUMNS: Columns<SecurityEvent> = {
  id: (event) => event.id,
  at: (event) => event.at,
  last_at: (event) => event.last_at,
  kind: (event) => event.kind,
  username: (event) => event.username,
  user_id: (event) => event.user_id,
  address: (event) => event.address,
  call: (event) => event.call,
  count: (event) => event.count,
};

/** The security events of a filter as a file, newest first. */
export const exportSecurityEvents = (
  ctx: Ctx,
  { query }: Input<'exportSecurityEvents'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'security-events',
    action: 'securityEvent.export',
    subject: 'securityEvent',
    query,
    columns: COLUMNS,
    readPage: (page) => listSecurityEvents(ctx, { query: { ...query, ...page } }),
  });
