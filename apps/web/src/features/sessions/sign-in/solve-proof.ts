import { leadingZeroBits, proofText } from '@portside/contract/wire/proof-of-work';

/** Digests computed concurrently: the browser does so off the main thread, so the page stays responsive. */
const AT_ONCE = 256;

/** Finds the nonce that a sign-in asks for; about a second of work. */
export async function solveProof(
  challenge: string,
  bits: number,
): Promise<{ challenge: string; nonce: string }> {
  const encoder = new TextEncoder();
  for (let from = 0; ; from += AT_ONCE) {
    const nonces = Array.from({ length: AT_ONCE }, (_, index) => (from + index).toString(36));
    const digests = await Promise.all(
      nonces.map((nonce) => crypto.subtle.digest('SHA-256', encoder.encode(proofText(challenge, nonce)))),
    );
    const found = digests.findIndex((digest) => leadingZeroBits(new Uint8Array(digest)) >= bits);
    if (found >= 0) return { challenge, nonce: nonces[found]! };
  }
}
