import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Stored in place of the token. A plain hash is enough, because tokens are fully random. */
export const hashToken = (token: string): Buffer =>
  // Takes half the time of 'buffer'.
  Buffer.from(hash('sha256', token, 'binary'), 'latin1');

/** Whether a guess is right; how long that takes does not tell how much of it is. */
export const isSameSecret = (given: Uint8Array, right: Uint8Array): boolean =>
  given.length === right.length && timingSafeEqual(given, right);

/** Without I, L, O, 0 and 1: codes are read aloud and typed by hand. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A random code of eight characters for people to pass on: promotion codes, support references. 31⁸ ≈ 10¹² codes. */
export const newShortCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
