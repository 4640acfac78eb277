/** Names that operators give to a column of two-factor secrets, in the shop's languages. */
const SECRET_COLUMN =
  /2[- ]?fa|totp|otp|mfa|two.?factor|authenticator|2步|双重|两步|二次|双因|dois fatores|duas etapas|двухфактор|двухэтап/i;
const BASE32 = /^[A-Z2-7]{16,128}$/;
const KEY_URI = /^otpauth:\/\/totp\/\S+$/i;

/**
 * The two-factor secret in a field of an account: base32 in a column that is named so, or a key URI in any. Nothing
 * else is taken for one: a password may look like base32 too.
 */
export function findTwoFactorSecret(name: string, value: string): string | undefined {
  const text = value.trim();
  if (KEY_URI.test(text)) return text;
  if (!SECRET_COLUMN.test(name)) return undefined;
  const secret = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  return BASE32.test(secret) ? secret : undefined;
}
