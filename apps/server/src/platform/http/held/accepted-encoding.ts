export type Encoding = 'br' | 'gzip';

/** Browsers send few different headers. Beyond this many, a new one is parsed each time, so that memory stays bounded. */
const MOST_KNOWN = 100;
const known = new Map<string, Encoding | null>();

/** The smaller one of those that the caller takes; null for none of them. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const found = known.get(header);
  if (found !== undefined) return found;
  const encoding = parse(header);
  if (known.size < MOST_KNOWN) known.set(header, encoding);
  return encoding;
}

function parse(header: string): Encoding | null {
  const taken = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : null;
}
