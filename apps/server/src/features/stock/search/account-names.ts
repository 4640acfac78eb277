import { foldName } from '../../users/index.ts';
import type { NamedFormat } from '../import/check-line.ts';

/** What operators call columns that only the owner of an account should know, in the shop's languages. */
const SECRET_COLUMN =
  /pass|pwd|pin|secret|token|cookie|session|key|code|2fa|otp|seed|answer|密码|恢复码|验证码|备用码|密钥|密保|口令|令牌|contrase|senha|chave|c[oó]digo|segredo|resposta|парол|код|ключ|секрет|токен|куки|пин|ответ/iu;
/** What they call columns by which an account is known. */
const NAME_COLUMN =
  /account|login|user|mail|phone|mobile|[账帐]号|用户名|邮箱|邮件|手机|电话|conta|usu[aá]rio|telefone|celular|аккаунт|логин|почта|телефон/iu;
const ADDRESS = /^[^\s@]+@(?<domain>[^\s@]+)$/u;
const PHONE = /^\+[\d\s().-]+$/u;
/** With or without the plus, as phones are typed. */
const DIGITS = /^\+?[\d\s().-]+$/u;
const SHORTEST_PHONE = 7;
/** Stands between the fields where it is not what the product says, as after a change of the product. */
const USUAL_SEPARATOR = /----|[\t;,|:]/;

/** The key under which a name is the same however it is written: case, width, spaces within phone numbers. */
export function nameKey(text: string): string {
  const folded = foldName(text).trim();
  const digits = DIGITS.test(folded) ? folded.replaceAll(/\D/g, '') : '';
  return digits.length >= SHORTEST_PHONE ? digits : folded;
}

/**
 * Whether an account is known by that name (its key): by the whole of a field that may be one. A password must
 * never be: whoever may search could else find out which account has it.
 */
export const isKnownAs = (text: string, format: NamedFormat, key: string): boolean =>
  namesOf(text, format).some((name) => nameKey(name) === key);

function namesOf(text: string, { separator, columnNames }: NamedFormat): string[] {
  const fields = text.split(separator);
  const names = fields.filter((field, position) => isName(field.trim(), position, columnNames[position]));
  const isWhole = fields.length === 1 && names.length === 1;
  return isWhole ? [text, text.split(USUAL_SEPARATOR, 1)[0]!] : names;
}

/**
 * The first field is what an account is called and the second its password, unless the product says otherwise. A
 * number without a plus may be a recovery code as well as a phone, so that it takes the product's word for it.
 */
function isName(field: string, position: number, column: string | undefined): boolean {
  if (column !== undefined && SECRET_COLUMN.test(column)) return false;
  if (position === 0 || (column !== undefined && NAME_COLUMN.test(column))) return true;
  return position > 1 && (isEmail(field) || PHONE.test(field));
}

/** Apart from the expression, which would try every dot of a crafted line as the last one. */
function isEmail(field: string): boolean {
  const domain = ADDRESS.exec(field)?.groups?.['domain'];
  return domain !== undefined && domain.slice(1, -1).includes('.');
}
