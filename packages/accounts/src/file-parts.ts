import type { ImportForm } from '@portside/contract';
import { ownRowsOf, productValue } from './columns.ts';
import { BEGINNING, RowReader, utf8Bytes, type Row } from './row-reader.ts';

/** Below the call's limit of one megabyte as JSON. */
const PART_BYTES = 400_000;

/** Whole rows of a file: where they begin in it, in bytes of UTF-8 and in lines, and how many lines they are. */
export type FilePart = {
  readonly fromByte: number;
  readonly fromLine: number;
  readonly lines: number;
  readonly text: string;
};

type Cutting = {
  readonly fromByte?: number;
  readonly fromLine?: number;
  readonly partBytes?: number;
  /** The import's: rows that other products get by it are left out. */
  readonly form?: ImportForm;
};

/**
 * Cuts a file into parts of whole rows by its delimiter (null: lines of text), each small enough for one call. Joined,
 * they are the file; only a line that alone exceeds a part is cut, and other products' rows are blank lines (`ownText`).
 * Reading from the start of a part yields the same parts again, so an interrupted import is resumed with the text from
 * `fromByte` on and its `fromLine`.
 */
export async function* partsOf(
  chunks: AsyncIterable<string> | Iterable<string>,
  delimiter: string | null,
  { fromByte = 0, fromLine = 0, partBytes = PART_BYTES, form }: Cutting = {},
): AsyncGenerator<FilePart> {
  const textOf = ownText(form, fromLine);
  const reader = new RowReader(delimiter);
  let texts: string[] = [];
  let size = 0;
  let bytes = 0;
  let lines = 0;
  let byte = fromByte;
  let line = fromLine;
  const cut = (): FilePart => {
    const part = { fromByte: byte, fromLine: line, lines, text: texts.join('') };
    byte += bytes;
    line += lines;
    [texts, size, bytes, lines] = [[], 0, 0, 0];
    return part;
  };
  function* add(rows: readonly Row[]): Generator<FilePart> {
    for (const row of rows) {
      let source = textOf(row);
      let rowSize = jsonBytes(source);
      // A row of several lines is never so long.
      if (rowSize > partBytes && row.lines === 1 && source.length > BEGINNING) {
        source = `${wellCut(source.slice(0, BEGINNING))}\n`;
        rowSize = jsonBytes(source);
      }
      if (texts.length > 0 && size + rowSize > partBytes) yield cut();
      texts.push(source);
      size += rowSize;
      bytes += utf8Bytes(row.source) + row.skippedBytes;
      lines += row.lines;
    }
  }
  for await (const chunk of chunks) yield* add(reader.push(chunk));
  yield* add(reader.end());
  if (texts.length > 0) yield cut();
}

/** The heading, or the line that names the delimiter and the heading. */
const FIRST_ROWS = 2;

/**
 * What is sent of each row: of one that another product gets by the form only blank lines, so that each line keeps its
 * number, and a file for several products is sent once, whichever of them each call is for. The first rows of a file stay:
 * one of them may be the heading, whatever it says.
 */
function ownText(form: ImportForm | undefined, fromLine: number): (row: Row) => string {
  const rows = form && ownRowsOf(form);
  if (rows === undefined) return ({ source }) => source;
  let first = fromLine === 0 ? FIRST_ROWS : 0;
  return (row) => {
    const isFirst = first > 0 && row.text !== '';
    if (isFirst) first -= 1;
    const isOthers = !isFirst && rows.others.includes(productValue(row, rows.column));
    return isOthers ? '\n'.repeat(row.lines) : row.source;
  };
}

/** Never cut inside a character, nor at a line end. */
const wellCut = (text: string): string =>
  (text.isWellFormed() ? text : text.slice(0, -1)).replace(/[\r\n]+$/, '');

/** At most how long a text is as JSON in UTF-8. */
function jsonBytes(text: string): number {
  let bytes = utf8Bytes(text);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20) bytes += code === 0x0a || code === 0x0d || code === 0x09 ? 1 : 5;
    else if (code === 0x22 || code === 0x5c) bytes += 1;
  }
  return bytes;
}
