import type { ImportForm } from '@portside/contract';
import { CsvError } from 'csv-parse';
import { refuse } from '../../platform/refusal.ts';
import type { ImportLine } from './add-lines.ts';
import { readCsvLines } from './read-csv-lines.ts';
import { readLines } from './read-lines.ts';

/** What a reader of files puts where bytes are no text. */
const NOT_UTF8 = '\ufffd';

/** The lines of one part of a file, whole ones. Refuses a row that does not end in it (invalidFormat). */
export async function readPart(text: string, form: ImportForm, isFirst: boolean): Promise<ImportLine[]> {
  if (form.kind === 'text') {
    const lines = await collect(readLines(bytesOf(text)));
    return lines.map((line) =>
      typeof line === 'string' && line.includes(NOT_UTF8) ? { fault: 'not UTF-8', text: line } : line,
    );
  }
  const { delimiter, separator, columns, has_header } = form;
  const csv = { delimiter, separator, columns, hasHeader: has_header && isFirst };
  return refuseOpenRow(() => collect(readCsvLines(bytesOf(text), csv)));
}

/** Tells a caller, as a refusal, that a row of his does not end. */
export async function refuseOpenRow<T>(read: () => Promise<T>): Promise<T> {
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
