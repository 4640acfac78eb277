import {
  decodeStrictly,
  isNoText,
  sniffEncoding,
  UndecodableError,
  type Encoding,
} from '@portside/accounts/encoding';

/** A file in an encoding that must be asked. */
export type HeldFile = {
  readonly source: Blob;
  readonly looksLike: Encoding;
  /** What is not UTF-8 comes after this byte. */
  readonly nearByte: number;
  /** The encoding that somebody chose, and that not every byte fits. */
  readonly refused: Encoding | null;
  /** An archive or a document: in no encoding it has lines. */
  readonly isNoText: boolean;
};

/** A file as UTF-8, or why it is not. */
type Decoded =
  | { readonly file: Blob; readonly held: null }
  | { readonly file: null; readonly held: HeldFile };

/** For an input of files: browsers do not report that the same one is chosen again, corrected meanwhile. */
export const CHOOSES_AGAIN = {
  onClick: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    currentTarget.value = '';
  },
};

const SNIFFED_BYTES = 64_000;
/** In characters; what is converted is handed to the browser, which may keep it on its disk. */
const PIECE = 1_000_000;

/**
 * Reads a whole file strictly: no character of the result stands for bytes that could not be read. Without a chosen
 * encoding it is UTF-8 or UTF-16. Throws where the file cannot be read at all.
 */
export async function decodeFile(
  source: Blob,
  chosen: Encoding | null,
  signal?: AbortSignal,
): Promise<Decoded> {
  const bytes = new Uint8Array(await source.slice(0, SNIFFED_BYTES).arrayBuffer());
  const beginning = sniffEncoding(bytes);
  const encoding = chosen ?? beginning.encoding;
  const hold = (looksLike: Encoding, nearByte: number): Decoded => ({
    file: null,
    held: { source, looksLike, nearByte, refused: chosen, isNoText: isNoText(bytes) },
  });
  if (isNoText(bytes) || (chosen === null && !beginning.isCertain)) return hold(beginning.encoding, 0);
  const pieces: Blob[] = [];
  let text = '';
  try {
    for await (const part of decodeStrictly(bytesOf(source), encoding)) {
      signal?.throwIfAborted();
      if (encoding === 'utf-8') continue;
      text += part;
      if (text.length < PIECE) continue;
      pieces.push(new Blob([text]));
      text = '';
    }
  } catch (error) {
    if (error instanceof UndecodableError) return hold(error.looksLike.encoding, error.nearByte);
    throw error;
  }
  return { file: encoding === 'utf-8' ? source : new Blob([...pieces, text]), held: null };
}

/** The text of a UTF-8 file, piece by piece. */
export const readText = (file: Blob): AsyncGenerator<string> => decodeStrictly(bytesOf(file), 'utf-8');

const BUSY_MS = 40;

/** A file's bytes, piece by piece; in between the page can draw and answer. */
export async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let since = performance.now();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      if (performance.now() - since < BUSY_MS) continue;
      await nextTask();
      since = performance.now();
    }
  } finally {
    await reader.cancel();
  }
}

/** A timer would wait longer, in a hidden tab a second. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', end, { once: true });
    port1.start();
    port2.postMessage(null);
  });
