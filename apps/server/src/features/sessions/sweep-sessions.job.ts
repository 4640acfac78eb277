import type { Ctx } from '../../platform/context.ts';
import { deleteSecurityEventsBefore } from '../../platform/security/security-events.sql.ts';
import { deleteCodeTriesBefore } from '../two-factor/index.ts';
import {
  deleteNetworksBefore,
  deleteProofsBefore,
  deleteSignInTriesBefore,
  deleteTiesBefore,
} from '../users/index.ts';
import { LONGEST_SESSION_MS } from './session-lifetime.ts';
import { COUNTED_FOR_MS } from './email/mailed-codes.ts';
import { deleteCodesBefore } from './email/mailed-codes.sql.ts';
import { deleteSessionsBefore } from './sessions.sql.ts';

const DAY_MS = 24 * 3_600_000;
/** Networks that a user has not signed in from for so long are strangers'. */
const NETWORKS_KEPT_MS = 180 * DAY_MS;
const SECURITY_EVENTS_KEPT_MS = 90 * DAY_MS;

/** Deletes expired sessions, mailed codes sign-in attempts and ties that no longer count. */
export async function sweepSessions({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now().getTime();
  await deleteSessionsBefore(db, new Date(now - LONGEST_SESSION_MS));
  await deleteCodesBefore(db, new Date(now - COUNTED_FOR_MS));
  await deleteSignInTriesBefore(db, new Date(now));
  await deleteTiesBefore(db, new Date(now));
  await deleteProofsBefore(db, new Date(now));
  await deleteCodeTriesBefore(db, new Date(now));
  await deleteNetworksBefore(db, new Date(now - NETWORKS_KEPT_MS));
  await deleteSecurityEventsBefore(db, new Date(now - SECURITY_EVENTS_KEPT_MS));
  return { more: false };
}
