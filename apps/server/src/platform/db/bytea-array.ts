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
