/**
 * A small proof of work for signing in while that user's password is being guessed from many networks, and for signing up
 * while very many do: a nonce for
 * which the SHA-256 of challenge and nonce begins with so many zero bits. It slows guessing without locking anyone
 * out.
 */
export const proofText = (challenge: string, nonce: string): string => `${challenge}:${nonce}`;

/** The number of leading zero bits. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
