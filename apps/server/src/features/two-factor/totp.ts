import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** Clocks of phones go wrong by less than one step. */
const STEPS_AROUND = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator app reads from a QR code (RFC 6238 with what all apps take: SHA-1, 6 digits, 30 s). */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret, issuer, label, period: PERIOD_S }).toString();

/** The time step whose code it is, this one or one beside it; null for none. */
export function stepOfCode(secret: string, code: string, now: Date): bigint | null {
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
