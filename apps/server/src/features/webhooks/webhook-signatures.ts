import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/tokens.ts';

/**
 * Signatures of Standard Webhooks (standardwebhooks.com). Written with Node's own HMAC: the published library brings
 * SHA-256 and base64 of their own for five lines.
 */
export const SECRET_PREFIX = 'whsec_';

const VERSION = 'v1,';
const TOLERANCE_S = 5 * 60;

type Signed = {
  readonly id: string;
  /** Of this attempt, in seconds. */
  readonly timestamp: number;
  readonly body: string;
};

/** The value of `webhook-signature`: one signature for each secret. */
export const sign = (secrets: readonly string[], { id, timestamp, body }: Signed): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return VERSION + createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    })
    .join(' ');

/** Whether one of the signatures is of this secret, and the timestamp is no more than five minutes off. */
export function verify(secret: string, signed: Signed, signatures: string, now: Date): boolean {
  if (Math.abs(now.getTime() / 1_000 - signed.timestamp) > TOLERANCE_S) return false;
  const expected = Buffer.from(sign([secret], signed));
  return signatures.split(' ').some((given) => isSameSecret(Buffer.from(given), expected));
}
