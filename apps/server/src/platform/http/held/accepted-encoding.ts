import { memoizeFew } from '../../memoize-few.ts';

export type Encoding = 'br' | 'gzip';

const MOST_KNOWN = 100;

/** The smaller one of those that the caller takes; null for none of them. */
export const acceptedEncoding = (header: string | undefined): Encoding | null =>
  header === undefined ? null : parsed(header);

const parsed = memoizeFew(parse, MOST_KNOWN);

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
