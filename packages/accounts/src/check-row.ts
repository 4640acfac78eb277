import type { ImportForm, LineDoubt, LineFault } from '@portside/contract';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import { readValues, trimBlanks, usualSurplus, type AccountForm } from './account-form.ts';
import { headingOf, isHeading, isSameHeading } from './columns.ts';
import { dropInvisible, isEmptyToSee, isPlain } from './invisible.ts';
import {
  isOpenValue,
  isOrnament,
  isPieceOfJson,
  isRounded,
  isSum,
  takeGuardOff,
  takeNumberOff,
} from './line-doubts.ts';
import { LONGEST_ROW, type Row } from './row-reader.ts';

/** How a product's accounts are written. */
export type ProductForm = Pick<AccountForm, 'separator' | 'columns'>;

/** How the accounts of an import will be read: as its product has them now, and as its file's form answers. */
export const accountFormOf = ({ separator, columns }: ProductForm, form: ImportForm | null): AccountForm => ({
  separator,
  columns,
  surplus: form?.surplus === undefined || form.surplus === 'refuse' ? usualSurplus(separator) : form.surplus,
  keeps_blanks: form?.keeps_blanks ?? false,
});

/** Why a row is not sold, by itself. */
type RowFault = Exclude<LineFault, 'duplicate'>;

/** A row by the rules of its import. */
export type CheckedRow = {
  /** A heading and a `sep=` line are no accounts, and counted as blank. */
  readonly what: 'blank' | 'heading' | 'sep line' | 'line';
  /** What is sold, if it has no fault. */
  readonly text: string;
  readonly values: readonly string[];
  readonly fault: RowFault | null;
  /** Whether no answer makes it an account. */
  readonly isUnfit: boolean;
  /** All that may be asked about it, answered or not. */
  readonly doubts: readonly LineDoubt[];
  /** More values than the account has columns; of a table, also those that are not sold. */
  readonly isWider: boolean;
  /** A guard that was taken off for certain, JSON that was joined on one line. */
  readonly isMended: boolean;
  readonly isJoined: boolean;
};

/** The heading of the shop's own lists of refused lines: their last column has the line. */
const REFUSED_HEADING = ['line', 'fault', 'text'];

export const isRefusedList = (heading: readonly string[] | undefined): boolean =>
  heading !== undefined && isSameHeading(heading, REFUSED_HEADING);

const SEP_LINE = /^"?sep=(.{1,8}?)"?$/iu;

/** The delimiter that a first line names for spreadsheets. */
export const sepOf = (text: string): string | null => SEP_LINE.exec(text)?.[1] ?? null;

const LINE_BREAK = /[\r\n]/;
const CONTROLS = /[^\P{Cc}\t]/u;
const NOT_UTF8 = '\ufffd';

/** Doubts about what the line is at all; others are about a value of an account. */
const IS_NO_ACCOUNT = new Set<LineDoubt>(['heading', 'sum', 'ornament']);

/** What can be taken off, so that an account is left. */
const MENDABLE = new Set<LineDoubt>(['guard', 'numbered']);

const nothing = {
  text: '',
  values: [],
  fault: null,
  isUnfit: false,
  doubts: [],
  isWider: false,
  isMended: false,
  isJoined: false,
};

/** Checks the rows of one file in their order, from its first or, of a later part, from any. */
export class RowChecker {
  readonly #form: ImportForm;
  readonly #account: AccountForm;
  /** Whether a row that is the heading is a repetition. */
  #isPastHeading: boolean;

  constructor(form: ImportForm, account: AccountForm, isFirstPart = true) {
    this.#form = form;
    this.#account = account;
    this.#isPastHeading = !isFirstPart || (form.heading === undefined && !hasHeader(form));
  }

  /** Rows of a file's beginning have their lines' numbers, so that only its first line can be a `sep=`. */
  check(row: Row): CheckedRow {
    if (row.line === 1 && sepOf(row.text) !== null) return { ...nothing, what: 'sep line' };
    if (isEmptyRow(row)) return { ...nothing, what: 'blank' };
    if (!this.#isPastHeading && this.#isFirstHeading(row)) {
      this.#isPastHeading = true;
      return { ...nothing, what: 'heading' };
    }
    return row.fields === null ? this.#checkText(row.text, row) : this.#checkTable(row, row.fields);
  }

  #isFirstHeading(row: Row): boolean {
    const { heading } = this.#form;
    if (heading === undefined) return true;
    return isSameHeading(this.#fieldsOf(row), heading);
  }

  #fieldsOf(row: Row): readonly string[] {
    if (row.fields !== null) return row.fields;
    return (
      headingOf(row.text, this.#account.separator, this.#account.columns) ??
      row.text.split(this.#account.separator)
    );
  }

  #isHeadingAgain(row: Row): boolean {
    const { heading } = this.#form;
    const { columns, separator } = this.#account;
    if (heading !== undefined && isSameHeading(this.#fieldsOf(row), heading)) return true;
    return row.fields === null
      ? headingOf(row.text, separator, columns) !== null
      : isHeading(row.fields, columns);
  }

  #checkText(source: string, row: Row): CheckedRow {
    if (source.length > LONGEST_LINE || row.skippedBytes > 0) return this.#refuse(source, 'too long');
    const { separator, columns } = this.#account;
    const doubts: LineDoubt[] = [];
    let text = this.#form.drops_invisible === true ? dropInvisible(source) : source;
    const guarded = this.#findGuards(text, row);
    if (guarded !== null) {
      doubts.push('guard');
      if (this.#form.doubts?.guard === 'mend') text = guarded;
    }
    const unnumbered = takeNumberOff(text);
    if (unnumbered !== null) {
      doubts.push('numbered');
      if (this.#form.doubts?.numbered === 'mend') text = unnumbered;
    }
    const values = readValues(text, this.#account);
    if (this.#isHeadingAgain(row)) doubts.push('heading');
    else if (isSum(text)) doubts.push('sum');
    else if (isOrnament(text, values, columns)) doubts.push('ornament');
    if (values.some(isOpenValue) || isPieceOfJson(text)) doubts.push('open value');
    if (values.some(isRounded)) doubts.push('rounded');
    const isWider = columns.length > 1 && text.split(separator).length > columns.length;
    if (isWider && this.#form.surplus === 'refuse') doubts.push('surplus');
    return this.#decide({ text, values, doubts, isWider, isMended: false, isJoined: false }, null);
  }

  /** The line without its guards; null where it has none. */
  #findGuards(text: string, row: Row): string | null {
    if (row.fields !== null && isRefusedList(this.#form.heading)) {
      const plain = text.replaceAll(/(?<=^|[;\t])'(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu, '');
      return plain === text ? null : plain;
    }
    if (!/["'=]/.test(text)) return null;
    if (isPieceOfJson(text)) return null;
    const { separator } = this.#account;
    const values = readValues(text, { ...this.#account, keeps_blanks: true });
    let isGuarded = false;
    const plain = values.map((value) => {
      const found = takeGuardOff(value, false);
      isGuarded ||= found !== null;
      return found === null ? value : found.value;
    });
    if (isGuarded) return plain.join(separator);
    // The whole line in quotes, as an export of one column has it.
    const whole = values.length > 1 ? takeGuardOff(text, false) : null;
    return whole !== null && text.trimStart().startsWith('"') ? whole.value : null;
  }

  #checkTable(row: Row, fields: readonly string[]): CheckedRow {
    const form = this.#form as Extract<ImportForm, { kind: 'csv' }>;
    const { separator, columns } = this.#account;
    if (row.skippedBytes > 0 || row.text.length > LONGEST_ROW) return this.#refuse(row.text, 'too long');
    if (row.isOpen) return this.#refuse(row.text, row.text.length > LONGEST_LINE ? 'too long' : 'open quote');
    const isWhole = form.columns?.length === 1 && columns.length > 1;
    if (isWhole) {
      const line = fields[form.columns![0]!];
      if (line === undefined) return this.#refuse(row.text, 'column missing');
      if (LINE_BREAK.test(line)) return this.#refuse(line, 'line break');
      return this.#checkText(line, row);
    }
    const doubts: LineDoubt[] = [];
    if (this.#isHeadingAgain(row)) doubts.push('heading');
    const filled = fields.filter((field) => field.trim() !== '').join(' ');
    const sold = this.#soldFields(row, fields, doubts);
    const isHeadingRow = doubts.includes('heading');
    if (!isHeadingRow && isSum(filled)) doubts.push('sum');
    let isMended = false;
    let isJoined = false;
    const values = sold.values.map((field) => {
      let value = this.#form.drops_invisible === true ? dropInvisible(field) : field;
      const guard = takeGuardOff(value, true);
      if (guard !== null && (guard.isCertain || form.doubts?.guard === 'mend')) value = guard.value;
      if (guard !== null && !guard.isCertain && !doubts.includes('guard')) doubts.push('guard');
      isMended ||= guard?.isCertain === true;
      const joined = joinJson(value);
      isJoined ||= joined !== value;
      return joined;
    });
    if (!isHeadingRow && !doubts.includes('sum') && isOrnament(filled, values, columns))
      doubts.push('ornament');
    if (values.some(isOpenValue)) doubts.push('open value');
    if (values.some(isRounded)) doubts.push('rounded');
    const text = values.join(separator);
    const read = readValues(text, this.#account);
    const expected = this.#account.keeps_blanks ? values : values.map(trimBlanks);
    const fallsApart = read.length !== expected.length || read.some((value, at) => value !== expected[at]);
    const fault = LINE_BREAK.test(text)
      ? 'line break'
      : sold.isMissing
        ? 'column missing'
        : fallsApart
          ? 'separator in a field'
          : null;
    return this.#decide({ text, values: expected, doubts, isWider: sold.isWider, isMended, isJoined }, fault);
  }

  /** The fields that are sold, in the account's order; what is in doubt about their number is added. */
  #soldFields(
    row: Row,
    fields: readonly string[],
    doubts: LineDoubt[],
  ): { readonly values: readonly string[]; readonly isMissing: boolean; readonly isWider: boolean } {
    const form = this.#form as Extract<ImportForm, { kind: 'csv' }>;
    const { columns } = this.#account;
    if (form.columns === undefined) {
      const most = Math.max(1, columns.length);
      const isWider = columns.length > 0 && fields.length > most;
      if (form.width !== undefined && fields.length !== form.width) doubts.push('row width');
      else if (isWider && (form.surplus === undefined || form.surplus === 'refuse')) doubts.push('surplus');
      const takesRest = isWider && form.surplus === 'last';
      const values = takesRest
        ? [...fields.slice(0, most - 1), row.text.slice(row.starts[most - 1])]
        : fields;
      return { values, isMissing: false, isWider };
    }
    const last = form.columns.at(-1)!;
    const takesRest = form.surplus === 'last' && last === Math.max(...form.columns);
    const width = form.width ?? form.heading?.length ?? (form.surplus === 'last' ? last + 1 : undefined);
    const values = form.columns.flatMap((column) => fields[column] ?? []);
    const isMissing = values.length < form.columns.length;
    const isWider =
      width === undefined ? fields.length > Math.max(...form.columns) + 1 : fields.length > width;
    if (isWider && takesRest && width === last + 1)
      return { values: [...values.slice(0, -1), row.text.slice(row.starts[last])], isMissing, isWider };
    if (isWider && form.surplus === 'refuse') doubts.push('surplus');
    else if (width !== undefined && fields.length !== width && !isMissing) doubts.push('row width');
    return { values, isMissing, isWider };
  }

  #refuse(text: string, fault: RowFault): CheckedRow {
    return {
      ...nothing,
      what: 'line',
      text,
      values: readValues(text.slice(0, LONGEST_LINE), this.#account),
      fault,
      isUnfit: true,
    };
  }

  #decide(found: Omit<CheckedRow, 'what' | 'fault' | 'isUnfit'>, tableFault: RowFault | null): CheckedRow {
    const { text, values, doubts } = found;
    const unfit = faultOf(text) ?? tableFault ?? (this.#isWhole(values) ? null : ('column missing' as const));
    const open = doubts.filter((doubt) => !this.#isLifted(doubt));
    const fault = open.find((doubt) => IS_NO_ACCOUNT.has(doubt)) ?? unfit ?? open[0] ?? null;
    return { ...found, what: 'line', fault, isUnfit: unfit !== null };
  }

  #isLifted(doubt: LineDoubt): boolean {
    const answer = this.#form.doubts?.[doubt];
    return answer === 'sell' || (answer === 'mend' && MENDABLE.has(doubt));
  }

  /** All the values that the product names, the first two of them with something to see. */
  #isWhole(values: readonly string[]): boolean {
    const wanted = Math.max(1, this.#account.columns.length);
    return values.length >= wanted && !values.slice(0, Math.min(2, wanted)).some(isEmptyToSee);
  }
}

const hasHeader = (form: ImportForm): boolean => form.kind === 'csv' && form.has_header;

const isEmptyRow = ({ text, fields }: Row): boolean =>
  fields === null || fields.length < 2 ? isEmptyToSee(text) : fields.every((field) => isEmptyToSee(field));

function faultOf(text: string): RowFault | null {
  if (text.length > LONGEST_LINE) return 'too long';
  if (isPlain(text)) return null;
  if (text.includes(NOT_UTF8) || !text.isWellFormed()) return 'not UTF-8';
  return CONTROLS.test(text.replaceAll(/[\r\n]/g, '')) ? 'control characters' : null;
}

/** A value of JSON over several lines, on one; any other as it is. JSON's strings hold no line breaks. */
function joinJson(value: string): string {
  if (!LINE_BREAK.test(value) || !/^\s*[[{]/.test(value)) return value;
  try {
    JSON.parse(value);
  } catch {
    return value;
  }
  return value.trim().replaceAll(/[ \t]*[\r\n]+[ \t\r\n]*/g, '');
}
