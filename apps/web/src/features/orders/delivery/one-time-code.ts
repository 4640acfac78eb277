import { TOTP, URI } from 'otpauth';

type OneTimeCode = { readonly code: string; readonly secondsLeft: number };

/**
 * The code at this moment (ms since 1970) and how long it remains valid. Six digits every 30 s with SHA-1, unless a key
 * URI says otherwise. Computed in the browser: the secret never leaves it. Undefined for an incomplete URI.
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

/** Names that operators give to a column of two-factor secrets, in the shop's languages. */
const SECRET_COLUMN =
  /2[- ]?fa|totp|otp|mfa|two.?factor|authenticator|2步|双重|两步|二次|双因|dois fatores|duas etapas|двухфактор|двухэтап/i;

const BASE32 = /^[A-Z2-7]{16,128}$/;

const KEY_URI = /^otpauth:\/\/totp\/\S+$/i;

type Account = { readonly fields: readonly { readonly name: string; readonly value: string }[] };

/** An account with a two-factor secret: its number, the first field, which people recognise it by, and the secret. */
export type GuardedAccount = { readonly line: number; readonly name: string; readonly secret: string };

/** The accounts that have a two-factor secret, numbered from `firstLine`. */
export const findGuarded = (accounts: readonly Account[], firstLine: number, chosen = ''): GuardedAccount[] =>
  accounts.flatMap(({ fields }, index) => {
    const [secret] = fields.flatMap(({ name, value }) => findTwoFactorSecret(name, value, chosen) ?? []);
    return secret === undefined ? [] : [{ line: firstLine + index, name: fields[0]!.value, secret }];
  });

/**
 * The two-factor secret in a field of an account: base32 in a column that is named so or that the buyer has chosen, or a
 * key URI in any. Nothing else is taken for one: a password may look like base32 too.
 */
export function findTwoFactorSecret(name: string, value: string, chosen = ''): string | undefined {
  const text = value.trim();
  if (KEY_URI.test(text)) return text;
  return SECRET_COLUMN.test(name) || name === chosen ? readBase32(text) : undefined;
}

function readBase32(text: string): string | undefined {
  const secret = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  return BASE32.test(secret) ? secret : undefined;
}

/** The first ones are enough: accounts of one product are alike. */
const MOST_READ = 20;

/** Columns that may hold secrets though their names do not say so: every value in them looks like one. */
export function listPossibleColumns(accounts: readonly Account[]): string[] {
  const columns = new Map<string, boolean>();
  for (const { name, value } of accounts.slice(0, MOST_READ).flatMap(({ fields }) => fields)) {
    if (SECRET_COLUMN.test(name) || value.trim() === '') continue;
    columns.set(name, columns.get(name) !== false && readBase32(value.trim()) !== undefined);
  }
  return [...columns].flatMap(([name, isPossible]) => (isPossible ? [name] : []));
}
