import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { XLSX_TYPE } from '@portside/contract';
import { writeXlsxStream } from 'hucre/xlsx';

export type File = {
  readonly name: string;
  /** The media type, with its charset. */
  readonly type: string;
  readonly content: string | Buffer | Readable;
};

/** Answers with a file that browsers save under its name. */
export const sendFile = (reply: FastifyReply, { name, type, content }: File): FastifyReply =>
  reply.type(type).header('content-disposition', attachment(name)).send(content);

/** Answers with a plain-text file, as fast as its texts are produced. */
export const sendText = (reply: FastifyReply, name: string, texts: AsyncIterable<string>): FastifyReply =>
  sendFile(reply, { name, type: 'text/plain; charset=utf-8', content: Readable.from(texts) });

/** Names in any script (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Characters that a cell holds at most; spreadsheets call a file with more in one damaged. */
export const LONGEST_CELL = 32_767;

export type XlsxColumn = {
  readonly name: string;
  /** Decimals, as the API has them, become numbers to calculate with. Without it, every value is text. */
  readonly isNumber?: boolean;
};

export type XlsxRow = readonly string[];

/**
 * Answers with a table for spreadsheets. In text cells nothing runs as a formula and no digit is lost, so values are
 * what they were. Rows are read as fast as the client receives them. A cell of more than `LONGEST_CELL` characters
 * breaks the answer off.
 */
export function sendXlsx(
  reply: FastifyReply,
  filename: string,
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<XlsxRow> | Iterable<XlsxRow>,
): FastifyReply {
  return sendFile(reply, { name: filename, type: XLSX_TYPE, content: createXlsx(columns, rows) });
}

/** The file by itself, for what else takes a stream. */
export function createXlsx(
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<XlsxRow> | Iterable<XlsxRow>,
): Readable {
  const stream = writeXlsxStream(cellsOf(columns, rows), {
    name: 'Sheet1',
    columns: columns.map(({ name, isNumber = false }) => ({
      header: toText(name),
      // Text also for what is typed over it.
      ...(!isNumber && { numFmt: '@' }),
    })),
    freezePane: { rows: 1 },
  });
  return Readable.fromWeb(stream);
}

async function* cellsOf(
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<XlsxRow> | Iterable<XlsxRow>,
): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows)
    yield row.map((value, index) => (columns[index]?.isNumber ? toNumber(value) : toText(value)));
}

const DECIMAL = /^-?(?=(?:\d\.?){1,15}$)\d+(?:\.\d+)?$/;

/** Of up to 15 digits, which is what a spreadsheet keeps; anything else stays text. */
const toNumber = (value: string): string | number | null =>
  value === '' ? null : DECIMAL.test(value) ? Number(value) : toText(value);

/** What XML cannot hold, and what a reader would take for its replacement; the library replaces control characters. */
const ESCAPED = /_(?=x[\dA-F]{4}_)|[\ufffe\uffff]/gi;

function toText(value: string): string {
  if (value.length > LONGEST_CELL) throw new Error(`a cell of ${value.length} characters`);
  return value.replaceAll(ESCAPED, (sign) => (sign === '_' ? '_x005F_' : `_x${hexOf(sign)}_`));
}

const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase();
