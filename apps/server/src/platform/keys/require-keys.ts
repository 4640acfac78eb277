import type { Db } from '../db/db.ts';
import type { Keyring } from './keyring.ts';
import { StartError } from '../refusal.ts';
import { findSealedUnder, type SealedTable } from './sealed-table.sql.ts';
import {
  findFingerprintCheck,
  listCheckValues,
  saveCheckValue,
  saveFingerprintCheck,
} from './sealing-keys.sql.ts';

/**
 * Throws a StartError if a key that still seals something is missing, or if a key differs from the one that had its id
 * before: what it sealed could neither be opened nor recognised.
 */
export async function requireKeys(db: Db, keyring: Keyring, tables: readonly SealedTable[]): Promise<void> {
  const known = await listCheckValues(db);
  const listed = keyring.keyIds;
  const missing = [...known.keys()].filter((id) => !listed.includes(id));
  if (missing.length > 0)
    throw new StartError(
      `CREDENTIALS_KEYS lacks ${quote(missing)}: accounts are still encrypted with it. Put it back after the newest key; the log says when it can be removed.`,
    );
  const fingerprint = await findFingerprintCheck(db);
  if (fingerprint && !fingerprint.equals(keyring.fingerprintCheck))
    throw new StartError(
      'FINGERPRINT_KEY is another key than this shop has had: it would not recognise accounts that it has sold, nor the addresses of its buyers. Put the right one back; it never changes.',
    );
  const wrong: string[] = [];
  for (const [id, checkValue] of known) {
    const isRight =
      checkValue === null
        ? await opensWhatIsThere(db, keyring, tables, id)
        : checkValue.equals(keyring.checkValue(id));
    if (!isRight) wrong.push(id);
  }
  if (wrong.length > 0)
    throw new StartError(
      `CREDENTIALS_KEYS: ${quote(wrong)} is another key than the one that accounts are encrypted with. Put the right one back, or give the new one an id of its own and keep the old one after it.`,
    );
}

/** Gives keys their first check value. Call it once they are known to be right. */
export async function rememberKeys(db: Db, keyring: Keyring): Promise<void> {
  for (const [id, checkValue] of await listCheckValues(db))
    if (checkValue === null) await saveCheckValue(db, id, keyring.checkValue(id));
  await saveFingerprintCheck(db, keyring.fingerprintCheck);
}

/** For keys from before there were check values. */
async function opensWhatIsThere(
  db: Db,
  keyring: Keyring,
  tables: readonly SealedTable[],
  keyId: string,
): Promise<boolean> {
  for (const table of tables) {
    const row = await findSealedUnder(db, table, keyId);
    if (!row) continue;
    try {
      keyring.open({ keyId, sealed: row.sealed }, row.place);
      return true;
    } catch {
      return false;
    }
  }
  return true;
}

const quote = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(', ');
