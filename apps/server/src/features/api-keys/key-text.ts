import type { Protocol } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43;
/** 62^6 is more than 2^32. */
const CHECK_LENGTH = 6;

/** Tells what a token is to secret scanners, and to the shop which way it has to be looked up. */
const PREFIX = 'psk_';

/** Letters only: some shops put a key into an address, and read it as such. */
const BEGINNINGS = { 'dujiao-next': 'pskdujiao', 'acg-faka': 'pskacg', panel: 'pskpanel' } as const;

const FORM = /^(psk_(live|test)_|pskdujiao|pskacg|pskpanel)[0-9A-Za-z]{49}$/;

function inBase62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)]! + text;
  return text;
}

const checkOf = (text: string): string => inBase62(BigInt(crc32(text)), CHECK_LENGTH);

/**
 * A new key of 256 random bits: `psk_live_…`, in a sandbox `psk_test_…`, with a checksum at its end; one for a protocol
 * has letters and digits only.
 */
export function newKey(
  { isSandbox }: { readonly isSandbox: boolean },
  protocol: Protocol | null = null,
): string {
  const secret = inBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  const beginning = protocol === null ? `${PREFIX}${isSandbox ? 'test' : 'live'}_` : BEGINNINGS[protocol];
  const text = beginning + secret;
  return text + checkOf(text);
}

/** Whether a token is a key of the API, should be one, or is one of a protocol. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX) || FORM.test(token);

/** False where characters are missing or wrong: such a key is no guess, and needs no look-up. */
export const isWellTyped = (key: string): boolean =>
  FORM.test(key) && checkOf(key.slice(0, -CHECK_LENGTH)) === key.slice(-CHECK_LENGTH);

/** How a key is shown once it was made. */
export const hintOf = (key: string): string => `${key.slice(0, 'psk_live_'.length + 3)}…${key.slice(-4)}`;
