import type { Data, ImportForm, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ImportLine } from './add-lines.ts';
import { checkLine } from './check-line.ts';
import { findOpenRow } from './find-open-row.ts';
import { readCsvRows } from './read-csv-lines.ts';
import { bytesOf, collect, readPart } from './read-part.ts';
import { recognizeForm } from './recognize-form.ts';

type Preview = Data<'previewImport'>;

const MOST_SHOWN = 20;
/** A row that is longer was not cut by the end of the beginning: its quote is never closed. */
const MOST_LINES_OF_A_ROW = 20;

/** What the beginning of a file would become, by the rules of an import itself; adds nothing. */
export async function previewImport(ctx: Ctx, { body }: Input<'previewImport'>): Promise<Preview> {
  requireAction(ctx.actor, 'stock.import');
  const { text, form, openLine } = chooseForm(body);
  const format = { separator: body.separator, columns: body.columns };
  const lines = [...(await readPart(text, form, { isFirst: true, format }))];
  const rows = await readFields(text, form, lines, body.separator);
  const shown = lines.flatMap((line, index) => presentLine(line, index + 1, rows[index] ?? []));
  return { form, lines: shown.slice(0, MOST_SHOWN), open_line: openLine };
}

/** The beginning of a file ends anywhere; a single line is taken as it is. */
const wholeLinesOf = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

/**
 * What of the text is looked at, and as what. A table is read as far as it can be; one that was only guessed and
 * has a row without an end is rather taken as lines.
 */
function chooseForm({ text: beginning, form: chosen, separator }: Input<'previewImport'>['body']): {
  text: string;
  form: ImportForm;
  openLine: number | null;
} {
  const text = wholeLinesOf(beginning);
  const form = chosen ?? recognizeForm(text, separator);
  const open = form.kind === 'csv' ? findOpenRow(text, form.delimiter) : null;
  if (!open) return { text, form, openLine: null };
  const isCut = text !== beginning && text.split('\n').length - open.line <= MOST_LINES_OF_A_ROW;
  if (isCut && open.rowsBefore !== '') return { text: open.rowsBefore, form, openLine: null };
  if (!chosen) return { text, form: { kind: 'text' }, openLine: open.line };
  return { text: open.rowsBefore, form, openLine: open.line };
}

async function readFields(
  text: string,
  form: ImportForm,
  lines: readonly ImportLine[],
  separator: string,
): Promise<string[][]> {
  if (form.kind === 'csv') return collect(readCsvRows(bytesOf(text), form.delimiter));
  return lines.map((line) => (typeof line === 'string' ? line : line.text).split(separator));
}

function presentLine(line: ImportLine, number: number, fields: string[]): Preview['lines'] {
  const account = typeof line === 'string' ? line : line.text;
  const fault = typeof line === 'string' ? checkLine(line) : line.fault;
  return fault === 'blank' ? [] : [{ line: number, fields, account, fault }];
}
