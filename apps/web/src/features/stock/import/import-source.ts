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

/** Byte order marks of UTF-16 files, which Windows calls Unicode text. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The file converted to UTF-8 where its byte order mark says UTF-16; otherwise the file itself. */
export async function asUtf8(file: File): Promise<File> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const mark = MARKS.find(({ bytes }) => bytes[0] === first && bytes[1] === second);
  if (!mark) return file;
  const text = file.stream().pipeThrough(new TextDecoderStream(mark.encoding));
  const blob = await new Response(text.pipeThrough(new TextEncoderStream())).blob();
  return new File([blob], file.name, { type: file.type, lastModified: file.lastModified });
}

/** For each column of an account, the file's column; null where it is left out. */
type Mapping = readonly (number | null)[];

/** The form's mapping; by default columns keep the file's order. */
export const mappingOf = (
  chosen: readonly number[] | undefined,
  accountColumns: number,
  fileColumns: number,
): Mapping =>
  Array.from({ length: accountColumns }, (_, place) => {
    if (chosen) return chosen[place] ?? null;
    return place < fileColumns ? place : null;
  });

/**
 * The form's columns with one changed. Omitted columns close up, because an account has no gaps; at least one stays.
 */
export function mapColumn(mapping: Mapping, place: number, from: number | null): number[] {
  const changed = mapping.map((known, index) => (index === place ? from : known));
  const kept = changed.filter((one) => one !== null);
  return kept.length > 0 ? kept : [mapping.find((one) => one !== null) ?? 0];
}
