import type { ImportLine } from './import-report.ts';

const BYTE_ORDER_MARK = '\ufeff';
/** What a decoder puts in place of bytes that are no UTF-8. */
const NOT_UTF8 = '\ufffd';

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
