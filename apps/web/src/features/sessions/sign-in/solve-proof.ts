import { leadingZeroBits, proofText } from '@portside/contract/wire/proof-of-work';

/** Digests that are computed at once: the browser does so beside the page, which goes on answering. */
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
