import type { AuditAction } from '@portside/contract';
import type { Ctx } from '../context.ts';
import { canonicalText, hashEntry, NO_HASH } from './hash-entry.ts';
import { findLastEntry, insertEntry, lockAuditLog } from './audit.sql.ts';
import type { AuditFacts } from './audit.tables.ts';

export type AuditNote = {
  /** Pages have words for each. */
  readonly action: AuditAction;
  /** `noun:id`. */
  readonly subject: string;
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
};

const SECRET = /password|secret|token|credential|sealed/i;

/**
 * Writes down who did what, in the transaction of the change itself: neither stands without the other. From
 * here to the commit other admins' changes wait, so call it last; orders never do.
 */
export async function recordAudit(ctx: Ctx, { action, subject, before, after }: AuditNote): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error('an audit entry belongs to the transaction of its change');
  await lockAuditLog(ctx.db);
  const last = await findLastEntry(ctx.db);
  const entry = {
    id: (last?.id ?? 0n) + 1n,
    at: ctx.clock.now(),
    ...actorOf(ctx),
    address: ctx.address,
    request_id: ctx.requestId,
    action,
    subject,
    before: factsOf(before),
    after: factsOf(after),
    previous_hash: last?.hash ?? NO_HASH,
  };
  await insertEntry(ctx.db, { ...entry, hash: hashEntry(entry) });
}

function actorOf({ actor }: Ctx): { user_id: bigint | null; job: string | null } {
  if (actor.kind === 'user') return { user_id: actor.userId, job: null };
  if (actor.kind === 'system') return { user_id: null, job: actor.job };
  throw new Error('a visitor changes nothing that is audited');
}

/** As the database will give it back, so that the hash can be computed again. */
function factsOf(facts: AuditFacts | null | undefined): unknown {
  if (!facts) return null;
  const text = canonicalText(facts);
  return JSON.parse(text, (name, value: unknown) => {
    if (SECRET.test(name)) throw new Error(`an audit entry must not hold ${name}`);
    return value;
  });
}
