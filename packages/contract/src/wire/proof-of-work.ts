/**
 * A small proof of work that a sign-in needs while its user's password is being guessed from many networks: a nonce
 * with which the SHA-256 of the challenge begins with so many zero bits. It slows guessing down, and keeps no one out.
 */
export const proofText = (challenge: string, nonce: string): string => `${challenge}:${nonce}`;

/** How many zero bits the bytes begin with. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
