/** In characters: as JSON less than the megabyte that a call takes, whatever the language. */
const PART_CHARS = 200_000;
/** A line that is longer than this is refused whatever follows. */
const KEPT_OF_ENDLESS_LINE = 8_000;

/**
 * A file as parts of whole lines, each small enough for one call; of CSV, of whole rows, which may hold line
 * breaks in quotes. Memory stays flat however long the file is.
 */
export async function* readParts(
  chunks: AsyncIterable<string>,
  kind: 'text' | 'csv',
  partChars = PART_CHARS,
): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    held += chunk;
    while (held.length >= partChars) {
      const end = endOfPart(held, kind, partChars);
      if (end === 0) {
        held = held.slice(0, KEPT_OF_ENDLESS_LINE);
        break;
      }
      yield held.slice(0, end);
      held = held.slice(end);
    }
  }
  if (held !== '') yield held;
}

/** Where the last whole line of the first part ends; 0 where none does. */
function endOfPart(text: string, kind: 'text' | 'csv', partChars: number): number {
  const plain = text.lastIndexOf('\n', partChars - 1) + 1 || text.indexOf('\n') + 1;
  // A quote that nobody closes, in a password say, must not hold up the rest.
  return kind === 'csv' ? endOfRows(text, partChars) || plain : plain;
}

/** The same for CSV: a line break in quotes ends no row. */
function endOfRows(text: string, partChars: number): number {
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < partChars; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) end = at + 1;
  }
  return end;
}

/** The text of a file as it is read; `onRead` hears how many bytes of it were. */
export async function* readText(
  file: Pick<Blob, 'stream'>,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      onRead(bytes);
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}
