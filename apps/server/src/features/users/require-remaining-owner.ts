import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockOwnerRole } from '../roles/index.ts';
import { hasActiveUserWithRole, type UserRow } from './users.sql.ts';

/**
 * After a change to an owner: refuses (lastOwner) where no active owner remains. The lock serialises such changes, so
 * that two owners cannot remove each other.
 */
export async function requireRemainingOwner(db: Db, changed: UserRow): Promise<void> {
  const ownerRole = await lockOwnerRole(db);
  if (ownerRole === undefined || changed.role_id !== ownerRole) return;
  if (!(await hasActiveUserWithRole(db, ownerRole))) refuse('lastOwner');
}
