import { sniffEncoding } from '@portside/accounts/encoding';

type Steps = { readonly signal?: AbortSignal; readonly onProgress?: (bytes: number) => void };

/** A file as UTF-8; or, where its encoding must be asked, the likeliest ones first. */
export type Decoded = { readonly file: Blob } | { readonly file: null; readonly guesses: readonly string[] };

/** Byte order marks of UTF-16 files, which Windows calls Unicode text. */
const MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** Of a large file, enough to see what its words are written in. */
const SNIFFED_BYTES = 64_000;

export async function decodeFile(file: File | Blob, encoding: string | null, { onProgress }: Steps = {}): Promise<Decoded> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const mark = MARKS.find(({ bytes }) => bytes[0] === first && bytes[1] === second);
  const chosen = encoding ?? mark?.encoding ?? 'utf-8';
  let passed = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        passed += chunk.length;
        onProgress?.(passed);
        out.enqueue(chunk);
      },
    }),
  );
  const text = counted.pipeThrough(new TextDecoderStream(chosen, { fatal: true }));
  try {
    const blob = await new Response(text.pipeThrough(new TextEncoderStream())).blob();
    return { file: chosen === 'utf-8' ? file : blob };
  } catch {
    return { file: null, guesses: sniffEncoding(new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer())) };
  }
}
