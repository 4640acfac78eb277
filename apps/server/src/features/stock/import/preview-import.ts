import type { Data, ImportForm, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { checkLine } from './check-line.ts';
import type { ImportLine } from './import-report.ts';
import { toLines } from './read-csv-lines.ts';
import { isOpenLine, readCsvRows, type CsvRow } from './read-csv-rows.ts';
import { parseImportPart } from './parse-import-part.ts';
import { recognizeForm } from './recognize-form.ts';

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
export async function previewImport(ctx: Ctx, { body }: Input<'previewImport'>): Promise<Preview> {
  requireAction(ctx.actor, 'stock.import');
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
