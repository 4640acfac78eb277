import type { ImportForm } from '@portside/contract';
import type { AccountFormat } from '../account-format.ts';
import { checkLine, hasAllFields } from './check-line.ts';
import type { ImportLine } from './import-report.ts';
import { readCsvLines } from './read-csv-lines.ts';
import { readLines } from './read-lines.ts';

/** The lines of one part of a file after the first `after`; the part holds whole lines. Text is split as it is read. */
export async function parseImportPart(
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

/** A missing field is reported only where a line has no other fault. */
const checkFields = (line: ImportLine, format: AccountFormat): ImportLine =>
  typeof line !== 'string' || hasAllFields(line, format) || checkLine(line) !== null
    ? line
    : { fault: 'column missing', text: line };
