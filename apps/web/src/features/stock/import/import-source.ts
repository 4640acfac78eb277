import type { AdminGoods, StockBatch } from '@portside/contract';

/** What to import, and into which product. */
export type ImportSource = {
  readonly goods: AdminGoods;
  readonly gender: StockBatch['gender'];
  readonly note: string;
  readonly file: Blob;
  /** File name; empty for pasted text. */
  readonly name: string;
};

/** Size of the preview. */
const BEGINNING_BYTES = 60_000;

/**
 * The beginning of a file, never cut inside a character, nor larger than the preview call accepts. A preview ignores
 * text after the last line break, because that line may be incomplete; a whole file gets a final line break, so that
 * nothing is ignored.
 */
export async function readBeginning(file: Blob): Promise<string> {
  const text = await file.slice(0, BEGINNING_BYTES).text();
  return file.size <= BEGINNING_BYTES ? `${text}\n` : text.replace(/\uFFFD+$/, '');
}
