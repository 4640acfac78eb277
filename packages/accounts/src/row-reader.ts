import { LONGEST_LINE } from '@portside/contract/wire/limits';
import { isEmptyToSee } from './invisible.ts';

/** A line of text, or a row of a table. */
export type Row = {
  /** The number of its first line in the file, from 1, and how many lines it spans. */
  readonly line: number;
  readonly lines: number;
  /** As it is in the file, without the mark at its start and without its line end. */
  readonly text: string;
  /** Of a table; a row whose quote is never closed has its text as the only one. Null in a file of lines. */
  readonly fields: readonly string[] | null;
  /** Where each field begins in the text. */
  readonly starts: readonly number[];
  /** Its quote is never closed: it is one line by itself. */
  readonly isOpen: boolean;
  /** Byte order marks at its start. */
  readonly marks: number;
  /** Exactly what it is in the file. Of a line longer than `MOST_KEPT` its beginning, and how much of it is missing. */
  readonly source: string;
  readonly skippedBytes: number;
};

/**
 * The longest row of a table as it is in the file, with quotes and what is not sold. A longer one is too long, one over
 * several lines counts as open.
 */
export const LONGEST_ROW = 99_000;
/** What is kept of a line without an end: too long to be an account, however it is read again. */
export const BEGINNING = 100_000;
/** A longer line is cut, so that a file without line ends needs no memory. In characters. */
const MOST_KEPT = 400_000;

const MARK = 0xfeff;
const QUOTE = 0x22;

/**
 * The one grammar of imported files, a chunk at a time. Lines end with LF, CRLF or CR; a byte order mark at the start of
 * any line is no part of it. In a table a quote at the start of a field opens it, two are one, and it ends before a
 * delimiter, a line end or the end. A field that does not end so is taken literally; where that would leave a quote open
 * over lines, the line is a row by itself, and reading goes on with the next. Takes linear time whatever the file.
 */
export class RowReader {
  readonly #delimiter: string | null;
  #held = '';
  /** Held text is read again only once it has doubled: a long row in many chunks stays linear. */
  #retryAt = 0;
  #line: number;
  /** Characters before the held text, and opening quotes, so counted, that lead to no end. */
  #before = 0;
  readonly #openQuotes = new Set<number>();
  /** A line beyond `MOST_KEPT`: its beginning, and the bytes passed since. */
  #endless: { readonly beginning: string; skippedBytes: number } | null = null;

  /** Without a delimiter: lines of text. A later part of a file begins with a later line than its first. */
  constructor(delimiter: string | null, firstLine = 1) {
    this.#delimiter = delimiter;
    this.#line = firstLine;
  }

  /** The rows that end in the text so far. */
  push(text: string): Row[] {
    this.#held += text;
    return this.#held.length < this.#retryAt ? [] : this.#read(false);
  }

  /** The rows that are left. */
  end(): Row[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): Row[] {
    const rows: Row[] = [];
    const scan = new Scan(this.#held, this.#delimiter, isEnd, this.#before, this.#openQuotes);
    let at = 0;
    while (at < this.#held.length) {
      if (this.#endless) {
        const { end, next } = scan.lineEnd(at);
        this.#endless.skippedBytes += utf8Bytes(this.#held.slice(at, next ?? end));
        at = next ?? end;
        if (next === null) break;
        rows.push(this.#endOfEndless(this.#endless));
        continue;
      }
      const row = scan.row(at, this.#line, this.#held.length - at > MOST_KEPT);
      if (row === null) {
        if (this.#held.length - at <= MOST_KEPT) break;
        const beginning = beginningOf(this.#held.slice(at, at + BEGINNING));
        // A return at the very end may have its newline in the next chunk.
        const { end } = scan.lineEnd(at);
        this.#endless = { beginning, skippedBytes: utf8Bytes(this.#held.slice(at + beginning.length, end)) };
        at = end;
        break;
      }
      at += row.source.length;
      this.#line += row.lines;
      rows.push(row.source.length > MOST_KEPT ? shorten(row) : row);
    }
    if (isEnd && this.#endless) rows.push(this.#endOfEndless(this.#endless));
    this.#before += at;
    this.#held = this.#held.slice(at);
    this.#retryAt = this.#held.length * 2;
    for (const quote of this.#openQuotes) if (quote < this.#before) this.#openQuotes.delete(quote);
    return rows;
  }

  #endOfEndless({
    beginning,
    skippedBytes,
  }: {
    readonly beginning: string;
    readonly skippedBytes: number;
  }): Row {
    const row = cutRow(beginning, skippedBytes, this.#line, this.#delimiter !== null);
    this.#endless = null;
    this.#line += 1;
    return row;
  }
}

function shorten(row: Row): Row {
  const beginning = beginningOf(row.source.slice(0, BEGINNING));
  return cutRow(beginning, utf8Bytes(row.source.slice(beginning.length)), row.line, row.fields !== null);
}

function cutRow(beginning: string, bytesAfter: number, line: number, isTable: boolean): Row {
  const marks = marksOf(beginning, 0);
  const text = beginning.slice(marks);
  const row = { line, lines: 1, text, fields: isTable ? [text] : null, starts: [0], isOpen: false, marks };
  // The line end that follows the beginning is one of the bytes.
  return { ...row, source: `${beginning}\n`, skippedBytes: Math.max(0, bytesAfter - 1) };
}

/** Never cut inside a character. */
const beginningOf = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));

/** All rows of a text that is whole, or of a part that holds whole rows. */
export function readRows(text: string, delimiter: string | null, firstLine = 1): Row[] {
  const reader = new RowReader(delimiter, firstLine);
  return [...reader.push(text), ...reader.end()];
}

/** Finds a text forwards without ever passing the same stretch twice. */
class Finder {
  readonly #text: string;
  readonly #needle: string;
  /** There is none in between. */
  #from = 0;
  #at = -1;

  constructor(text: string, needle: string) {
    this.#text = text;
    this.#needle = needle;
  }

  /** The first place from there on; the text's length where there is none. */
  next(from: number): number {
    if (from >= this.#from && from <= this.#at) return this.#at;
    if (from < this.#from && this.#at >= 0) {
      const reach = this.#from + this.#needle.length - 1;
      const found = this.#text.slice(from, reach).indexOf(this.#needle);
      this.#from = from;
      if (found >= 0) this.#at = from + found;
      return this.#at;
    }
    const found = this.#text.indexOf(this.#needle, from);
    this.#from = from;
    this.#at = found < 0 ? this.#text.length : found;
    return this.#at;
  }
}

type Quoted =
  | { readonly kind: 'closed'; readonly value: string; readonly end: number }
  | { readonly kind: 'stray'; readonly at: number }
  | { readonly kind: 'open' | 'more' };

/** One pass over the text that is held. */
class Scan {
  readonly #text: string;
  readonly #delimiter: string | null;
  readonly #isEnd: boolean;
  readonly #before: number;
  readonly #openQuotes: Set<number>;
  readonly #newlines: Finder;
  readonly #returns: Finder;
  readonly #delimiters: Finder;
  readonly #quotes: Finder;

  constructor(
    text: string,
    delimiter: string | null,
    isEnd: boolean,
    before: number,
    openQuotes: Set<number>,
  ) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#isEnd = isEnd;
    this.#before = before;
    this.#openQuotes = openQuotes;
    this.#newlines = new Finder(text, '\n');
    this.#returns = new Finder(text, '\r');
    this.#delimiters = new Finder(text, delimiter ?? '\n');
    this.#quotes = new Finder(text, '"');
  }

  /** Where the line ends and the next begins; null as long as only more text can tell. */
  lineEnd(from: number): { readonly end: number; readonly next: number | null } {
    const text = this.#text;
    const end = Math.min(this.#newlines.next(from), this.#returns.next(from));
    if (end === text.length) return { end, next: this.#isEnd ? end : null };
    if (text.charCodeAt(end) === 0x0a) return { end, next: end + 1 };
    if (end + 1 === text.length) return { end, next: this.#isEnd ? end + 1 : null };
    return { end, next: text.charCodeAt(end + 1) === 0x0a ? end + 2 : end + 1 };
  }

  /** The row that begins there; null as long as it may go on. A row that is too long to wait for is one line. */
  row(from: number, line: number, isTooLong: boolean): Row | null {
    const marks = marksOf(this.#text, from);
    const start = from + marks;
    if (this.#delimiter === null)
      return this.#line(from, start, { line, marks, fields: null, isOpen: false });
    const opened: number[] = [];
    const fields: string[] = [];
    const starts: number[] = [];
    const open = (): Row | null => {
      for (const at of opened) this.#openQuotes.add(this.#before + at);
      return this.#line(from, start, { line, marks, fields: [], isOpen: true });
    };
    for (let at = start; ;) {
      starts.push(at - start);
      if (this.#text.charCodeAt(at) === QUOTE) {
        opened.push(at);
        const quoted = this.#quoted(at);
        if (quoted.kind === 'more' && !isTooLong) return null;
        if (quoted.kind === 'open' || quoted.kind === 'more') return open();
        if (quoted.kind === 'stray' && this.lineEnd(at).end < quoted.at) return open();
        if (quoted.kind === 'closed') {
          fields.push(quoted.value);
          at = quoted.end;
          if (this.#text.startsWith(this.#delimiter, at)) {
            at += this.#delimiter.length;
            continue;
          }
          return this.#isTooLong(start, at)
            ? open()
            : this.#row(from, start, at, { line, marks, fields, starts });
        }
      }
      const { end, next } = this.lineEnd(at);
      const delimiter = this.#delimiters.next(at);
      if (delimiter < end && delimiter + this.#delimiter.length <= end) {
        fields.push(this.#text.slice(at, delimiter));
        at = delimiter + this.#delimiter.length;
        continue;
      }
      if (next === null) return isTooLong && this.lineEnd(start).end < at ? open() : null;
      fields.push(this.#text.slice(at, end));
      return this.#isTooLong(start, end)
        ? open()
        : this.#row(from, start, end, { line, marks, fields, starts });
    }
  }

  /** Rows of several lines are kept whole, so there is a limit to them. */
  #isTooLong(start: number, end: number): boolean {
    return end - start > LONGEST_ROW && this.lineEnd(start).end < end;
  }

  #row(
    from: number,
    start: number,
    end: number,
    row: Pick<Row, 'line' | 'marks' | 'fields' | 'starts'>,
  ): Row | null {
    const { next } = this.lineEnd(end);
    if (next === null) return null;
    const text = this.#text.slice(start, end);
    const lines = 1 + (text.match(/\r\n|\n|\r/g)?.length ?? 0);
    return { ...row, lines, text, isOpen: false, source: this.#text.slice(from, next), skippedBytes: 0 };
  }

  /** A row that is one line. */
  #line(
    from: number,
    start: number,
    row: Pick<Row, 'line' | 'marks' | 'isOpen'> & { readonly fields: [] | null },
  ): Row | null {
    const { end, next } = this.lineEnd(start);
    if (next === null) return null;
    const text = this.#text.slice(start, end);
    const fields = row.fields && [text];
    return {
      ...row,
      lines: 1,
      text,
      fields,
      starts: [0],
      source: this.#text.slice(from, next),
      skippedBytes: 0,
    };
  }

  /** What the quote there opens. */
  #quoted(open: number): Quoted {
    if (this.#openQuotes.has(this.#before + open)) return { kind: 'open' };
    const text = this.#text;
    const delimiter = this.#delimiter!;
    let escapes = 0;
    for (let at = open + 1; ; at += 2) {
      at = this.#quotes.next(at);
      if (at - open - 1 - escapes > LONGEST_LINE) return { kind: 'open' };
      if (at === text.length) return { kind: this.#isEnd ? 'open' : 'more' };
      const after = text.charCodeAt(at + 1);
      if (after === QUOTE) {
        escapes += 1;
        continue;
      }
      const isLast = at + 1 === text.length;
      // The next character, or the rest of the delimiter, may come with the next chunk.
      if (!this.#isEnd && (isLast || delimiter.startsWith(text.slice(at + 1, at + 1 + delimiter.length))))
        if (text.length - at - 1 < delimiter.length) return { kind: 'more' };
      const isClosing = isLast || after === 0x0a || after === 0x0d || text.startsWith(delimiter, at + 1);
      if (!isClosing) return { kind: 'stray', at };
      const raw = text.slice(open + 1, at);
      return { kind: 'closed', value: escapes > 0 ? raw.replaceAll('""', '"') : raw, end: at + 1 };
    }
  }
}

function marksOf(text: string, from: number): number {
  let marks = 0;
  while (text.charCodeAt(from + marks) === MARK) marks += 1;
  return marks;
}

/** Whether there is nothing to see in it. */
export const isEmptyRow = ({ text, fields }: Row): boolean =>
  fields === null || fields.length < 2 ? isEmptyToSee(text) : fields.every((field) => isEmptyToSee(field));

/** Whether a line end follows: all rows but a file's last one have it. */
export const hasEnd = ({ source }: Row): boolean => /[\r\n]$/.test(source);

/** How long a text is as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Both halves of a pair add one: four bytes for two units.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
