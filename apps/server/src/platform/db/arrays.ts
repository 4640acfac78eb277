/**
 * PostgreSQL array literals. The driver would quote and escape every element of an array one by one, which for a batch
 * of hundreds of orders costs more than deciding them; ids need no quoting, and few texts do.
 */
export const idArray = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;

const PLAIN = /^[\w@.:+-]+$/;
/** The one plain word that PostgreSQL would read as a null. */
const NULL = /^null$/i;

/** An array of PostgreSQL as text, every value quoted. */
export const textArray = (values: readonly string[]): string => `{${values.map(quoted).join(',')}}`;

const quoted = (value: string): string =>
  PLAIN.test(value) && !NULL.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;

const HEAD_BYTES = 20;

const LENGTH_BYTES = 4;

const BYTEA = 17;

/** A `bytea[]` in PostgreSQL's binary form. As text every byte would take two, each converted on both sides. */
export function byteaArray(values: readonly Buffer[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + LENGTH_BYTES + value.length, HEAD_BYTES);
  const array = Buffer.allocUnsafe(bytes);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0); // dimensions
  array.writeInt32BE(0, 4); // without nulls
  array.writeInt32BE(BYTEA, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16); // the first index
  let at = HEAD_BYTES;
  for (const value of values) {
    array.writeInt32BE(value.length, at);
    array.set(value, at + LENGTH_BYTES);
    at += LENGTH_BYTES + value.length;
  }
  return values.length === 0 ? array.subarray(0, 12) : array;
}

/** PostgreSQL takes 65,535 parameters a statement, and none of the tables that are filled so has more than 13 columns. */
const ROWS_AT_ONCE = 5_000;

/** Rows for statements of `values`, as many as one may have. */
export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
