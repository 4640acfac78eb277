import type { ImportLine } from './add-lines.ts';

const MARK = '\ufeff';
/** What a reader of files puts where bytes are no text. */
const NOT_UTF8 = '\ufffd';

/**
 * The lines of a text one by one, exactly as written. They end with LF or CRLF; a byte order mark at the beginning
 * is no part of the first. A line that was not UTF-8 is told as unfit.
 */
export function* readLines(text: string): Generator<ImportLine> {
  let start = text.startsWith(MARK) ? MARK.length : 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const hasReturn = end > start && text[end - 1] === '\r';
    const line = text.slice(start, hasReturn ? end - 1 : end);
    yield line.includes(NOT_UTF8) ? { fault: 'not UTF-8', text: line } : line;
    start = end + 1;
  }
}
