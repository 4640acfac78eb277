import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockOwnerRole } from '../roles/index.ts';
import { hasActiveUserWithRole, type UserRow } from './users.sql.ts';

/**
 * After an owner was changed: somebody must still be one. The lock lets such changes happen one after
 * another, so that two owners cannot remove each other.
 */
export async function requireOwnerLeft(db: Db, changed: UserRow): Promise<void> {
  const ownerRole = await lockOwnerRole(db);
  if (ownerRole === undefined || changed.role_id !== ownerRole) return;
  if (!(await hasActiveUserWithRole(db, ownerRole))) refuse('lastOwner');
}
