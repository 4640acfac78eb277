/** Below the call's limit of one megabyte as JSON, in any language. */
const PART_BYTES = 400_000;
/** The rest of a line that is longer than a part: the line is refused anyway. */
const KEPT_OF_ENDLESS_LINE = 8_000;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/** Whole lines of a file, with their offset. */
export type FilePart = { readonly fromByte: number; readonly text: string };

/**
 * Splits a file into parts of whole lines, each small enough for one call; for CSV into whole rows, which may contain
 * quoted line breaks. Memory stays constant however long the file is. Reading from the start of a part yields the
 * same parts again, so an interrupted import can be resumed.
 */
export async function* readParts(
  file: Pick<Blob, 'slice'>,
  kind: 'text' | 'csv',
  fromByte = 0,
  partBytes = PART_BYTES,
): AsyncGenerator<FilePart> {
  let held: Uint8Array = new Uint8Array();
  let at = fromByte;
  let isInEndlessLine = false;
  const pass = (count: number): void => {
    held = held.subarray(count);
    at += count;
  };
  for await (const chunk of chunksOf(file.slice(fromByte))) {
    held = join(held, chunk);
    while (held.length >= partBytes || isInEndlessLine) {
      if (isInEndlessLine) {
        const end = held.indexOf(NEWLINE) + 1;
        pass(end || held.length);
        isInEndlessLine = end === 0;
        if (isInEndlessLine) break;
        continue;
      }
      const end = endOfPart(held, kind, partBytes);
      isInEndlessLine = end === 0;
      if (isInEndlessLine)
        yield { fromByte: at, text: `${decode(held.subarray(0, KEPT_OF_ENDLESS_LINE))}\n` };
      else yield { fromByte: at, text: decode(held.subarray(0, end)) };
      pass(end);
    }
  }
  if (held.length > 0) yield { fromByte: at, text: decode(held) };
}

/** End of the last whole line in the first part; 0 where there is none. */
function endOfPart(bytes: Uint8Array, kind: 'text' | 'csv', partBytes: number): number {
  const plain = bytes.lastIndexOf(NEWLINE, partBytes - 1) + 1;
  // An unclosed quote, for example in a password, must not block the rest.
  return kind === 'csv' ? endOfRows(bytes, partBytes) || plain : plain;
}

/** The same for CSV: a quoted line break ends no row, and a row may end with a lone carriage return. */
function endOfRows(bytes: Uint8Array, partBytes: number): number {
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < partBytes; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === NEWLINE) end = at + 1;
    else if (byte === RETURN && at + 1 < partBytes && bytes[at + 1] !== NEWLINE) end = at + 1;
  }
  return end;
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Whole lines contain whole characters. The byte order mark is kept; the server skips it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const decode = (bytes: Uint8Array): string => decoder.decode(bytes);
