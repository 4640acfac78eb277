import type { AuditEntry, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listAudit } from './list-audit.ts';
import type { EntityNames } from './name-entities.ts';

const COLUMNS: Columns<AuditEntry> = {
  id: (entry) => entry.id,
  at: (entry) => entry.at,
  actor: (entry) => entry.actor,
  user_id: (entry) => entry.user_id,
  address: (entry) => entry.address,
  request_id: (entry) => entry.request_id,
  action: (entry) => entry.action,
  subject: (entry) => entry.subject,
  subject_name: ({ names }) => names['subject'] ?? null,
  before: ({ before }) => factsOf(before),
  after: ({ after }) => factsOf(after),
  hash: (entry) => entry.hash,
};

const factsOf = (facts: unknown): string | null => (facts === null ? null : JSON.stringify(facts));

/** The entries of a filter as a file, newest first. */
export const exportAudit = (
  ctx: Ctx,
  names: EntityNames,
  { query }: Input<'exportAudit'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'audit',
    action: 'audit.export',
    subject: 'audit',
    query,
    columns: COLUMNS,
    readPage: (page) => listAudit(ctx, names, { query: { ...query, ...page } }),
  });
