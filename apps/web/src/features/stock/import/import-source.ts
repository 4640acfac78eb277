import type { AdminGoods, StockBatch } from '@portside/contract';

/** What is to be imported, and into which product. */
export type ImportSource = {
  readonly goods: AdminGoods;
  readonly gender: StockBatch['gender'];
  readonly note: string;
  readonly file: Blob;
  /** The file's name; empty for what was pasted. */
  readonly name: string;
};

/** So much of a file is looked at before it is imported. */
const BEGINNING_BYTES = 60_000;

/**
 * Never in the middle of a character, nor more than the call for a preview takes. A preview leaves out what comes
 * after the last line break, because it may be half a line: of a whole file nothing is.
 */
export async function readBeginning(file: Blob): Promise<string> {
  const text = await file.slice(0, BEGINNING_BYTES).text();
  return file.size <= BEGINNING_BYTES ? `${text}\n` : text.replace(/\uFFFD+$/, '');
}
