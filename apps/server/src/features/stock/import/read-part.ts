import type { ImportForm } from '@portside/contract';
import type { ImportLine } from './add-lines.ts';
import { checkLine, hasAllFields, type AccountFormat } from './check-line.ts';
import { readCsvLines } from './read-csv-lines.ts';
import { readLines } from './read-lines.ts';

/**
 * The lines of one part of a file, whole ones, that follow the first `after`. Those of text are made one by one.
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
  return (await readCsvLines(text, csv)).slice(after);
}

/** Other faults of a line come before this one. */
const checkFields = (line: ImportLine, format: AccountFormat): ImportLine =>
  typeof line !== 'string' || hasAllFields(line, format) || checkLine(line) !== null
    ? line
    : { fault: 'column missing', text: line };
