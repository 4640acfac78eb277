import type { Ctx } from '../../platform/context.ts';
import { findUserByUsername } from './users.sql.ts';

/** Whether a username is free, in whatever spelling. */
export async function checkUsername({ db }: Ctx, username: string): Promise<{ available: boolean }> {
  return { available: (await findUserByUsername(db, username)) === undefined };
}
