import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows (RFC 6238), now or so many steps from now: each code counts once. */
export function codeOf(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsAhead));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff;
  return (number % 1_000_000).toString().padStart(6, '0');
}

/** Waits until the current code has at least 15 seconds left, for as long as the one before it is accepted too. */
export const waitForFreshCode = async (): Promise<void> => {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 15_000) await setTimeout(left);
};

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
