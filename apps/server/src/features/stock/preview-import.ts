import type { Data, ImportForm, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ImportLine } from './add-lines.ts';
import { checkLine } from './check-line.ts';
import { readCsvRows } from './read-csv-lines.ts';
import { bytesOf, collect, readPart, refuseOpenRow } from './read-part.ts';
import { recognizeForm } from './recognize-form.ts';

type Preview = Data<'previewImport'>;

const MOST_SHOWN = 20;

/** What the beginning of a file would become, by the rules of an import itself; adds nothing. */
export async function previewImport(ctx: Ctx, { body }: Input<'previewImport'>): Promise<Preview> {
  requireAction(ctx.actor, 'stock.import');
  const text = wholeLinesOf(body.text);
  const form = body.form ?? recognizeForm(text, body.separator);
  const format = { separator: body.separator, columns: body.columns };
  const lines = [...(await readPart(text, form, { isFirst: true, format }))];
  const rows = await readFields(text, form, lines, body.separator);
  const shown = lines.flatMap((line, index) => presentLine(line, index + 1, rows[index] ?? []));
  return { form, lines: shown.slice(0, MOST_SHOWN) };
}

/** The beginning of a file ends anywhere; a single line is taken as it is. */
const wholeLinesOf = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;

async function readFields(
  text: string,
  form: ImportForm,
  lines: readonly ImportLine[],
  separator: string,
): Promise<string[][]> {
  if (form.kind === 'csv') return refuseOpenRow(() => collect(readCsvRows(bytesOf(text), form.delimiter)));
  return lines.map((line) => (typeof line === 'string' ? line : line.text).split(separator));
}

function presentLine(line: ImportLine, number: number, fields: string[]): Preview['lines'] {
  const account = typeof line === 'string' ? line : line.text;
  const fault = typeof line === 'string' ? checkLine(line) : line.fault;
  return fault === 'blank' ? [] : [{ line: number, fields, account, fault }];
}
