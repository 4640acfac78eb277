import type { Ctx } from '../../platform/context.ts';
import { deleteTriesBefore } from '../users/index.ts';
import { LONGEST_SESSION_MS } from './session-lifetime.ts';
import { REMEMBERED_MS } from './email/mailed-codes.ts';
import { deleteCodesBefore } from './email/mailed-codes.sql.ts';
import { deleteSessionsBefore } from './sessions.sql.ts';

/** Forgets what no longer decides anything: sessions that are over, tries and codes of yesterday. */
export async function sweepSessions({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now().getTime();
  await deleteSessionsBefore(db, new Date(now - LONGEST_SESSION_MS));
  await deleteCodesBefore(db, new Date(now - REMEMBERED_MS));
  await deleteTriesBefore(db, new Date(now));
  return { more: false };
}
