import type { UserActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { permissionsOfRole } from '../roles/index.ts';
import { isSessionOver, SEEN_EVERY_MS } from './session-lifetime.ts';
import { findSignedIn, updateLastSeen } from './sessions.sql.ts';
import { hashToken } from './tokens.ts';

/**
 * Finds out whose token it is. Refuses an unknown or expired one (notSignedIn) and a frozen user's
 * (accountFrozen). Role and status are read each time, so a change holds from the next request on.
 */
export async function authenticate({ db, clock }: Ctx, token: string): Promise<UserActor> {
  const session = await findSignedIn(db, hashToken(token));
  if (!session || session.status === 'closed') return refuse('notSignedIn');
  const now = clock.now();
  const isAdmin = session.role_id !== null;
  if (isSessionOver(session, { isAdmin }, now)) refuse('notSignedIn', 'expired');
  if (session.status === 'frozen') refuse('accountFrozen');
  const { menus, actions, is_owner } = session;
  const isRoleKnown = menus !== null && actions !== null && is_owner !== null;
  const permissions = permissionsOfRole(isRoleKnown ? { menus, actions, is_owner } : null);
  if (now.getTime() - session.last_seen_at.getTime() >= SEEN_EVERY_MS)
    await updateLastSeen(db, session.id, now);
  return {
    kind: 'user',
    userId: session.user_id,
    sessionId: session.id,
    isAdmin,
    actions: permissions.actions,
  };
}
