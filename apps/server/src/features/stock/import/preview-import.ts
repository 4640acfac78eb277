import type { Data, ImportForm, Input } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { checkLine, type ImportLine } from './check-line.ts';
import { toLines, isOpenLine, readCsvRows, type CsvRow } from './read-csv.ts';
import { parseImportPart } from './read-lines.ts';

type Preview = Data<'previewImport'>;

const MAX_SHOWN = 20;
/** A row with more lines was not cut by the end of the sample: its quote is never closed. */
const MAX_LINES_OF_A_ROW = 20;

type Body = Input<'previewImport'>['body'];
type TableForm = Extract<ImportForm, { kind: 'csv' }>;
type ReadLine = { readonly line: ImportLine; readonly fields: string[] };
type Sample = {
  readonly form: ImportForm;
  readonly openLine: number | null;
  readonly lines: readonly ReadLine[];
};

/** The accounts that the beginning of a file would become, by the rules of an import; adds nothing. */
export async function previewImport(_: Ctx, { body }: Input<'previewImport'>): Promise<Preview> {
  const { form, openLine, lines } = await readSample(body);
  const shown = lines.flatMap(({ line, fields }, index) => presentLine(line, index + 1, fields));
  return { form, lines: shown.slice(0, MAX_SHOWN), open_line: openLine };
}

/** The sample may end within a line, which is left out unless it is the only one. */
const wholeLinesOf = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/** A form that was only guessed to be a table, and has a row without an end, is read as lines of text instead. */
async function readSample(body: Body): Promise<Sample> {
  const text = wholeLinesOf(body.text);
  const form = body.form ?? recognizeForm(text, body.separator);
  if (form.kind === 'text') return { form, openLine: null, lines: await readText(text, body) };
  const rows = await readCsvRows(text, form.delimiter);
  const position = rows.findIndex(isOpenLine);
  const open = rows.find(isOpenLine);
  if (!open) return { form, openLine: null, lines: readTable(rows, form) };
  const isCut = text !== body.text && text.split('\n').length - open.line <= MAX_LINES_OF_A_ROW;
  if (isCut && position > 0) return { form, openLine: null, lines: readTable(rows.slice(0, position), form) };
  if (body.form) return { form, openLine: open.line, lines: readTable(rows, form) };
  return { form: { kind: 'text' }, openLine: open.line, lines: await readText(text, body) };
}

function readTable(rows: readonly CsvRow[], form: TableForm): ReadLine[] {
  const fields = rows.map((row) => (isOpenLine(row) ? [row.text] : [...row]));
  const lines = toLines(rows, { ...form, hasHeader: form.has_header });
  return lines.map((line, index) => ({ line, fields: fields[index]! }));
}

async function readText(text: string, { separator, columns }: Body): Promise<ReadLine[]> {
  const lines = await parseImportPart(
    text,
    { kind: 'text' },
    { isFirst: true, format: { separator, columns } },
  );
  return [...lines].map((line) => ({ line, fields: textOf(line).split(separator) }));
}

const textOf = (line: ImportLine): string => (typeof line === 'string' ? line : line.text);

function presentLine(line: ImportLine, number: number, fields: string[]): Preview['lines'] {
  const account = textOf(line);
  const fault = typeof line === 'string' ? checkLine(line) : line.fault;
  return fault === 'blank' ? [] : [{ line: number, fields, account, fault }];
}

/** Characters between fields, the likeliest first; the last ones are frequent inside passwords. */
const DELIMITERS = ['\t', ';', ',', '|', ':'];

const SAMPLE_LINES = 50;

/** The share of lines that must agree: a few may be odd. */
const MIN_AGREEMENT = 0.9;

const HEADING = /^(account|login|user(name)?|e?-?mail|pass(word)?|phone|cookie|token|2fa|recovery.*|id)$/i;

/**
 * The form that a file seems to have, judged by its beginning. Pure. Text if most lines hold the product's separator,
 * or if no delimiter occurs equally often in most lines, even with line breaks inside quotes joined.
 */
export function recognizeForm(text: string, separator: string): ImportForm {
  const all = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const lines = all.slice(0, SAMPLE_LINES);
  if (agree(lines, separator)) return { kind: 'text' };
  const find = (rows: readonly string[]): string | undefined =>
    DELIMITERS.find((candidate) => candidate !== separator && agree(rows, candidate));
  const delimiter = find(lines) ?? find(joinQuoted(all).slice(0, SAMPLE_LINES));
  if (delimiter === undefined) return { kind: 'text' };
  const head = lines[0]!.split(delimiter).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  return { kind: 'csv', delimiter, has_header: isHeader(head), separator };
}

/** Joins lines into rows: a line that ends within quotes continues on the next. What no quote closes is left out. */
function joinQuoted(lines: readonly string[]): string[] {
  const rows: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    const hasOddQuote = line.split('"').length % 2 === 0;
    open.push(line);
    if (hasOddQuote !== open.length > 1) continue;
    rows.push(open.join('\n'));
    open = [];
  }
  return rows;
}

/** Whether at least half of the fields are column names; an account may hold such a word too. */
const isHeader = (fields: readonly string[]): boolean =>
  fields.filter((field) => HEADING.test(field)).length * 2 >= fields.length;

/** Whether nearly all lines hold the delimiter the same number of times; quoted text does not count. */
function agree(lines: readonly string[], delimiter: string): boolean {
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
  const most = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return most > 0 && counts.filter((count) => count === most).length >= counts.length * MIN_AGREEMENT;
}
