import type { Ctx } from '../../../platform/context.ts';
import { looksOf } from './looks-of.ts';
import { hasLookalike } from './looks.sql.ts';
import { findUserByUsername } from '../users.sql.ts';

/** Whether a username is free, in whatever spelling, and looks like no other. */
export async function checkUsername({ db }: Ctx, username: string): Promise<{ available: boolean }> {
  const isTaken = (await findUserByUsername(db, username)) !== undefined;
  return { available: !isTaken && !(await hasLookalike(db, looksOf(username), null)) };
}
