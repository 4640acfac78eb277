import { randomInt } from 'node:crypto';

/** No I, L, O, 0 and 1: codes are read aloud and typed by hand. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Eight characters that people pass on: promotion codes, references of conversations. One in 10¹² is taken. */
export const newShortCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
