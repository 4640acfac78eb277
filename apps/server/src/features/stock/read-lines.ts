import { isUtf8 } from 'node:buffer';
import { LONGEST_LINE } from './check-line.ts';
import type { ImportLine } from './add-lines.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** No character takes more bytes; what is longer need not be held to be refused. */
const MOST_BYTES = LONGEST_LINE * 4;

/**
 * The lines of a text file as it comes in, exactly as written. They end with LF or CRLF; a byte order mark at
 * the beginning is no part of the first. A line that is not UTF-8, or far too long, is told as unfit with its
 * beginning, so that memory stays flat whatever comes.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportLine> {
  let held: Buffer = Buffer.alloc(0);
  let isCut = false;
  let isFirst = true;
  const take = (line: Buffer): ImportLine => {
    const whole = isFirst && line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length) : line;
    isFirst = false;
    const wasCut = isCut;
    isCut = false;
    return toLine(whole, wasCut);
  };
  for await (const part of bytes) {
    const block = Buffer.concat([held, part]);
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      yield take(block.subarray(start, end));
      start = end + 1;
    }
    const rest = block.subarray(start);
    isCut ||= rest.length > MOST_BYTES;
    held = Buffer.from(rest.subarray(0, MOST_BYTES));
  }
  if (held.length > 0) yield take(held);
}

function toLine(bytes: Buffer, wasCut: boolean): ImportLine {
  const line = bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
  if (wasCut || line.length > MOST_BYTES)
    return { fault: 'too long', text: line.subarray(0, MOST_BYTES).toString('utf8') };
  const text = line.toString('utf8');
  return isUtf8(line) ? text : { fault: 'not UTF-8', text };
}
