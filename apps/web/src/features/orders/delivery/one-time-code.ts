import { TOTP, URI } from 'otpauth';

type OneTimeCode = { readonly code: string; readonly secondsLeft: number };

/**
 * The code of this moment (ms since 1970) and how long it is good for. Six digits every 30 s with SHA-1, unless a key
 * URI says otherwise. Computed here: the secret goes nowhere. undefined for a URI that is not complete.
 */
export function oneTimeCode(secret: string, nowMs: number): OneTimeCode | undefined {
  const key = keyOf(secret);
  if (!key) return undefined;
  const periodMs = key.period * 1_000;
  return {
    code: key.generate({ timestamp: nowMs }),
    secondsLeft: Math.ceil((periodMs - (nowMs % periodMs)) / 1_000),
  };
}

function keyOf(secret: string): TOTP | undefined {
  if (!secret.startsWith('otpauth:')) return new TOTP({ secret });
  try {
    const key = URI.parse(secret);
    return key instanceof TOTP ? key : undefined;
  } catch {
    return undefined;
  }
}
