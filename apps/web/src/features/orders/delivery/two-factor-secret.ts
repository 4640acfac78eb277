/** Names that operators give to a column of two-factor secrets, in the shop's languages. */
const SECRET_COLUMN =
  /2[- ]?fa|totp|otp|mfa|two.?factor|authenticator|2步|双重|两步|二次|双因|dois fatores|duas etapas|двухфактор|двухэтап/i;
const BASE32 = /^[A-Z2-7]{16,128}$/;
const KEY_URI = /^otpauth:\/\/totp\/\S+$/i;

type Account = { readonly fields: readonly { readonly name: string; readonly value: string }[] };

/** An account with a two-factor secret: its number, its first field, by which people know it, and the secret. */
export type GuardedAccount = { readonly line: number; readonly name: string; readonly secret: string };

/** The accounts that have a two-factor secret, numbered from 1 on in their order. */
export const findGuarded = (accounts: readonly Account[]): GuardedAccount[] =>
  accounts.flatMap(({ fields }, index) => {
    const [secret] = fields.flatMap(({ name, value }) => findTwoFactorSecret(name, value) ?? []);
    return secret === undefined ? [] : [{ line: index + 1, name: fields[0]!.value, secret }];
  });

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
