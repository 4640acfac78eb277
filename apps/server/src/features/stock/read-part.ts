import type { ImportForm } from '@portside/contract';
import { CsvError } from 'csv-parse';
import { refuse } from '../../platform/refusal.ts';
import type { ImportLine } from './add-lines.ts';
import { checkLine, hasAllFields, type AccountFormat } from './check-line.ts';
import { readCsvLines } from './read-csv-lines.ts';
import { readLines } from './read-lines.ts';

/**
 * The lines of one part of a file, whole ones, that follow the first `after`. Those of text are made one by one.
 * Refuses a row that does not end in it (invalidFormat).
 */
export async function readPart(
  text: string,
  form: ImportForm,
  { isFirst, after = 0, format }: { isFirst: boolean; after?: number; format: AccountFormat },
): Promise<Iterable<ImportLine>> {
  if (form.kind === 'text')
    return readLines(text)
      .drop(after)
      .map((line) => checkFields(line, format));
  const { delimiter, separator, columns, has_header } = form;
  const csv = { delimiter, separator, columns, hasHeader: has_header && isFirst };
  const rows = await refuseOpenRow(() => collect(readCsvLines(bytesOf(text), csv)));
  return rows.slice(after);
}

/** Other faults of a line come before this one. */
const checkFields = (line: ImportLine, format: AccountFormat): ImportLine =>
  typeof line !== 'string' || hasAllFields(line, format) || checkLine(line) !== null
    ? line
    : { fault: 'column missing', text: line };

/** Tells a caller, as a refusal, that a row of his does not end. */
async function refuseOpenRow<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CsvError) return refuse('invalidFormat', error.code);
    throw error;
  }
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
