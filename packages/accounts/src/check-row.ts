import type { ImportForm, LineDoubt, Trait } from '@portside/contract';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import {
  readInOrder,
  readsAs,
  readValues,
  trimBlanks,
  withoutEnd,
  type AccountForm,
} from './account-form.ts';
import { withBirth } from './births.ts';
import { nothing, type CheckedRow, type RowFault } from './checked-row.ts';
import {
  ColumnOrders,
  hasHeader,
  headingOf,
  isHeading,
  isRefusedList,
  isSameHeading,
  meaningOf,
  ownRowsOf,
  productValue,
  sepOf,
  type Meaning,
} from './columns.ts';
import {
  faultOf,
  isDamaged,
  isDead,
  isDisfigured,
  isNoKey,
  isNothing,
  isRounded,
  isStateName,
} from './damage.ts';
import { dropInvisible, hasOddEnd, isEmptyToSee, isPlain } from './invisible.ts';
import {
  endsInBracket,
  IS_NO_ACCOUNT,
  isBesideJson,
  isListOfAccounts,
  isOneValue,
  isOpenValue,
  isOrnament,
  isPieceOfJson,
  isSum,
  joinJson,
  LINE_BREAK,
  MENDABLE,
  QuotedLines,
  startsAsJson,
  takeGuardOff,
  takeGuardsOff,
  takeLabelsOff,
  takeOwnGuardsOff,
} from './line-doubts.ts';
import { Numbering, takeNumberOff, withoutLead } from './numbering.ts';
import { hasEnd, isEmptyRow, LONGEST_ROW, type Row } from './row-reader.ts';
import { isSeveral, placesOf, PLAIN, UsualLines } from './usual-lines.ts';

/** Checks the rows of one file in their order, from its first or, of a later part, from any. */
export class RowChecker {
  readonly #form: ImportForm;
  readonly #account: AccountForm;
  readonly today: string;
  /** Whether a row that is the heading is a repetition. */
  #isPastHeading: boolean;
  readonly #usual: UsualLines;
  readonly #isCounted: boolean;
  readonly #numbering: Numbering;
  /** Places of values that are one word. */
  readonly #plain: readonly number[];
  readonly #meanings: readonly (Meaning | null)[];
  readonly #login: number;
  readonly #states: readonly number[];
  /** The order of the columns, which headings change. */
  readonly orders: ColumnOrders;
  readonly #quoted = new QuotedLines();
  /** Whether an account was before. */
  #isAmongAccounts: boolean;

  /** `today`: accounts are not born later; without it no value is a day. */
  constructor(form: ImportForm, account: AccountForm, isFirstPart = true, today = '') {
    this.#form = form;
    this.#account = account;
    this.today = today;
    this.#isAmongAccounts = !isFirstPart;
    this.#numbering = new Numbering(isFirstPart);
    this.#isPastHeading = !isFirstPart || (form.heading === undefined && !hasHeader(form));
    this.orders = new ColumnOrders(form, account.columns, this.#isPastHeading);
    this.#usual = new UsualLines(form.usual ?? [], account, form);
    this.#isCounted = form.is_counted === true && meaningOf(account.columns[0] ?? '') !== 'id';
    this.#meanings = account.columns.map(meaningOf);
    this.#login = account.columns.length > 1 ? placesOf(account.columns).login : -1;
    this.#states = account.columns.flatMap((name, at) => (isStateName(name) ? at : []));
    this.#plain = this.#meanings.flatMap((meaning, at) => (PLAIN.has(meaning) ? at : []));
  }

  /** Rows of a file's beginning have their lines' numbers, so that only its first line can be a `sep=`. */
  check(row: Row): CheckedRow {
    const checked = this.#check(row);
    const cells = () => (this.orders.isOther ? null : this.cellsOf(row, checked.text));
    return withBirth(checked, this.#form, { cells, today: this.today });
  }

  /** The values by whose place `born` names a line's day: without its number, whatever was answered about that. */
  cellsOf(row: Row, text: string): readonly string[] {
    const { separator } = this.#account;
    const isOff = !this.#isCounted || this.#form.doubts?.numbered === 'mend';
    return (
      row.fields ??
      (isOff ? text : (withoutLead(text) ?? takeNumberOff(text, separator) ?? text)).split(separator)
    );
  }

  #check(row: Row): CheckedRow {
    this.orders.begin(row.line);
    if (row.line === 1 && sepOf(row.text) !== null) return { ...nothing, what: 'sep line' };
    if (isEmptyRow(row)) return { ...nothing, what: 'blank' };
    if (!this.#isPastHeading && this.#isFirstHeading(row)) {
      this.#isPastHeading = true;
      this.orders.passFirst();
      return { ...nothing, what: 'heading' };
    }
    if (row.fields === null) return this.#checkText(row.text, row);
    const whose = this.#whose(row);
    if (whose !== 'own' && this.#isHeadingAgain(row)) this.orders.note(row.line, row.fields);
    if (whose === 'other') return { ...nothing, what: 'other product' };
    const checked = this.#checkTable(row, row.fields);
    return whose === 'nobody' && checked.fault === null
      ? { ...checked, fault: 'no product', isUnfit: true }
      : checked;
  }

  #whose(row: Row): 'own' | 'other' | 'nobody' {
    const rows = ownRowsOf(this.#form);
    if (rows === undefined) return 'own';
    const value = productValue(row, rows.column);
    if (rows.values.includes(value)) return 'own';
    return rows.holds_rest && !rows.others.includes(value) ? 'nobody' : 'other';
  }

  #isFirstHeading(row: Row): boolean {
    const { heading } = this.#form;
    return heading === undefined || isSameHeading(this.#fieldsOf(row), heading);
  }

  #fieldsOf(row: Row): readonly string[] {
    const { separator, columns } = this.#account;
    return row.fields ?? headingOf(row.text, separator, columns) ?? row.text.split(separator);
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
    const isOwnList = row.fields !== null && isRefusedList(this.#form.heading);
    const guarded = isOwnList ? takeOwnGuardsOff(text) : takeGuardsOff(text, this.#account);
    if (guarded !== null) {
      doubts.push('guard');
      if (this.#form.doubts?.guard === 'mend') text = guarded;
    }
    let fault: RowFault | null = null;
    const behind = this.#isCounted ? this.#numbering.take(text, row.line) : null;
    const unnumbered = behind ?? takeNumberOff(text, separator);
    if (unnumbered !== null || behind === undefined) {
      doubts.push('numbered');
      if (this.#form.doubts?.numbered === 'mend') {
        if (unnumbered === null) fault = 'numbered';
        else text = unnumbered;
      }
    }
    let values = readValues(text, this.#account);
    const named = takeLabelsOff(values);
    if (named !== null) {
      doubts.push('label');
      if (this.#form.doubts?.label === 'mend') {
        values = named;
        text = named.join(separator);
      }
    }
    const order = this.orders.now;
    if (this.#isHeadingAgain(row)) {
      doubts.push('heading');
      this.orders.note(row.line, this.#fieldsOf(row));
    } else if (this.orders.isOtherIn(() => this.#fieldsOf(row))) {
      doubts.push('other order');
      if (order && this.#form.doubts?.['other order'] === 'mend') {
        const mended = readInOrder(text, order, this.#account);
        if (typeof mended === 'string') fault = mended;
        else [values, text] = [mended, mended.join(separator)];
      }
    }
    const isHeadingRow = doubts.includes('heading');
    if (!isHeadingRow && isSum(text)) doubts.push('sum');
    else if (!isHeadingRow && (isOrnament(text, values, columns) || isOneValue(values, columns)))
      doubts.push('ornament');
    const isCutOff = this.#form.is_cut_off === true && !hasEnd(row);
    const isOpen = this.#isAnyOpen(row.text, values) || endsInBracket(text, separator);
    const isQuoted = this.#quoted.isPart(row.line, text);
    if (isOpen || isCutOff || isQuoted || isPieceOfJson(text)) doubts.push('open value');
    this.#pushOddValues(row, values, doubts);
    const isCut = isOpen && this.#isUndecided() && !this.#isAnyOpen(text, readValues(text, this.#withRest));
    const isWider = columns.length > 1 && text.split(separator).length > columns.length;
    if (isWider && this.#form.surplus === 'refuse') doubts.push('surplus');
    const mayBePacked =
      (isWider || columns.length === 1) && !doubts.some((doubt) => IS_NO_ACCOUNT.has(doubt));
    const isPacked = (mayBePacked && isSeveral(text, this.#account)) || isListOfAccounts(text);
    if (isPacked || (!isPlain(text) && hasOddEnd(text) && !values.some(startsAsJson))) doubts.push('several');
    const lacks = row.lines === 1 ? this.#lackedBy(text, values, row, doubts) : null;
    const found = { text, values, doubts, isWider, isCut, isMended: false, isJoined: false, lacks };
    return this.#decide(found, fault);
  }

  #lackedBy(line: string | null, values: readonly string[], row: Row, doubts: LineDoubt[]): Trait | null {
    if (!doubts.every((doubt) => doubt === 'other order' && this.orders.isUnknown)) return null;
    const lacks = this.#usual.lackedBy(line, values);
    if (lacks !== null) doubts.push('unlike');
    if (lacks === 'no names' && this.#isAmongAccounts && this.#form.doubts?.unlike !== 'sell')
      this.orders.noteWords(row.line, this.#fieldsOf(row));
    if (lacks === null) this.orders.keepShape(() => this.#fieldsOf(row));
    this.#isAmongAccounts ||= lacks === null;
    return lacks;
  }

  #isAnyOpen(text: string, values: readonly string[]): boolean {
    const mayBe = text.includes('[') || text.includes('{');
    return mayBe && values.some((value, at) => isOpenValue(value, this.#plain.includes(at)));
  }

  /** What programs have made of values, or put behind them. */
  #pushOddValues(row: Row, values: readonly string[], doubts: LineDoubt[]): void {
    const isPlainText = isPlain(row.text);
    if (values.some((value, at) => isBesideJson(value, this.#plain.includes(at)))) doubts.push('beside JSON');
    if (values.some(isRounded)) doubts.push('rounded');
    if (
      values.some((value) => isDamaged(value, isPlainText)) ||
      this.#plain.some((at) => isDisfigured(values[at] ?? '')) ||
      (!doubts.includes('open value') && values.some((value, at) => this.#isMissing(value, at)))
    )
      doubts.push('damaged');
    if (isDead(values, this.#states, row.fields ?? [], this.#form)) doubts.push('dead');
  }

  /** Whether a word or a sign for nothing is in the place of what nobody signs in without. */
  #isMissing(value: string, at: number): boolean {
    return (at === this.#login && value !== '' && isNothing(value)) || isNoKey(value, this.#meanings[at]);
  }

  /** Whether further values have fields of their own only because nobody said whose they are. */
  #isUndecided(): boolean {
    const { surplus, columns } = this.#account;
    return surplus === 'further' && columns.length > 1 && this.#form.surplus !== 'further';
  }

  /** As if values beyond the columns were the last one's. */
  get #withRest(): AccountForm {
    return { ...this.#account, surplus: 'last' };
  }

  #checkTable(row: Row, fields: readonly string[]): CheckedRow {
    const form = this.#form as Extract<ImportForm, { kind: 'csv' }>;
    const { separator, columns } = this.#account;
    if (row.skippedBytes > 0 || row.text.length > LONGEST_ROW) return this.#refuse(row.text, 'too long');
    if (row.isOpen) return this.#refuse(row.text, row.text.length > LONGEST_LINE ? 'too long' : 'open quote');
    if (form.columns?.length === 1 && columns.length > 1) {
      const line = fields[form.columns[0]!];
      if (line === undefined) return this.#refuse(row.text, 'column missing');
      if (LINE_BREAK.test(line)) return this.#refuse(line, 'line break');
      return this.#checkText(line, row);
    }
    const doubts: LineDoubt[] = [];
    if (this.#isHeadingAgain(row)) {
      doubts.push('heading');
      this.orders.note(row.line, this.#fieldsOf(row));
    } else if (this.orders.isOtherIn(() => this.#fieldsOf(row))) doubts.push('other order');
    const filled = fields.filter((field) => field.trim() !== '').join(' ');
    const sold = this.#soldFields(row, fields, doubts);
    const isHeadingRow = doubts.includes('heading');
    if (!isHeadingRow && isSum(filled)) doubts.push('sum');
    let [isMended, isJoined] = [false, false];
    const named = isHeadingRow ? null : takeLabelsOff(sold.values);
    if (named !== null) doubts.push('label');
    const fieldsSold = named !== null && form.doubts?.label === 'mend' ? named : sold.values;
    const values = fieldsSold.map((field) => {
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
    if (this.#isAnyOpen(row.text, values) || (form.is_cut_off === true && !hasEnd(row)))
      doubts.push('open value');
    this.#pushOddValues(row, values, doubts);
    const read = this.#account.keeps_blanks ? values : values.map(trimBlanks);
    const lacks = this.#lackedBy(null, read, row, doubts);
    const text = values.join(separator);
    const expected = withoutEnd(read, columns.length);
    // A row that is sold whole has as many values as it has cells, not one.
    const surplus = columns.length === 0 && values.length > 1 ? 'further' : this.#account.surplus;
    const fallsApart = !readsAs(text, expected, { ...this.#account, surplus });
    const isCut = fallsApart && this.#isUndecided() && readsAs(text, expected, this.#withRest);
    const fault = LINE_BREAK.test(text)
      ? 'line break'
      : sold.isMissing
        ? 'column missing'
        : fallsApart
          ? 'separator in a field'
          : null;
    const found = { text, values: expected, doubts, isWider: sold.isWider, isCut, isMended, isJoined, lacks };
    return this.#decide(found, fault);
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
    const mended = form.doubts?.['other order'] === 'mend' ? this.orders.now : null;
    const wanted = mended?.columns ?? form.columns;
    const last = wanted.at(-1)!;
    const takesRest = form.surplus === 'last' && last === Math.max(...wanted);
    const width =
      mended?.width ?? form.width ?? form.heading?.length ?? (form.surplus === 'last' ? last + 1 : undefined);
    const values = wanted.flatMap((column) => fields[column] ?? []);
    const isMissing = values.length < wanted.length;
    const isWider = width === undefined ? fields.length > Math.max(...wanted) + 1 : fields.length > width;
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
    if (answer !== 'mend') return answer === 'sell';
    return MENDABLE.has(doubt) && !(doubt === 'other order' && this.orders.isUnknown);
  }

  /** All the values that the product names, the first two of them with something to see. */
  #isWhole(values: readonly string[]): boolean {
    const wanted = Math.max(1, this.#account.columns.length);
    return values.length >= wanted && !values.slice(0, Math.min(2, wanted)).some(isEmptyToSee);
  }
}
