import { canonicalText } from '../audit/audit.sql.ts';
import { isSameSecret } from '../tokens.ts';
import type { Keyring } from './keyring.ts';

/** Columns that a row's MAC covers: enough of them that no other row has the same. */
export type MacFacts = Readonly<Record<string, unknown>>;

/**
 * The MAC of a row: 32 bytes that only a holder of the fingerprint key can make, for this table and these values. That
 * key does not rotate, so neither do MACs. Names and values are part of it: a migration that changes them has to keep the
 * old ones readable here.
 */
export const macOf = (keyring: Keyring, table: string, facts: MacFacts): Buffer =>
  keyring.derive(`row of ${table}`, canonicalText(facts));

/**
 * Whether the shop itself has written these values in this table. A row that was put back as it once was passes, too.
 */
export function isMacRight(keyring: Keyring, table: string, facts: MacFacts, mac: Buffer | null): boolean {
  return mac !== null && isSameSecret(mac, macOf(keyring, table, facts));
}
