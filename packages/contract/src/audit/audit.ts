import * as z from 'zod/mini';
import { tableFile, tableFormat, endpoints } from '../wire/endpoint.ts';
import { Id, line, NamePrefix, page, pageQuery, sortQuery, Time, period } from '../wire/values.ts';

export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';

export const AuditEntry = z.object({
  id: Id,
  at: Time,
  /** The username, or the name of the job. */
  actor: z.string(),
  user_id: z.nullable(Id),
  address: z.string(),
  request_id: z.string(),
  action: z.string(),
  subject: z.string(),
  /**
   * Current names of the entities that the entry mentions by id, keyed by path: `subject`, `before.role`, `after.on` …
   */
  names: z.record(z.string(), z.string()),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const auditFilter = {
  username: z.optional(NamePrefix),
  action: z.optional(line(64)),
  /** `noun:id` as a whole, or `noun` or `noun:` for all of a kind. */
  subject: z.optional(line(100)),
  ...period,
};

/** What is watched for guessed credentials. */
const SECURITY_EVENT_KINDS = ['signIn', 'signInRefused', 'adminCallRefused', 'unknownToken'] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Events with the same kind, user, address and call within an hour. */
export const SecurityEvent = z.object({
  id: Id,
  /** When the first and the last of them happened. */
  at: Time,
  last_at: Time,
  kind: z.enum(SECURITY_EVENT_KINDS),
  /** Who signed in, made the call or was the target; null if no user is known. */
  username: z.nullable(z.string()),
  user_id: z.nullable(Id),
  /** Empty if that hour saw too many addresses to name each. */
  address: z.string(),
  /** The endpoint's name. */
  call: z.string(),
  count: z.int(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

const securityFilter = {
  username: z.optional(NamePrefix),
  /** An IP address or a prefix of one. */
  address: z.optional(line(64)),
  kind: z.optional(z.enum(SECURITY_EVENT_KINDS)),
  ...period,
};

/** SHA-256, hexadecimal. */
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const auditEndpoints = endpoints({
  listAudit: {
    summary: 'The audit log, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listAudit'), ...auditFilter }),
    data: page(AuditEntry),
  },
  exportAudit: {
    freshCode: true,
    summary: 'Filtered audit entries as a CSV or XLSX file, newest first',
    query: z.object({ ...auditFilter, ...tableFormat }),
    ...tableFile,
  },
  listSecurityEvents: {
    summary:
      'Sign-ins, failed sign-ins, denied calls of the back office and unknown tokens of the last 90 days, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listSecurityEvents'), ...securityFilter }),
    data: page(SecurityEvent),
  },
  exportSecurityEvents: {
    freshCode: true,
    summary: 'Filtered security events as a CSV or XLSX file, newest first',
    query: z.object({ ...securityFilter, ...tableFormat }),
    ...tableFile,
  },
  compareAuditHead: {
    perMinute: 60,
    summary: 'Compare a head of the audit log that was mailed earlier with the log as it is now',
    query: z.object({ entry: Id, hash: Hash }),
    data: z.object({
      /** `missing`: the log ends before that entry, so entries were removed from its end. */
      outcome: z.enum(['same', 'changed', 'missing']),
      /** When that head was mailed; null if the shop has no record of it. */
      mailed_at: z.nullable(Time),
    }),
  },
  verifyAudit: {
    // Every call reads a part of the log for a third of a second; two readers may share an address.
    perMinute: 480,
    summary:
      'Verify the hashes of the audit log, a part at a time: continue from what the last answer returned',
    query: z.object({ after: z.optional(Id), hash: z.optional(Hash) }),
    data: z.object({
      /** The total number of entries, and how many are verified so far, this part included. */
      entries: z.int(),
      verified: z.int(),
      /** The hash of the last verified entry; passed with its number to the next call. */
      head_hash: z.string(),
      /** The first entry that was changed, removed or inserted; null for none. */
      broken_at: z.nullable(Id),
    }),
  },
});
