import type { Data, ImportForm, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ImportLine } from './add-lines.ts';
import { checkLine } from './check-line.ts';
import { isOpenLine, readCsvRows } from './read-csv-rows.ts';
import { readPart } from './read-part.ts';
import { recognizeForm } from './recognize-form.ts';

type Preview = Data<'previewImport'>;

const MOST_SHOWN = 20;
/** A row that is longer was not cut by the end of the beginning: its quote is never closed. */
const MOST_LINES_OF_A_ROW = 20;

/** What the beginning of a file would become, by the rules of an import itself; adds nothing. */
export async function previewImport(ctx: Ctx, { body }: Input<'previewImport'>): Promise<Preview> {
  requireAction(ctx.actor, 'stock.import');
  const { text, form, openLine } = await chooseForm(body);
  const format = { separator: body.separator, columns: body.columns };
  const lines = [...(await readPart(text, form, { isFirst: true, format }))];
  const rows = await readFields(text, form, lines, body.separator);
  const shown = lines.flatMap((line, index) => presentLine(line, index + 1, rows[index] ?? []));
  return { form, lines: shown.slice(0, MOST_SHOWN), open_line: openLine };
}

/** The beginning of a file ends anywhere; a single line is taken as it is. */
const wholeLinesOf = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/**
 * What of the text is looked at, and as what. A table that was only guessed and has a row without an end is rather
 * taken as lines.
 */
async function chooseForm({
  text: beginning,
  form: chosen,
  separator,
}: Input<'previewImport'>['body']): Promise<{
  text: string;
  form: ImportForm;
  openLine: number | null;
}> {
  const text = wholeLinesOf(beginning);
  const form = chosen ?? recognizeForm(text, separator);
  const open = form.kind === 'csv' ? (await readCsvRows(text, form.delimiter)).find(isOpenLine) : undefined;
  if (!open) return { text, form, openLine: null };
  const isCut = text !== beginning && text.split('\n').length - open.line <= MOST_LINES_OF_A_ROW;
  const rowsBefore = Buffer.from(text).toString('utf8', 0, open.fromByte);
  if (isCut && rowsBefore !== '') return { text: rowsBefore, form, openLine: null };
  return { text, form: chosen ?? { kind: 'text' }, openLine: open.line };
}

async function readFields(
  text: string,
  form: ImportForm,
  lines: readonly ImportLine[],
  separator: string,
): Promise<string[][]> {
  if (form.kind === 'csv')
    return (await readCsvRows(text, form.delimiter)).map((row) => (isOpenLine(row) ? [row.text] : [...row]));
  return lines.map((line) => (typeof line === 'string' ? line : line.text).split(separator));
}

function presentLine(line: ImportLine, number: number, fields: string[]): Preview['lines'] {
  const account = typeof line === 'string' ? line : line.text;
  const fault = typeof line === 'string' ? checkLine(line) : line.fault;
  return fault === 'blank' ? [] : [{ line: number, fields, account, fault }];
}
