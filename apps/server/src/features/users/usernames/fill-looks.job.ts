import type { Ctx } from '../../../platform/context.ts';
import { looksOf } from './looks-of.ts';
import { listUsersWithoutLooks, addLooks } from './looks.sql.ts';

const PART = 500;

/** Records the looks of names that are older than the rule against confusable ones; these names stay. */
export async function fillLooks({ db }: Ctx): Promise<{ more: boolean }> {
  const users = await listUsersWithoutLooks(db, PART);
  for (const { id, username } of users) await addLooks(db, id, looksOf(username));
  return { more: users.length === PART };
}
