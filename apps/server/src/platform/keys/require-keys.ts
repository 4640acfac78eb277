import type { Db } from '../db/db.ts';
import type { Keyring } from '../keyring.ts';
import { StartError } from '../start-error.ts';
import { listSealingKeys } from './sealing-keys.sql.ts';

/** Throws a StartError where a key is missing that something is still sealed under. */
export async function requireKeys(db: Db, keyring: Keyring): Promise<void> {
  const listed = new Set(keyring.keyIds);
  const missing = (await listSealingKeys(db)).filter((id) => !listed.has(id));
  if (missing.length === 0) return;
  const names = missing.map((id) => `"${id}"`).join(', ');
  throw new StartError(
    `CREDENTIALS_KEYS lacks ${names}: accounts are still encrypted with it. Put it back after the newest key; the log says when it can be removed.`,
  );
}
