import type { ImportForm, LineDoubt, Trait } from '@portside/contract';
import { type AccountForm, type ProductForm, accountFormOf, hasBlanks } from './account-form.ts';
import { Births, dayColumns } from './births.ts';
import { RowChecker } from './check-row.ts';
import type { CheckedRow } from './checked-row.ts';
import { hasHeader, hasPlainRest, isNamedTwice, isRefusedList, leftOutOf, unmappedOf } from './columns.ts';
import {
  asked,
  BLANK_ANSWERS,
  columnsOf,
  doubtAnswers,
  FINDING_ORDER,
  GOING_ON,
  headingAnswers,
  INVISIBLE_ANSWERS,
  leftOutAnswers,
  mendAnswers,
  orderAnswers,
  said,
  type Answer,
  type Detail,
  type Finding,
  type FindingKind,
  type Meant,
  type PreviewLine,
  type Survey,
  type SurveyOptions,
} from './findings.ts';
import { Characters, hasInvisibleEdge, invisibleOf } from './invisible.ts';
import { startsAsJson } from './line-doubts.ts';
import { OddValues } from './odd-values.ts';
import { BEGINNING_CHARACTERS, isCounted, isUnlikeOthers, recognizeForm } from './recognize-form.ts';
import { hasEnd, RowReader, utf8Bytes, type Row } from './row-reader.ts';
import { ColumnValues, Lengths, previewOf, sampleOf, Tally, Widths } from './tally.ts';
import { isTooOften, withoutKinds } from './usual-lines.ts';

const SHOWN = 20;

/**
 * Reads a whole file, and says what each of its lines would be. Without a form it takes the one that the beginning
 * shows; whatever the beginning did not show is found all the same. Memory does not grow with the file.
 */
export async function surveyFile(
  chunks: AsyncIterable<string> | Iterable<string>,
  product: ProductForm,
  form: ImportForm | null,
  { onProgress, signal, today = '' }: SurveyOptions = {},
): Promise<Survey> {
  let beginning = '';
  let surveyor = form && new Surveyor(form, product, today);
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    if (surveyor) surveyor.push(chunk);
    else {
      beginning += chunk;
      if (beginning.length >= BEGINNING_CHARACTERS) {
        surveyor = new Surveyor(recognizeForm(beginning, product), product, today);
        surveyor.push(beginning);
        beginning = '';
      }
    }
    bytes += utf8Bytes(chunk);
    onProgress?.(bytes);
  }
  if (!surveyor) {
    surveyor = new Surveyor(recognizeForm(beginning, product, true), product, today);
    surveyor.push(beginning);
  }
  return surveyor.end();
}

class Surveyor {
  #form: ImportForm;
  readonly #product: ProductForm;
  readonly #account: AccountForm;
  readonly #reader: RowReader;
  readonly #checker: RowChecker;
  readonly #odd: OddValues;
  readonly #tallies = new Map<FindingKind, Tally>();
  readonly #characters = new Characters();
  /** What lines lack of what is usual. */
  readonly #lacks = new Map<Trait, number>();
  readonly #ofOtherKind = new Tally();
  readonly #previewsOfOtherKind = new Map<PreviewLine, Pick<PreviewLine, 'fault'>>();
  readonly #birthsOfOtherKind = new Births();
  readonly #widths = new Widths();
  #preview: PreviewLine[] = [];
  /** The values of the first rows, the heading among them. */
  readonly #firstRows: (readonly string[])[] = [];
  readonly #columnValues = new ColumnValues();
  readonly #lastLengths = new Lengths();
  readonly #births = new Births();
  /** The values of the first lines, of which one may be their day. */
  readonly #firstCells: (readonly string[])[] = [];
  #firstRow: Row | null = null;
  #lines = 0;
  #sellable = 0;
  /** Lines whose values beyond the columns are surely the last one's: they are JSON. */
  #jsonSurplus = 0;
  #whole = 0;
  /** Lines with the separator in the last value. */
  #cut = 0;

  constructor(given: ImportForm, product: ProductForm, today: string) {
    const { later_headings: _, is_cut_off: __, ...form } = given;
    this.#form = form;
    this.#product = product;
    this.#account = accountFormOf(product, form);
    this.#reader = new RowReader(form.kind === 'csv' ? form.delimiter : null);
    this.#checker = new RowChecker(form, this.#account, true, today);
    this.#odd = new OddValues(this.#account);
  }

  push(text: string): void {
    for (const row of this.#reader.push(text)) this.#add(row);
  }

  end(): Survey {
    for (const row of this.#reader.end()) {
      if (!hasEnd(row) && this.#isCut(row)) this.#form.is_cut_off = true;
      this.#add(row);
    }
    this.#keepOrDropKinds();
    return {
      form: this.#formWithHeadings(),
      lines: this.#lines,
      sellable: this.#sellable,
      findings: this.#findings(),
      preview: this.#preview,
      columnValues: this.#columnValues.found(),
      births: this.#births.found(),
      dayColumns: dayColumns(this.#firstCells, this.#checker.today),
      dayNames: (this.#form.is_counted ? null : this.#form.heading) ?? sampleOf(this.#firstCells),
      sample: sampleOf(this.#firstRows),
    };
  }

  #isCut(row: Row): boolean {
    const { born: _, ...form } = this.#form;
    const { what, doubts, values, lacks } = new RowChecker(form, this.#account, false).check(row);
    // What is in doubt for another reason is asked about anyway.
    if (what !== 'line' || (doubts.length > 0 && lacks !== 'one kind' && lacks !== 'one shape')) return false;
    return this.#lastLengths.isCut(values.at(-1) ?? '');
  }

  /** What the beginning shows of a column may be otherwise further down. */
  #keepOrDropKinds(): void {
    const others = this.#ofOtherKind;
    if (others.count === 0) return;
    if (!isTooOften(others.count, this.#lines)) {
      this.#tally('unlike').addAll(others);
      this.#lacks.set('one kind', others.count);
      return;
    }
    const births = this.#birthsOfOtherKind;
    if (this.#form.doubts?.unlike !== 'sell') this.#sellable += others.liftable - births.open;
    this.#births.addAll(births);
    for (const [doubt, tally] of births.doubts) this.#tally(doubt).addAll(tally);
    this.#preview = this.#preview.map((one) => ({ ...one, ...this.#previewsOfOtherKind.get(one) }));
    this.#form = withoutKinds(this.#form);
  }

  /** Headings further down stand in the form, so that the parts of the file are read as the whole. */
  #formWithHeadings(): ImportForm {
    const { laterHeadings: later, hasAccountOfWords } = this.#checker.orders;
    return later.length === 0 && !hasAccountOfWords
      ? this.#form
      : { ...this.#form, later_headings: [...later] };
  }

  #add(row: Row): void {
    const checked = this.#checker.check(row);
    if (row.marks > 0 && (row.line > 1 || row.marks > 1)) this.#tally('mark').add(row);
    if (checked.what === 'sep line') this.#tally('sep line').add(row);
    if (checked.what === 'heading') {
      this.#tally('first heading').add(row);
      this.#keepFirst(row);
    }
    if (checked.what !== 'line') return;
    this.#lines += 1;
    this.#keepFirst(row);
    const isOfOtherKind = checked.lacks === 'one kind' && !checked.isUnfit;
    if (this.#preview.length < SHOWN) {
      const shown = previewOf(row, checked);
      this.#preview.push(shown);
      const { dated } = checked;
      if (isOfOtherKind) this.#previewsOfOtherKind.set(shown, { fault: dated?.isOpen ? dated.doubt : null });
    }
    if (checked.fault === null) {
      this.#sellable += 1;
      this.#lastLengths.add(checked.values.at(-1)!);
    }
    if (checked.fault === null || isOfOtherKind) {
      this.#columnValues.add(row);
      this.#odd.add(row, checked.values);
    }
    this.#note(row, checked);
    if (this.#firstCells.length < SHOWN) this.#firstCells.push(this.#checker.cellsOf(row, checked.text));
    const births = checked.fault === 'unlike' && isOfOtherKind ? this.#birthsOfOtherKind : this.#births;
    births.add(row, checked);
  }

  #keepFirst(row: Row): void {
    this.#firstRow ??= row;
    if (this.#firstRows.length >= SHOWN) return;
    this.#firstRows.push(row.fields ?? row.text.split(this.#account.separator));
  }

  #note(row: Row, checked: CheckedRow): void {
    const { fault, doubts, isUnfit, isCut, text, lacks } = checked;
    if (isCut) this.#cut += 1;
    if (lacks === 'one kind') this.#ofOtherKind.add(row, !isUnfit);
    else if (lacks !== null) this.#lacks.set(lacks, (this.#lacks.get(lacks) ?? 0) + 1);
    if (fault !== null && !doubts.includes(fault as LineDoubt)) this.#tally(fault).add(row, isCut);
    for (const doubt of doubts) {
      // Whose its further values are is asked instead.
      const isElsewhere = doubt === 'open value' ? isCut : doubt === 'unlike' && lacks === 'one kind';
      if (!isElsewhere) this.#tally(doubt).add(row, !isUnfit);
    }
    if (!isUnfit || isCut) this.#whole += 1;
    if (checked.isMended && !doubts.includes('guard')) this.#tally('guard').add(row);
    if (checked.isJoined) this.#tally('joined').add(row);
    this.#noteWidth(row, checked);
    if (fault !== null && isUnfit) this.#odd.addOther(row, fault);
    if (fault === 'too long') return;
    const invisible = invisibleOf(this.#form.drops_invisible === true ? row.text : text);
    if (invisible.length > 0) {
      this.#tally('invisible').add(row, fault === null && checked.values.some(hasInvisibleEdge));
      this.#characters.add(invisible);
    }
    if (fault === null && hasBlanks(text, this.#account)) this.#tally('blanks').add(row);
  }

  #noteWidth(row: Row, { isWider, isUnfit, doubts, values, fault }: CheckedRow): void {
    if (isUnfit) return;
    this.#widths.add(row.fields?.length ?? row.text.split(this.#account.separator).length);
    // Taken off, a number is no value; and of several accounts none is one too many.
    if (!isWider || fault === 'numbered' || doubts.includes('several')) return;
    if (row.fields !== null && !doubts.includes('surplus') && this.#form.surplus !== 'last') return;
    if (!doubts.includes('surplus')) this.#tally('surplus').add(row, true);
    if (startsAsJson(values[this.#account.columns.length - 1] ?? '')) this.#jsonSurplus += 1;
    else if (row.fields === null) this.#odd.addSurplus(row);
  }

  #tally(kind: FindingKind): Tally {
    let found = this.#tallies.get(kind);
    if (!found) this.#tallies.set(kind, (found = new Tally()));
    return found;
  }

  #findings(): Finding[] {
    this.#askHeading();
    this.#askMapping();
    this.#askLeftOut();
    for (const [kind, tally] of this.#odd.found()) this.#tallies.set(kind, tally);
    if (this.#lines > 1 && this.#whole * 2 < this.#lines)
      this.#tally('mostly unfit').count = this.#lines - this.#whole;
    const kinds = [...this.#tallies].toSorted(
      ([one], [other]) => FINDING_ORDER.indexOf(one) - FINDING_ORDER.indexOf(other),
    );
    const findingOf = (kind: FindingKind, { count, samples }: Tally) => ({ kind, count, samples });
    return kinds.map(([kind, tally]) => ({ ...findingOf(kind, tally), ...this.#meaningOf(kind, tally) }));
  }

  #askHeading(): void {
    const { heading, doubts } = this.#form;
    const first = this.#firstRow;
    if (heading !== undefined || doubts?.heading !== undefined || first === null || hasHeader(this.#form))
      return;
    if (isUnlikeOthers(this.#firstRows)) this.#tally('heading or account').add(first);
  }

  #askMapping(): void {
    const unmapped = unmappedOf(this.#form, this.#product.columns);
    if (unmapped.length === 0 || isRefusedList(this.#form.heading)) return;
    this.#tally('mapping').count = unmapped.length;
  }

  #askLeftOut(): void {
    if (isRefusedList(this.#form.heading)) {
      this.#tally('own export').count = 1;
      return;
    }
    if (leftOutOf(this.#form, this.#columnValues.found()).length === 0 || this.#firstRow === null) return;
    const leftOut = this.#tally('left out');
    leftOut.add(this.#firstRow);
    leftOut.count = this.#lines;
  }

  #meaningOf(kind: FindingKind, tally: Tally): Meant {
    switch (kind) {
      case 'heading':
        return said(doubtAnswers('heading', tally.liftable));
      case 'sum':
      case 'ornament':
      case 'open value':
      case 'rounded':
      case 'damaged':
      case 'dead':
      case 'unlike':
      case 'several':
      case 'beside JSON':
      case 'no date':
      case 'part date':
      case 'row width': {
        const options = doubtAnswers(kind, tally.liftable);
        if (kind === 'row width' && options.length > 0 && hasPlainRest(this.#form))
          options.splice(1, 0, { name: 'last', set: { surplus: 'last' } });
        const details =
          kind === 'row width'
            ? this.#widths.details()
            : kind === 'unlike'
              ? [...this.#lacks].map(([trait, count]) => ({ trait, count }))
              : [];
        const isOpen = this.#form.doubts?.[kind] === undefined && tally.liftable > 0;
        return isOpen ? asked(options, details) : said(options, details);
      }
      case 'guard':
      case 'label':
      case 'numbered':
      case 'other order': {
        if (tally.liftable === 0) return said();
        const canMend = kind !== 'other order' || this.#checker.orders.canMend;
        const options = mendAnswers(kind).filter(({ name }) => canMend || name !== 'mend');
        return this.#form.doubts?.[kind] === undefined ? asked(options) : said(options);
      }
      case 'surplus':
        return this.#surplusMeaning(tally);
      case 'separator in a field':
        return this.#separatorMeaning(tally);
      case 'heading or account':
        return asked(headingAnswers(this.#firstRows[0]!, this.#form));
      case 'invisible': {
        const details = this.#characters.details();
        // At the edge of a value nobody has meant them.
        const isAtEdge = tally.liftable > 0;
        const answers = isAtEdge ? INVISIBLE_ANSWERS : INVISIBLE_ANSWERS.toReversed();
        const isOpen = isAtEdge && this.#form.drops_invisible === undefined;
        return isOpen ? asked(answers, details) : said(answers, details);
      }
      case 'blanks':
        return said(BLANK_ANSWERS);
      case 'unclear date':
        return asked(orderAnswers(this.#form.born!, this.#births.orders()));
      case 'left out':
        return this.#leftOutMeaning();
      default:
        return GOING_ON.has(kind) ? asked([{ name: 'go on', set: {} }], this.#detailsOf(kind)) : said();
    }
  }

  /** Of a question that is answered by going on. */
  #detailsOf(kind: FindingKind): readonly Detail[] {
    if (kind === 'mapping') return columnsOf(unmappedOf(this.#form, this.#product.columns));
    if (kind === 'other separator') return this.#odd.separators();
    if (kind === 'other values') return this.#odd.columns.details();
    return kind === 'mostly unfit' ? [{ whole: this.#whole, lines: this.#lines }] : [];
  }

  /** Of lines: whose further values are. All lines of one larger width have further fields, unless those are JSON. */
  #surplusMeaning(tally: Tally): Meant {
    const last: Answer = { name: 'last', set: { surplus: 'last' } };
    const further: Answer = { name: 'further', set: { surplus: 'further' } };
    const refuse: Answer = { name: 'refuse', set: { surplus: 'refuse' } };
    const isSameWidth = this.#widths.size === 1 && tally.count > 1;
    const isJson = this.#jsonSurplus === tally.count;
    const isNamed = (this.#form.heading?.length ?? 0) > this.#product.columns.length;
    const isLast = this.#account.surplus === 'last';
    const isLikelyLast = (isLast && !isNamed && !this.#odd.hasSurplus) || this.#cut > 0;
    const options = isLikelyLast ? [last, further, refuse] : [further, last, refuse];
    // Nobody wants cookies for the end of a password, and as further values they would be in pieces.
    if (isLast && this.#odd.hasJsonBehind) options.unshift(options.pop()!);
    // Among lines of the right width, a separator may be part of a password.
    const isMixed = this.#widths.size > 1 && !isJson;
    const isOpen =
      this.#form.surplus === undefined &&
      (this.#form.kind === 'csv' ||
        (isLast
          ? isNamed || (isSameWidth && !isJson && !this.#odd.takesSeparator) || this.#odd.hasSurplus
          : isMixed || this.#cut > 0 || this.#jsonSurplus > 0));
    return { isAsked: isOpen, options, details: this.#widths.details() };
  }

  /** Of rows: a value that is whole if the last column takes all that is left of the line. */
  #separatorMeaning(tally: Tally): Meant {
    if (tally.liftable === 0) return said();
    const options = (['last', 'refuse'] as const).map((name): Answer => ({ name, set: { surplus: name } }));
    return this.#form.surplus === undefined ? asked(options) : said(options);
  }

  #leftOutMeaning(): Meant {
    const form = this.#form;
    const names = leftOutOf(form, this.#columnValues.found());
    const columns = form.kind === 'csv' ? form.columns : undefined;
    const isNumber = names.length === 1 && !columns?.includes(0) && isCounted(this.#firstRows);
    const isClear = (names.every((name) => form.heading?.includes(name)) && !isNamedTwice(form)) || isNumber;
    return isClear ? said([], columnsOf(names)) : asked(leftOutAnswers(form), columnsOf(names));
  }
}
