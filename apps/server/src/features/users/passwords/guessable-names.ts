import type { Db } from '../../../platform/db/db.ts';
import { loadSettings } from '../../settings/index.ts';

/** Names that a password must not be made of: the user's own, its e-mail address, and the shop's. */
export async function guessableNames(db: Db, username: string, email: string): Promise<string[]> {
  const { siteName } = await loadSettings(db);
  return [username, email, email.split('@')[0]!, siteName];
}
