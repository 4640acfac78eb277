import type { Written } from './import/check-line.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { foldName } from '../users/index.ts';

/**
 * What tells an account from others however it is spelled: marks of its folded login, and of that with its password.
 * They hold 64 bits of a keyed hash, so they say nothing about the texts; a rare collision only asks in vain.
 */
export type Identity = { readonly login: bigint; readonly account: bigint };

/** The marks of a text without a login. No account has them. */
export const NO_IDENTITY: Identity = { login: 0n, account: 0n };

/** Names of columns that only the owner of an account may know, in the shop's languages. */
export const SECRET_COLUMN =
  /pass|pwd|pin|secret|token|cookie|session|key|code|2fa|otp|seed|answer|密码|恢复码|验证码|备用码|密钥|密保|口令|令牌|contrase|senha|chave|c[oó]digo|segredo|resposta|парол|код|ключ|секрет|токен|куки|пин|ответ/iu;

/** Names of columns that identify an account. */
export const NAME_COLUMN =
  /account|login|user|mail|phone|mobile|[账帐]号|用户名|邮箱|邮件|手机|电话|conta|usu[aá]rio|telefone|celular|аккаунт|логин|почта|телефон/iu;

const PASSWORD_COLUMN = /pass|pwd|密码|口令|contrase|senha|парол/iu;

/** With or without the plus, as phone numbers are typed. */
const DIGITS = /^\+?[\d\s().-]+$/u;

const SHORTEST_PHONE = 7;

/** Marks at a file's start, zero-width, direction and formatting characters, and the two line separators. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029]/gu;

/** Only printable ASCII, as most texts: what is folded has no other spelling there. */
const PLAIN = /^[ -~]*$/;

/** Without the characters that nobody sees. */
export const visible = (text: string): string => (PLAIN.test(text) ? text : text.replaceAll(INVISIBLE, ''));

/** Equal for the same name in any spelling: case, width, invisible characters, spaces within phone numbers. */
export function nameKey(text: string): string {
  const folded = (PLAIN.test(text) ? text.toLowerCase() : foldName(visible(text))).trim();
  const digits = DIGITS.test(folded) ? folded.replaceAll(/\D/g, '') : '';
  return digits.length >= SHORTEST_PHONE ? digits : folded;
}

/** Equal for the same password with other blanks or invisible characters; its letters keep their case. */
export const passwordKey = (text: string): string =>
  visible(text)
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();

/**
 * Computes the identities of accounts that are written in one form. A value ends at the next separator, whatever the
 * form does with surplus ones: a further or an empty value at the end hides no likeness.
 */
export function createIdentifier(
  keyring: Keyring,
  { separator, columns }: Written,
): (text: string) => Identity {
  const [login, password] = placesOf(columns);
  const count = Math.max(login, password) + 1;
  return (text) => {
    const values = text.split(separator, count);
    const name = nameKey(values[login] ?? '');
    if (name === '') return NO_IDENTITY;
    const account = `${name}\0${passwordKey(values[password] ?? '')}`;
    return { login: keyring.mark('login', name), account: keyring.mark('account', account) };
  };
}

/** Which values are the login and the password: by what the columns are called, else the first and the next one. */
function placesOf(columns: readonly string[]): [login: number, password: number] {
  const find = (fits: (column: string) => boolean): number | undefined => {
    const place = columns.findIndex(fits);
    return place < 0 ? undefined : place;
  };
  const login = find((column) => NAME_COLUMN.test(column) && !SECRET_COLUMN.test(column)) ?? 0;
  const isOther = (column: string): boolean => column !== columns[login];
  const password =
    find((column) => isOther(column) && PASSWORD_COLUMN.test(column) && !NAME_COLUMN.test(column)) ??
    find((column) => isOther(column) && PASSWORD_COLUMN.test(column)) ??
    (login > 0 && login + 1 >= columns.length ? login - 1 : login + 1);
  return [login, password];
}
