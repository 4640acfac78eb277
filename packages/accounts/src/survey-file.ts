import type { ImportForm, LineDoubt } from '@portside/contract';
import { readValues, trimBlanks, type AccountForm } from './account-form.ts';
import { accountFormOf, isRefusedList, RowChecker, type CheckedRow, type ProductForm } from './check-row.ts';
import { mapByHeading } from './columns.ts';
import type { Answer, Finding, FindingKind, PreviewLine, Survey } from './findings.ts';
import { invisibleOf, nameCharacter } from './invisible.ts';
import { BEGINNING_CHARACTERS, isUnlikeOthers, recognizeForm } from './recognize-form.ts';
import { RowReader, utf8Bytes, type Row } from './row-reader.ts';

const SHOWN = 20;
const MOST_SAMPLES = 3;
const SAMPLE_CHARACTERS = 200;
const MOST_CHARACTERS_NAMED = 50;
const MOST_WIDTHS = 100;

type Options = {
  /** How many bytes of the file, as UTF-8, are read. */
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Reads a whole file, and says what each of its lines would be. Without a form it takes the one that the beginning
 * shows; whatever the beginning did not show is found all the same. Memory does not grow with the file.
 */
export async function surveyFile(
  chunks: AsyncIterable<string> | Iterable<string>,
  product: ProductForm,
  form: ImportForm | null,
  { onProgress, signal }: Options = {},
): Promise<Survey> {
  let beginning = '';
  let surveyor = form && new Surveyor(form, product);
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    if (surveyor) surveyor.push(chunk);
    else {
      beginning += chunk;
      if (beginning.length >= BEGINNING_CHARACTERS) {
        surveyor = new Surveyor(recognizeForm(beginning, product), product);
        surveyor.push(beginning);
        beginning = '';
      }
    }
    bytes += utf8Bytes(chunk);
    onProgress?.(bytes);
  }
  if (!surveyor) {
    surveyor = new Surveyor(recognizeForm(beginning, product, true), product);
    surveyor.push(beginning);
  }
  return surveyor.end();
}

/** A form with an answer in it. */
export const answerForm = (form: ImportForm, { set }: Pick<Answer, 'set'>): ImportForm => {
  const doubts = form.doubts || set.doubts ? { doubts: { ...form.doubts, ...set.doubts } } : {};
  return { ...form, ...set, ...doubts } as ImportForm;
};

/** What is about the whole file comes first: its answer may settle what is about lines. */
const ORDER: readonly FindingKind[] = [
  'own export',
  'sep line',
  'first heading',
  'heading or account',
  'mapping',
  'left out',
  'surplus',
  'row width',
  'mostly unfit',
  'guard',
  'open value',
  'numbered',
  'rounded',
  'sum',
  'ornament',
  'heading',
  'mark',
  'invisible',
  'blanks',
  'joined',
  'column missing',
  'separator in a field',
  'line break',
  'open quote',
  'too long',
  'control characters',
  'not UTF-8',
  'duplicate',
];

/** What is counted of one kind. */
class Tally {
  count = 0;
  /** Of them, those that an answer could make accounts. */
  liftable = 0;
  readonly samples: { line: number; text: string }[] = [];

  add({ line, text }: Pick<Row, 'line' | 'text'>, isLiftable = false): void {
    this.count += 1;
    if (isLiftable) this.liftable += 1;
    // A copy: a slice would keep the whole chunk in memory.
    if (this.samples.length < MOST_SAMPLES)
      this.samples.push({ line, text: copyOf(text.slice(0, SAMPLE_CHARACTERS)) });
  }
}

const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

class Surveyor {
  readonly #form: ImportForm;
  readonly #product: ProductForm;
  readonly #account: AccountForm;
  readonly #reader: RowReader;
  readonly #checker: RowChecker;
  readonly #tallies = new Map<FindingKind, Tally>();
  readonly #characters = new Map<string, number>();
  /** Numbers of values, by how many lines have them. */
  readonly #widths = new Map<number, number>();
  readonly #preview: PreviewLine[] = [];
  /** The values of the first rows, the heading among them. */
  readonly #firstRows: (readonly string[])[] = [];
  #firstRow: Row | null = null;
  #lines = 0;
  #sellable = 0;
  /** Lines whose values beyond the columns are surely the last one's: they are JSON. */
  #jsonSurplus = 0;
  #whole = 0;

  constructor(form: ImportForm, product: ProductForm) {
    this.#form = form;
    this.#product = product;
    this.#account = accountFormOf(product, form);
    this.#reader = new RowReader(form.kind === 'csv' ? form.delimiter : null);
    this.#checker = new RowChecker(form, this.#account);
  }

  push(text: string): void {
    for (const row of this.#reader.push(text)) this.#add(row);
  }

  end(): Survey {
    for (const row of this.#reader.end()) this.#add(row);
    return {
      form: this.#form,
      lines: this.#lines,
      sellable: this.#sellable,
      findings: this.#findings(),
      preview: this.#preview,
      sample: this.#firstRows[0]?.map((value) => copyOf(value.slice(0, SAMPLE_CHARACTERS))) ?? [],
    };
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
    if (this.#preview.length < SHOWN) this.#preview.push(previewOf(row, checked));
    if (checked.fault === null) this.#sellable += 1;
    this.#note(row, checked);
  }

  #keepFirst(row: Row): void {
    this.#firstRow ??= row;
    if (this.#firstRows.length >= SHOWN) return;
    this.#firstRows.push(row.fields ?? row.text.split(this.#account.separator));
  }

  #note(row: Row, checked: CheckedRow): void {
    const { fault, doubts, isUnfit, text } = checked;
    if (fault !== null && !doubts.includes(fault as LineDoubt)) this.#tally(fault).add(row);
    for (const doubt of doubts) this.#tally(doubt).add(row, !isUnfit);
    if (!isUnfit) this.#whole += 1;
    if (checked.isMended && !doubts.includes('guard')) this.#tally('guard').add(row);
    if (checked.isJoined) this.#tally('joined').add(row);
    this.#noteWidth(row, checked);
    if (fault === 'too long') return;
    const invisible = invisibleOf(this.#form.drops_invisible === true ? row.text : text);
    if (invisible.length > 0) {
      this.#tally('invisible').add(row);
      for (const one of invisible)
        if (this.#characters.has(one) || this.#characters.size < MOST_CHARACTERS_NAMED)
          this.#characters.set(one, (this.#characters.get(one) ?? 0) + 1);
    }
    if (fault === null && this.#hasBlanks(text)) this.#tally('blanks').add(row);
  }

  #noteWidth(row: Row, { isWider, isUnfit, doubts, values }: CheckedRow): void {
    if (isUnfit) return;
    const width = row.fields?.length ?? row.text.split(this.#account.separator).length;
    if (this.#widths.has(width) || this.#widths.size < MOST_WIDTHS)
      this.#widths.set(width, (this.#widths.get(width) ?? 0) + 1);
    if (!isWider) return;
    if (row.fields !== null && !doubts.includes('surplus') && this.#form.surplus !== 'last') return;
    if (!doubts.includes('surplus')) this.#tally('surplus').add(row, true);
    if (/^\s*[[{]/.test(values[this.#account.columns.length - 1] ?? '')) this.#jsonSurplus += 1;
  }

  #hasBlanks(text: string): boolean {
    if (!/[ \t]/.test(text)) return false;
    return readValues(text, { ...this.#account, keeps_blanks: true }).some(
      (value) => trimBlanks(value) !== value,
    );
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
    if (this.#lines > 1 && this.#whole * 2 < this.#lines) {
      const unfit = this.#tally('mostly unfit');
      unfit.count = this.#lines - this.#whole;
    }
    const kinds = [...this.#tallies].toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
    return kinds.map(([kind, tally]) => {
      const { isAsked, options, details } = this.#meaningOf(kind, tally);
      return { kind, count: tally.count, samples: tally.samples, isAsked, options, details };
    });
  }

  #askHeading(): void {
    const { heading, doubts } = this.#form;
    const first = this.#firstRow;
    if (heading !== undefined || doubts?.heading !== undefined || first === null || hasHeader(this.#form))
      return;
    if (isUnlikeOthers(this.#firstRows)) this.#tally('heading or account').add(first);
  }

  /** What the heading calls otherwise than the form maps it, or not at all. */
  #unmapped(): readonly string[] {
    const { heading } = this.#form;
    if (heading === undefined || isRefusedList(heading)) return [];
    const places = mapByHeading(heading, this.#product.columns);
    const chosen = this.#form.kind === 'csv' ? this.#form.columns : undefined;
    return this.#product.columns.filter(
      (_, at) => places[at] === null || places[at] !== (chosen ? chosen[at] : at),
    );
  }

  #askMapping(): void {
    if (this.#unmapped().length === 0) return;
    this.#tally('mapping').count = this.#unmapped().length;
  }

  #leftOut(): readonly string[] {
    const form = this.#form;
    if (form.kind === 'text' || form.columns === undefined || form.width === undefined) return [];
    const { columns, heading } = form;
    return Array.from({ length: form.width }, (_, at) => at)
      .filter((at) => !columns.includes(at))
      .map((at) => heading?.[at] ?? String(at + 1));
  }

  #askLeftOut(): void {
    if (isRefusedList(this.#form.heading)) {
      this.#tally('own export').count = 1;
      return;
    }
    if (this.#leftOut().length === 0 || this.#firstRow === null) return;
    const leftOut = this.#tally('left out');
    leftOut.add(this.#firstRow);
    leftOut.count = this.#lines;
  }

  #meaningOf(kind: FindingKind, tally: Tally): Pick<Finding, 'isAsked' | 'options' | 'details'> {
    const said = (options: readonly Answer[] = [], details: readonly string[] = []) => ({
      isAsked: false,
      options,
      details,
    });
    const asked = (options: readonly Answer[], details: readonly string[] = []) => ({
      isAsked: true,
      options,
      details,
    });
    switch (kind) {
      case 'heading':
        return said(this.#doubtOptions('heading', tally));
      case 'sum':
      case 'ornament':
      case 'open value':
      case 'rounded':
      case 'row width': {
        const options = this.#doubtOptions(kind, tally);
        const details = kind === 'row width' ? this.#widthDetails() : [];
        const isOpen = this.#form.doubts?.[kind] === undefined && tally.liftable > 0;
        return isOpen ? asked(options, details) : said(options, details);
      }
      case 'guard':
      case 'numbered': {
        if (tally.liftable === 0) return said();
        const options: Answer[] = (['mend', 'sell', 'refuse'] as const).map((name) => ({
          name,
          set: { doubts: { [kind]: name } },
        }));
        return this.#form.doubts?.[kind] === undefined ? asked(options) : said(options);
      }
      case 'surplus':
        return this.#surplusMeaning(tally);
      case 'heading or account': {
        const values = this.#firstRows[0]!.map((value) => value.trim());
        const header = this.#form.kind === 'csv' ? { has_header: true, width: values.length } : {};
        return asked([
          { name: 'heading', set: { heading: values, ...header } },
          { name: 'account', set: { doubts: { heading: 'sell' } } },
        ]);
      }
      case 'invisible': {
        const details = [...this.#characters].map(([one, count]) => `${nameCharacter(one)} × ${count}`);
        return said(
          [
            { name: 'keep', set: { drops_invisible: false } },
            { name: 'drop', set: { drops_invisible: true } },
          ],
          details,
        );
      }
      case 'blanks':
        return said([
          { name: 'drop', set: { keeps_blanks: false } },
          { name: 'keep', set: { keeps_blanks: true } },
        ]);
      case 'left out': {
        const isNamed = this.#form.heading !== undefined;
        return isNamed ? said([], this.#leftOut()) : asked(this.#leftOutOptions(), this.#leftOut());
      }
      case 'mapping':
        return asked([{ name: 'go on', set: {} }], this.#unmapped());
      case 'mostly unfit':
        return asked([{ name: 'go on', set: {} }], [String(this.#whole), String(this.#lines)]);
      default:
        return said();
    }
  }

  #doubtOptions(kind: LineDoubt, tally: Tally): readonly Answer[] {
    if (tally.liftable === 0) return [];
    return (['refuse', 'sell'] as const).map((name) => ({ name, set: { doubts: { [kind]: name } } }));
  }

  /** Of lines: whose further values are. All lines of one larger width have further fields, unless those are JSON. */
  #surplusMeaning(tally: Tally): Pick<Finding, 'isAsked' | 'options' | 'details'> {
    const details = this.#widthDetails();
    const last: Answer = { name: 'last', set: { surplus: 'last' } };
    const further: Answer = { name: 'further', set: { surplus: 'further' } };
    const refuse: Answer = { name: 'refuse', set: { surplus: 'refuse' } };
    const isSameWidth = this.#widths.size === 1 && tally.count > 1;
    const isJson = this.#jsonSurplus === tally.count;
    const isNamed = (this.#form.heading?.length ?? 0) > this.#product.columns.length;
    const options =
      this.#account.surplus === 'last' && !isNamed ? [last, further, refuse] : [further, last, refuse];
    const isOpen =
      this.#form.surplus === undefined &&
      (this.#form.kind === 'csv' ||
        (this.#account.surplus === 'last' && (isNamed || (isSameWidth && !isJson))));
    return { isAsked: isOpen, options, details };
  }

  /** Columns without a name: the last one's rest, as JSON without quotes is, or really not sold. */
  #leftOutOptions(): readonly Answer[] {
    const width = this.#form.kind === 'csv' ? (this.#form.columns?.length ?? 1) : 1;
    return [
      { name: 'last', set: { surplus: 'last', width } },
      { name: 'go on', set: {} },
    ];
  }

  /** `3 × 1200`: how many lines have that many values, the most frequent first. */
  #widthDetails(): readonly string[] {
    return [...this.#widths]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([width, count]) => `${width} × ${count}`);
  }
}

const hasHeader = (form: ImportForm): boolean => form.kind === 'csv' && form.has_header;

const previewOf = (row: Row, { text, values, fault }: CheckedRow): PreviewLine => ({
  line: row.line,
  values: values.map(copyOf),
  account: copyOf(text),
  fault,
});
