import type { ImportForm, OwnRows } from '@portside/contract';
import { ColumnShapes, trimBlanks } from './account-form.ts';
import type { Survey } from './findings.ts';
import type { Row } from './row-reader.ts';

/**
 * What columns are called, in the languages that suppliers write. Two names of one meaning are one column; a name of
 * several words has the meaning of its words together.
 */
const WORDS = {
  account:
    'account accounts login logins user username usuario usuário usuaria conta cuenta acct acc nick nickname nombre ' +
    'userid uid логин аккаунт аккаунты учетка учётка пользователь юзер имя konto konten benutzer benutzername ' +
    'anmeldename nutzer nutzername compte identifiant utilisateur 账号 帐号 卡号 账户 帐户 用户名 用户 登录名 登录账号 登錄名 帳號 帳戶 ' +
    'pengguna namapengguna gebruiker gebruikersnaam användare användarnamn utilizator uživatel käyttäjätunnus ชื่อผู้ใช้ نامکاربری उपयोगकर्तानाम ' +
    'utente nomeutente kullanıcı kullanıcıadı kullanici kullaniciadi hesap użytkownik uzytkownik nazwaużytkownika логін ' +
    'користувач tàikhoản taikhoan ユーザー ユーザー名 アカウント ログイン 아이디 계정 사용자 사용자명 المستخدم اسمالمستخدم الحساب',
  password:
    'password passwort kennwort pass passwd pwd pw psw senha senhas contraseña contrasena clave пароль пароли pin ' +
    'parola hasło haslo şifre sifre mậtkhẩu matkhau パスワード 비밀번호 암호 كلمةالمرور كلمةالسر katasandi sandi wachtwoord lösenord passord parolă heslo salasana รหัสผ่าน رمزعبور पासवर्ड motdepasse 卡密 密码 密碼 登录密码 口令',
  mail:
    'mail email emails mailbox correo correio почта эмейл емейл имейл мейл мэйл адрес ящик adresse mailadresse ' +
    'emailadresse courriel postfach eposta poczta пошта メール メールアドレス 이메일 메일 البريد البريدالإلكتروني 邮箱 郵箱 邮件 電郵 电邮 信箱 邮箱账号 ' +
    '電子郵件 電子信箱 电子邮件 电子邮箱 surel sähköposti อีเมล ایمیل ईमेल',
  'mail password': 'emailpass emailpassword mailpass mailpassword 邮箱密码 郵箱密碼 邮件密码',
  phone:
    'phone tel telephone mobile telefone telefono teléfono celular cellulare sđt điệnthoại 電話番号 전화번호 الهاتف телефон тел номер telefon handy 手机 手机号 手機 电话 電話',
  code: '2fa twofa totp otp secret факода 二次验证 验证码 密钥 谷歌验证',
  cookies: 'cookie cookies куки кукисы',
  token: 'token tokens access refresh токен токены 令牌',
  client: 'clientid appid applicationid',
  recovery:
    'recovery backup rescue recuperação recuperacao recuperacion recuperación резервная резервный резерв восстановление wiederherstellung 辅助邮箱 辅邮 辅助 备用邮箱 khôiphục emailkhôiphục mailkhôiphục khoiphuc emailkhoiphuc',
  host: 'host hostname server ip хост сервер айпи 主机 服务器 servidor',
  port: 'port порт 端口 puerto porta',
  proxy: 'proxy proxies прокси 代理 代理ip',
  agent: 'useragent ua agent',
  country: 'country geo region país pais страна гео land 国家 地区',
  note: 'note notes comment comments remark remarks nota notas observação observacao comentario comentário заметка заметки примечание комментарий notiz bemerkung 备注 備註 说明',
  id: 'id ids no nr num number número numero № номер 编号 序号 index idx row line seq serial s/n sn lp п/п пп noпп 番号 번호 stt',
  date: 'date created registered birthday birth dob data fecha дата datum geburtstag 日期 生日 注册时间',
  sex: 'gender sex пол geschlecht 性别',
  name: 'name names nome имена фамилия vorname nachname 姓名 名字',
  price: 'price preço precio цена preis 价格 balance saldo баланс остаток 余额 guthaben',
  status: 'status state статус estado situação situacao состояние 状态 狀態',
  link: 'link url profile ссылка профиль profil 链接 网址',
} as const;

export type Meaning = keyof typeof WORDS;

/** Words that only stand beside another one: `recovery address`, `кодовое слово`. */
const BESIDE = new Set(
  'the of for and e de da do la el адреса ip key код code code1 codes keys address addresses date type full first last e-mail electrónico electronico eletrônico eletronico от de аккаунта tài mật điện số كلمة اسم adı'.split(
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
  if (/^\s*[#№]\s*$/.test(value)) return 'id';
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
const WORD = /^\p{L}[\p{L}\p{M}\s_\-./()?%$€&+*#:'’]{0,39}$/u;

/**
 * Whether the values are names of columns: each that is not empty, or, where login and password are among them, at least
 * a third of them beside other words. Of a single one it is hard to say.
 */
export function isHeading(values: readonly string[], columns: readonly string[]): boolean {
  if (!values.some((value) => mayName(value, columns))) return false;
  let [names, others] = [0, 0];
  const meanings = new Set<Meaning | null>();
  for (const [at, value] of values.entries()) {
    if (value.trim() === '') continue;
    // `2FA: no` says what accounts have; numbers of rows come first.
    const isNo = at > 0 && /^\s*no\s*$/i.test(value);
    if (!isNo && isColumnName(value, columns)) {
      names += 1;
      meanings.add(meaningOf(value));
    } else if (WORD.test(value.trim())) others += 1;
    else return false;
  }
  const keys = [...meanings].filter((one) => KEYS.has(one));
  // `ana:password:user` may be an account.
  const isInOrder = keys[0] !== 'password' || mayName(values[0] ?? '', columns);
  if (others > 0) return others <= names * 2 && isInOrder && keys.length > 1 && keys.includes('password');
  // `Password: pass1` says one thing twice.
  if (names > 1 && meanings.size === 1 && !meanings.has(null)) return false;
  return names >= Math.min(2, Math.max(1, columns.length));
}

const KEYS = new Set<Meaning | null>(['account', 'mail', 'phone', 'password']);

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

/** The product's columns that the heading names elsewhere than the form maps them, or not at all. */
export function unmappedOf(form: ImportForm, columns: readonly string[]): readonly string[] {
  if (form.heading === undefined) return [];
  const places = mapByHeading(form.heading, columns);
  const chosen = form.kind === 'csv' ? form.columns : undefined;
  return columns.filter((_, at) => places[at] === null || places[at] !== (chosen ? chosen[at] : at));
}

/** The table's columns that are not sold though rows have values there, by their names or numbers. */
export function leftOutOf(form: ImportForm, found: Survey['columnValues']): readonly string[] {
  if (form.kind === 'text' || form.columns === undefined || form.width === undefined) return [];
  const { columns, heading } = form;
  return Array.from({ length: form.width }, (_, at) => at)
    .filter((at) => !columns.includes(at) && (heading?.[at] || !isEmpty(found[at])))
    .map((at) => heading?.[at] || String(at + 1));
}

/** Which rows of a table are an import's; undefined for all. */
export const ownRowsOf = (form: ImportForm): OwnRows | undefined =>
  form.kind === 'csv' ? form.own_rows : undefined;

/** What a row of a table says of its product; empty where it has no such column. */
export const productValue = ({ fields }: Row, column: number): string => trimBlanks(fields?.[column] ?? '');

const isEmpty = (values: Survey['columnValues'][number] = null): boolean =>
  values?.length === 1 && values[0]!.value === '';

/** Whether whatever is left of a row may be its last sold column's: nothing that is not sold is behind that. */
export const hasPlainRest = (form: ImportForm): boolean =>
  form.kind === 'csv' && form.width !== undefined && form.columns?.at(-1) === form.width - 1;

/** The heading of the shop's own lists of refused lines: their last column has the line. */
const REFUSED_HEADING = ['line', 'fault', 'text'];

export const isRefusedList = (heading: readonly string[] | undefined): boolean =>
  heading !== undefined && isSameHeading(heading, REFUSED_HEADING);

/** Whether a table's first row names its columns. */
export const hasHeader = (form: ImportForm): boolean => form.kind === 'csv' && form.has_header;

const SEP_LINE = /^"?sep=(.{1,8}?)"?$/iu;

/** The delimiter that a first line names for spreadsheets. */
export const sepOf = (text: string): string | null => SEP_LINE.exec(text)?.[1] ?? null;

const meaningsIn = (name: string): Meaning[] =>
  (meaningOf(name) === null ? name.split(/\s+/) : [name]).flatMap((word) => meaningOf(word) ?? []);

/** Whether a column that is not sold is called like one that is: either may be meant. */
export function isNamedTwice(form: ImportForm): boolean {
  const { heading = [] } = form;
  const sold = form.kind === 'csv' ? (form.columns ?? []) : [];
  const meanings = new Set(sold.map((at) => meaningOf(heading[at] ?? '')));
  return heading.some((name, at) => !sold.includes(at) && meaningsIn(name).some((one) => meanings.has(one)));
}

/** Separators that people use, the rarest inside values first. */
const USUAL_SEPARATORS = ['\t', '----', '---', '||', '::', ';', '|', ',', ':', ' '] as const;

/** How names of columns begin: nearly every other line is told from a heading by it. */
const BEGINNINGS = new Set([...MEANINGS.keys(), ...BESIDE].map(beginningOf));

/** The first letters of a line. */
export function beginningOf(text: string): string {
  const plain = /^[\x21-\x40]{0,3}([a-z]+)(?![^ -~\t])/i.exec(text);
  if (plain !== null) return plain[1]!.toLowerCase();
  return foldName(/\p{L}[\p{L}\p{M}]*/u.exec(text)?.[0] ?? '');
}

/** Whether a text begins as the name of a column does: tells nearly all accounts from headings at once. */
function mayName(text: string, columns: readonly string[]): boolean {
  const beginning = beginningOf(text.slice(0, LONGEST_NAME));
  return BEGINNINGS.has(beginning) || columns.some((name) => beginningOf(name) === beginning);
}

const LONGEST_HEADING = 1_000;

/** No name of a column does, unless one of the product's own. */
const holdsFigure = (text: string, columns: readonly string[]): boolean =>
  FIGURE.test(text) && !columns.some((name) => FIGURE.test(name));
const FIGURE = /\d{3}/;

/** The names in a line that is a heading, whatever separates them; null where it is none. */
export function headingOf(
  text: string,
  separator: string,
  columns: readonly string[],
): readonly string[] | null {
  if (text.length > LONGEST_HEADING || text.includes('@') || holdsFigure(text, columns)) return null;
  if (![text, ...text.split(separator)].some((value) => mayName(value, columns))) return null;
  for (const one of [separator, ...USUAL_SEPARATORS]) {
    const values = text.split(one).map((value) => value.trim());
    if (values.length > 1 && isHeading(values, columns)) return values;
  }
  return columns.length < 2 && !/\d$/.test(text) && isHeading([text], columns) ? [text.trim()] : null;
}

/** A heading further down from which on the columns are in another order, or in the first one again. */
type LaterHeading = NonNullable<ImportForm['later_headings']>[number];

/** Without columns where nobody knows the names: the rows may be in any order. */
type Order = { readonly columns: readonly number[]; readonly width: number };

/** Keeps which order a file's columns are in, from row to row: a heading further down may change it. */
export class ColumnOrders {
  readonly #form: ImportForm;
  readonly #columns: readonly string[];
  readonly #isPastHeading: boolean;
  /** Undefined until the first row tells which part of the file this is. */
  #now: Order | null | undefined;
  readonly #later: LaterHeading[] = [];
  /** Whether the form has no room for what is noted here: a later part of the file could not tell the order. */
  #isBeyond = false;
  #words = 0;
  readonly #shapes = new ColumnShapes();
  /** How it was before words that the next row may show to be an account. */
  #doubted: { readonly now: Order | null | undefined; readonly later: number } | null = null;
  /** Whether words were no heading after all. */
  hasAccountOfWords = false;
  /** Whether rows can be put in order by a heading of theirs. */
  canMend = false;

  constructor(form: ImportForm, columns: readonly string[], isPastHeading: boolean) {
    this.#form = form;
    this.#columns = columns;
    this.#isPastHeading = isPastHeading;
  }

  /** Where the rows to come have the account's columns; null as the form says. */
  get now(): Order | null {
    return this.isUnknown ? null : (this.#now ?? null);
  }

  /** Whether the rows to come are in another order, or in one that nobody knows. */
  get isOther(): boolean {
    return this.isUnknown || this.now !== null;
  }

  /** The same of a row. It is in the order of those before if its values have what only those columns have. */
  isOtherIn(fields: () => readonly string[]): boolean {
    const former = this.#doubted;
    this.#doubted = null;
    if (former !== null && this.#shapes.areIn(fields())) {
      this.#now = former.now;
      this.#later.length = former.later;
      this.#words -= 1;
      this.hasAccountOfWords = true;
    }
    return this.isOther;
  }

  /** Of an account in the form's order. */
  keepShape(fields: () => readonly string[]): void {
    if (!this.isOther) this.#shapes.add(fields);
  }

  get isUnknown(): boolean {
    return this.#isBeyond || this.#now?.columns.length === 0;
  }

  get laterHeadings(): readonly LaterHeading[] {
    return this.#later;
  }

  begin(line: number): void {
    const last = (this.#form.later_headings ?? this.#later)[MOST_ORDERS - 1];
    this.#isBeyond = last !== undefined && line > last.line;
    if (this.#isBeyond) this.canMend = false;
    if (this.#now === undefined) {
      this.#now = this.#before(line);
      this.canMend ||= this.#now !== null && this.#now.columns.length > 0;
    }
  }

  /** The form's own heading. */
  passFirst(): void {
    this.#now = null;
  }

  note(line: number, heading: readonly string[]): void {
    const order = this.#orderOf(heading);
    if (JSON.stringify(order) === JSON.stringify(this.#now ?? null)) return;
    this.#now = order;
    this.canMend ||= order !== null && order.columns.length > 0;
    if (this.#later.length < MOST_ORDERS)
      this.#later.push({ line, heading: heading.map((name) => name.trim().slice(0, LONGEST_NAME)) });
  }

  /**
   * Words only, as names of columns are in a language that nobody here knows; where many lines are such, they are accounts.
   * The form of a surveyed file says which are headings.
   */
  noteWords(line: number, words: readonly string[]): void {
    if (new Set(words).size < words.length) return;
    this.#words += 1;
    const listed = this.#form.later_headings;
    const heading = listed ? listed.find((one) => one.line === line)?.heading : words;
    const former = { now: this.#now, later: this.#later.length };
    const wasUnknown = this.isUnknown;
    if (heading && (listed || this.#words <= MOST_UNKNOWN + 1))
      this.note(line, this.#words > MOST_UNKNOWN && !listed ? [] : heading);
    // What is listed was decided by the whole file.
    if (!listed && !wasUnknown && this.isUnknown) this.#doubted = former;
  }

  /** Rows before a heading that has the columns in another order than the product may have them in the product's. */
  #before(line: number): Order | null {
    const form = this.#form;
    const later = form.later_headings?.findLast((one) => one.line < line);
    if (later !== undefined) return this.#orderOf(later.heading);
    if (this.#isPastHeading || form.kind === 'text' || form.columns === undefined) return null;
    const { columns, width } = form;
    const isInOrder = columns.every((column, at) => at === 0 || column > columns[at - 1]!);
    return isInOrder || width !== columns.length ? null : { columns: columns.map((_, at) => at), width };
  }

  /** Null for the order of the form. */
  #orderOf(heading: readonly string[]): Order | null {
    const { kind } = this.#form;
    const chosen = (kind === 'csv' && this.#form.columns) || this.#columns.map((_, at) => at);
    const places = mapByHeading(heading, this.#columns).slice(0, chosen.length);
    if (places.length > 1 && heading.length > 1 && places.every((place) => place === null)) {
      const isFirst = this.#form.heading !== undefined && isSameHeading(heading, this.#form.heading);
      return isFirst ? null : { columns: [], width: heading.length };
    }
    if (places.every((place, at) => place === null || place === chosen[at])) return null;
    return { columns: places.map((place) => place ?? heading.length), width: heading.length };
  }
}

/** A form has no more of them. */
const MOST_ORDERS = 200;
/** So many headings of unknown words are believed. */
const MOST_UNKNOWN = 2;
