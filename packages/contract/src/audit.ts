import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Id, line, page, pageQuery, Time } from './values.ts';

export const AuditEntry = z.object({
  id: Id,
  at: Time,
  /** The user's name, or the name of the job. */
  actor: z.string(),
  user_id: z.nullable(Id),
  address: z.string(),
  request_id: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditEndpoints = endpoints({
  listAudit: {
    access: { action: 'audit.read' },
    summary: 'Who did what, newest first',
    query: z.object({
      ...pageQuery,
      username: z.optional(line(64)),
      action: z.optional(line(64)),
      /** `noun:id`, or the beginning of it. */
      subject: z.optional(line(100)),
      from: z.optional(Time),
      to: z.optional(Time),
    }),
    data: page(AuditEntry),
  },
  verifyAudit: {
    access: { action: 'audit.read' },
    // Reads the whole log.
    perMinute: 6,
    summary: 'Compute every hash of the audit log again',
    data: z.object({
      entries: z.int(),
      head_hash: z.string(),
      /** The first entry that was changed, removed or put in; null where none was. */
      broken_at: z.nullable(Id),
    }),
  },
});
