import type { Ctx } from '../../platform/context.ts';
import { deleteSignInTriesBefore, deleteTiesBefore } from '../users/index.ts';
import { LONGEST_SESSION_MS } from './session-lifetime.ts';
import { COUNTED_FOR_MS } from './email/mailed-codes.ts';
import { deleteCodesBefore } from './email/mailed-codes.sql.ts';
import { deleteSessionsBefore } from './sessions.sql.ts';

/** Deletes expired sessions, mailed codes sign-in attempts and ties that no longer count. */
export async function sweepSessions({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now().getTime();
  await deleteSessionsBefore(db, new Date(now - LONGEST_SESSION_MS));
  await deleteCodesBefore(db, new Date(now - COUNTED_FOR_MS));
  await deleteSignInTriesBefore(db, new Date(now));
  await deleteTiesBefore(db, new Date(now));
  return { more: false };
}
