/**
 * What columns are called, in the languages that suppliers write. Two names of one meaning are one column; a name of
 * several words has the meaning of its words together.
 */
const WORDS = {
  account:
    'account accounts login logins user username usuario usuário usuaria conta cuenta acct acc nick nickname nombre ' +
    'userid uid логин аккаунт аккаунты учетка учётка пользователь юзер имя konto konten benutzer benutzername ' +
    'anmeldename nutzer nutzername compte identifiant utilisateur 账号 帐号 账户 帐户 用户名 用户 登录名 登录账号 登錄名 帳號 帳戶',
  password:
    'password passwort kennwort pass passwd pwd pw psw senha senhas contraseña contrasena clave пароль пароли pin ' +
    'motdepasse 密码 密碼 登录密码 口令',
  mail:
    'mail email emails mailbox correo correio почта эмейл емейл имейл мейл мэйл адрес ящик adresse mailadresse ' +
    'emailadresse courriel postfach 邮箱 郵箱 邮件 電郵 电邮 信箱 邮箱账号',
  'mail password': 'emailpass emailpassword mailpass mailpassword 邮箱密码 郵箱密碼 邮件密码',
  phone:
    'phone tel telephone mobile telefone telefono teléfono celular телефон тел номер telefon handy 手机 手机号 手機 电话 電話',
  code: '2fa twofa totp otp secret факода 二次验证 验证码 密钥 谷歌验证',
  cookies: 'cookie cookies куки кукисы',
  token: 'token tokens access refresh токен токены 令牌',
  recovery:
    'recovery backup rescue recuperação recuperacao recuperacion recuperación резервная резервный резерв восстановление wiederherstellung 辅助邮箱 辅邮 辅助 备用邮箱',
  proxy: 'proxy proxies прокси 代理 代理ip',
  agent: 'useragent ua agent',
  country: 'country geo region país pais страна гео land 国家 地区',
  note: 'note notes comment comments remark remarks nota notas observação observacao comentario comentário заметка заметки примечание комментарий notiz bemerkung 备注 備註 说明',
  id: 'id ids no nr num number número numero № номер序号 编号 序号',
  date: 'date created registered birthday birth dob data fecha дата datum geburtstag 日期 生日 注册时间',
  sex: 'gender sex пол geschlecht 性别',
  name: 'name names nome имена фамилия vorname nachname 姓名 名字',
  price: 'price preço precio цена preis 价格 balance saldo баланс остаток 余额 guthaben',
  status: 'status state статус estado 状态',
  link: 'link url profile ссылка профиль profil 链接 网址',
} as const;

export type Meaning = keyof typeof WORDS;

/** Words that only stand beside another one: `recovery address`, `кодовое слово`. */
const BESIDE = new Set(
  'the of for and e de da do la el адреса ip key код code code1 codes keys address addresses date type full first last e-mail'.split(
    ' ',
  ),
);

const MEANINGS = new Map<string, Meaning>(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.split(' ').map((word): [string, Meaning] => [word, meaning as Meaning]),
  ),
);

/** Longer values name no column. */
const LONGEST_NAME = 40;

/** Equal for names that a reader takes for the same. */
const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** What a value would mean as a column's name; null where it is none. */
export function meaningOf(value: string): Meaning | null {
  if (value.length > LONGEST_NAME) return null;
  const folded = foldName(value).replace(/^["'«“*#\s]+|["'»”*:.\s]+$/g, '');
  const whole = MEANINGS.get(folded.replaceAll(/[\s_\-./]+/g, ''));
  if (whole !== undefined) return whole;
  const words = folded.split(/[\s_\-./()]+/).filter((word) => word !== '' && !/^\d$/.test(word));
  if (words.length === 0 || words.length > 4) return null;
  const found = words.flatMap((word) => MEANINGS.get(word.replace(/\d$/, '')) ?? []);
  if (found.length === 0 || !words.every((word) => isNameWord(word))) return null;
  if (found.includes('mail') && found.includes('password')) return 'mail password';
  if (found.includes('recovery')) return 'recovery';
  return found.at(-1)!;
}

const isNameWord = (word: string): boolean => MEANINGS.has(word.replace(/\d$/, '')) || BESIDE.has(word);

/** Whether a value is the name of a column, by its meaning or because the product calls one so. */
const isColumnName = (value: string, columns: readonly string[]): boolean =>
  meaningOf(value) !== null ||
  (value.trim() !== '' && columns.some((name) => foldName(name) === foldName(value)));

/** A word that may name a column which is not known here. */
const WORD = /^\p{L}[\p{L}\p{M}\s_\-./()]{0,39}$/u;

/**
 * Whether the values are names of columns: each that is not empty, or, where login and password are among them, at least
 * half of them beside other words. Of a single one it is hard to say.
 */
export function isHeading(values: readonly string[], columns: readonly string[]): boolean {
  if (!mayName(values.find((value) => value.trim() !== '') ?? '', columns)) return false;
  let names = 0;
  let others = 0;
  const meanings = new Set<Meaning | null>();
  for (const value of values) {
    if (value.trim() === '') continue;
    if (isColumnName(value, columns)) {
      names += 1;
      meanings.add(meaningOf(value));
    } else if (WORD.test(value.trim())) others += 1;
    else return false;
  }
  if (others > 0)
    return others <= names && meanings.has('password') && LOGINS.some((one) => meanings.has(one));
  return names >= Math.min(2, Math.max(1, columns.length));
}

const LOGINS: readonly Meaning[] = ['account', 'mail', 'phone'];

/** Equal headings, whatever their case and blanks. */
export function isSameHeading(values: readonly string[], heading: readonly string[]): boolean {
  const own = namesIn(values);
  const wanted = namesIn(heading);
  return own.length === wanted.length && own.every((name, at) => name === wanted[at]);
}

/** Empty cells do not count: an empty text does not arrive in a call. */
const namesIn = (cells: readonly string[]): string[] => cells.map(foldName).filter((name) => name !== '');

/** What else may be the account's name, where the heading does not name one so. */
const LIKE: Partial<Record<Meaning, readonly Meaning[]>> = {
  account: ['mail', 'phone', 'name', 'id'],
  mail: ['account'],
  phone: ['account'],
};

/**
 * Which column of the file each of the product's is, by the heading: by the same name, else by the same meaning; null
 * where the heading does not say. Where it names no account, its address or phone number is one, and the other way round.
 */
export function mapByHeading(heading: readonly string[], columns: readonly string[]): (number | null)[] {
  const folded = heading.map(foldName);
  const meanings = heading.map(meaningOf);
  const taken = new Set<number>();
  const places = columns.map((): number | null => null);
  const take = (place: number, found: number): void => {
    if (found < 0 || taken.has(found) || places[place] !== null) return;
    places[place] = found;
    taken.add(found);
  };
  for (const [place, name] of columns.entries()) take(place, folded.indexOf(foldName(name)));
  const free = (meaning: Meaning): number =>
    meanings.findIndex((found, at) => found === meaning && !taken.has(at));
  for (const [place, name] of columns.entries()) {
    const meaning = meaningOf(name);
    if (meaning !== null) take(place, free(meaning));
  }
  for (const meaning of LIKE[meaningOf(columns[0] ?? '') ?? 'note'] ?? []) take(0, free(meaning));
  return places;
}

/** Separators that people use, the rarest inside values first. */
const USUAL_SEPARATORS = ['\t', '----', '---', '||', '::', ';', '|', ',', ':', ' '] as const;

/** How names of columns begin: nearly every other line is told from a heading by it. */
const BEGINNINGS = new Set([...MEANINGS.keys(), ...BESIDE].map(beginningOf));

/** The first letters of a line. */
export function beginningOf(text: string): string {
  const plain = /^[\x21-\x40]{0,3}([a-z]+)(?![^ -~\t])/i.exec(text);
  if (plain !== null) return plain[1]!.toLowerCase();
  const found = /\p{L}[\p{L}\p{M}]*/u.exec(text);
  return found === null ? '' : foldName(found[0]);
}

/** Whether a text begins as the name of a column does: tells nearly all accounts from headings at once. */
function mayName(text: string, columns: readonly string[]): boolean {
  const beginning = beginningOf(text.slice(0, LONGEST_NAME));
  return BEGINNINGS.has(beginning) || columns.some((name) => beginningOf(name) === beginning);
}

const LONGEST_HEADING = 1_000;

/** The names in a line that is a heading, whatever separates them; null where it is none. */
export function headingOf(
  text: string,
  separator: string,
  columns: readonly string[],
): readonly string[] | null {
  if (text.length > LONGEST_HEADING || text.includes('@')) return null;
  if (!mayName(text, columns)) return null;
  for (const one of [separator, ...USUAL_SEPARATORS]) {
    const values = text.split(one).map((value) => value.trim());
    if (values.length > 1 && isHeading(values, columns)) return values;
  }
  return columns.length < 2 && isHeading([text], columns) ? [text.trim()] : null;
}
