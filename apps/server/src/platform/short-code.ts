import { randomInt } from 'node:crypto';

/** Without I, L, O, 0 and 1: codes are read aloud and typed by hand. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** A random code of eight characters for people to pass on: promotion codes, support references. 31⁸ ≈ 10¹² codes. */
export const newShortCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
