import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Clocks of phones are off by less than one step. */
const STEPS_AROUND = 1;

/** Base32, as authenticator apps read it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The text of the QR code for an authenticator app (RFC 6238 with what all apps support: SHA-1, 6 digits, 30 s). */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret, issuer, label, period: PERIOD_S }).toString();

/** The time step of the code: the present one or an adjacent one; null for a wrong code. */
export function findTimeStep(secret: string, code: string, now: Date): bigint | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    timestamp,
    window: STEPS_AROUND,
  });
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD_S, timestamp }) + delta);
}
