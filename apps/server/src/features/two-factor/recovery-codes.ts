import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { replaceRecoveryCodeHashes } from './recovery-codes.sql.ts';

const CODES = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 10;

/** Ten codes of 50 random bits, "ABCDE-FGHIJ", in place of those that are left. They are not kept in the clear. */
export async function replaceRecoveryCodes(
  { db, keyring }: Pick<Ctx, 'db' | 'keyring'>,
  userId: bigint,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await replaceRecoveryCodeHashes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(keyring, userId, code)),
  );
  return codes;
}

/** Keyed and bound to the user; spelling with small letters and without the dash is the same code. */
export const hashRecoveryCode = (keyring: Keyring, userId: bigint, code: string): string =>
  keyring.fingerprint(`recovery code ${userId} ${code.toUpperCase().replace('-', '')}`).toString('base64');

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
