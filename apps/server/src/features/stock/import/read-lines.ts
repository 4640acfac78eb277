import { checkLine, hasAllFields, NOT_UTF8, type AccountFormat, type ImportLine } from './check-line.ts';
import type { ImportForm } from '@portside/contract';
import { readCsvLines } from './read-csv.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The lines of a text one by one, exactly as written. They end with LF or CRLF; a byte order mark at the beginning is
 * not part of the first. A line that was not UTF-8 is unfit.
 */
export function* readLines(text: string): Generator<ImportLine> {
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const hasReturn = end > start && text[end - 1] === '\r';
    const line = text.slice(start, hasReturn ? end - 1 : end);
    yield line.includes(NOT_UTF8) ? { fault: 'not UTF-8', text: line } : line;
    start = end + 1;
  }
}

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

/** A missing field is reported only if a line has no other fault. */
const checkFields = (line: ImportLine, format: AccountFormat): ImportLine =>
  typeof line !== 'string' || hasAllFields(line, format) || checkLine(line) !== null
    ? line
    : { fault: 'column missing', text: line };
