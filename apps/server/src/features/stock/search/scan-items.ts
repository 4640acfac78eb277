import { dropInvisible } from '@portside/accounts/invisible';
import type { Ctx } from '../../../platform/context.ts';
import { type AccountForm, readValues } from '@portside/accounts/account-form';
import { findItemsAfter, formsOf, tryOpenItem } from '../items.sql.ts';
import { nameKey } from '../identity.ts';

/** Texts opened per query: bounds the memory, and how long other requests wait. */
const STEP_ITEMS = 500;

/** A scan ends after this many items, or this many matches. */
export type ScanLimits = { readonly items: number; readonly found: number };

type ScanResult = {
  readonly found: readonly { readonly id: bigint; readonly text: string }[];
  /** How many texts were opened, and how many could not be, which is logged. */
  readonly opened: number;
  readonly unreadable: number;
  /** The last item scanned; null at the end of the stock. */
  readonly last: bigint | null;
};

/** Opens the texts after an item, by id, and returns those of accounts with a name, given by its key. */
export async function scanItems(
  ctx: Ctx,
  { key, after }: { readonly key: string; readonly after: bigint },
  limits: ScanLimits,
): Promise<ScanResult> {
  const found: { id: bigint; text: string }[] = [];
  let last = after;
  let opened = 0;
  let unreadable = 0;
  while (opened + unreadable < limits.items) {
    const wanted = Math.min(STEP_ITEMS, limits.items - opened - unreadable);
    const rows = await findItemsAfter(ctx.db, last, wanted);
    const batchIds = rows.map((row) => row.batch_id);
    const forms = await formsOf(ctx.db, batchIds);
    for (const row of rows) {
      const text = tryOpenItem(ctx, row);
      last = row.id;
      if (text === null) unreadable += 1;
      else opened += 1;
      if (text === null || !isKnownAs(text, forms.get(row.batch_id)!, key)) continue;
      found.push({ id: row.id, text });
      if (found.length === limits.found) return { found, opened, unreadable, last };
    }
    if (rows.length < wanted) return { found, opened, unreadable, last: null };
  }
  return { found, opened, unreadable, last };
}

/** Names of columns that only the owner of an account may know, in the shop's languages. */
const SECRET_COLUMN =
  /pass|pwd|pin|secret|token|cookie|session|key|code|2fa|otp|seed|answer|密码|恢复码|验证码|备用码|密钥|密保|口令|令牌|contrase|senha|chave|c[oó]digo|segredo|resposta|парол|код|ключ|секрет|токен|куки|пин|ответ/iu;

/** Names of columns that identify an account. */
const NAME_COLUMN =
  /account|login|user|mail|phone|mobile|[账帐]号|用户名|邮箱|邮件|手机|电话|conta|usu[aá]rio|telefone|celular|аккаунт|логин|почта|телефон/iu;

const ADDRESS = /^[^\s@]+@(?<domain>[^\s@]+)$/u;

const PHONE = /^\+[\d\s().-]+$/u;

/** Separators of lines that do not use the product's, as after a change of the product. */
const USUAL_SEPARATOR = /----|[\t;,|:]/;

/**
 * Whether a field that identifies the account equals the name, given by its key. Passwords are never compared: a search
 * could otherwise find out which account has one.
 */
export const isKnownAs = (text: string, form: AccountForm, key: string): boolean =>
  namesOf(text, form).some((name) => nameKey(name) === key);

function namesOf(text: string, form: AccountForm): string[] {
  const fields = readValues(text, form);
  const names = fields.filter((field, position) =>
    isName(dropInvisible(field).trim(), position, form.columns[position]),
  );
  const isWhole = fields.length === 1 && names.length === 1;
  return isWhole ? [text, text.split(USUAL_SEPARATOR, 1)[0]!] : names;
}

/**
 * The first field is the account's name and the second its password, unless the product's columns say otherwise. Digits
 * without a plus may be a recovery code as well as a phone number, so they count only in a column that names one.
 */
function isName(field: string, position: number, column: string | undefined): boolean {
  if (column !== undefined && SECRET_COLUMN.test(column)) return false;
  if (position === 0 || (column !== undefined && NAME_COLUMN.test(column))) return true;
  return position > 1 && (isEmail(field) || PHONE.test(field));
}

/** The dot is checked outside the expression, which would backtrack over every dot of a crafted line. */
function isEmail(field: string): boolean {
  const domain = ADDRESS.exec(field)?.groups?.['domain'];
  return domain !== undefined && domain.slice(1, -1).includes('.');
}
