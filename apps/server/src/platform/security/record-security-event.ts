import type { Ctx } from '../context.ts';
import './security-events.tables.ts';
import { countSecurityEvent, type SecurityEvent } from './security-events.sql.ts';

type Observed = Pick<SecurityEvent, 'kind' | 'userId' | 'call'>;

/**
 * Writes to the log who did what from where, and counts it (`security_events`). Never what was sent: a password may
 * be in the wrong field. Must not run in a transaction, whose rollback would undo the count; failing to record
 * does not change the answer.
 */
export async function recordSecurityEvent(
  { db, log, clock, address, requestId }: Pick<Ctx, 'db' | 'log' | 'clock' | 'address' | 'requestId'>,
  { kind, userId, call }: Observed,
): Promise<void> {
  const level = kind === 'signIn' ? 'info' : 'warn';
  log[level](
    { security: kind, address, user: userId?.toString() ?? null, call, requestId },
    'security event',
  );
  await countSecurityEvent(db, { kind, address, userId, call }, clock.now()).catch((err: unknown) =>
    log.error({ err }, 'a security event was not counted'),
  );
}
