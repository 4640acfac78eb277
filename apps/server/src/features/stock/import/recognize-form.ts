import type { ImportForm } from '@portside/contract';

/** What may stand between fields, the likeliest first; the last ones are frequent inside passwords. */
const DELIMITERS = ['\t', ';', ',', '|', ':'];
const LINES_LOOKED_AT = 50;
/** A few lines may be odd. */
const MOST_AGREE = 0.9;
const HEADING = /^(account|login|user(name)?|e?-?mail|pass(word)?|phone|cookie|token|2fa|recovery.*|id)$/i;

/**
 * The form that a file seems to have by its beginning. Pure. Lines that hold the product's separator are text,
 * and so are those in which nothing stands equally often, not even once line breaks in quotes are no ends.
 */
export function recognizeForm(text: string, separator: string): ImportForm {
  const all = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const lines = all.slice(0, LINES_LOOKED_AT);
  if (agree(lines, separator)) return { kind: 'text' };
  const find = (rows: readonly string[]): string | undefined =>
    DELIMITERS.find((candidate) => candidate !== separator && agree(rows, candidate));
  const delimiter = find(lines) ?? find(joinQuoted(all).slice(0, LINES_LOOKED_AT));
  if (delimiter === undefined) return { kind: 'text' };
  const head = lines[0]!.split(delimiter).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  return { kind: 'csv', delimiter, has_header: isHeader(head), separator };
}

/** Rows instead of lines: one that ends within quotes goes on in the next. What no quote ends is left out. */
function joinQuoted(lines: readonly string[]): string[] {
  const rows: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    const hasOddQuote = line.split('"').length % 2 === 0;
    open.push(line);
    if (hasOddQuote !== open.length > 1) continue;
    rows.push(open.join('\n'));
    open = [];
  }
  return rows;
}

/** At least half of its fields say what stands below; an account may hold such a word too. */
const isHeader = (fields: readonly string[]): boolean =>
  fields.filter((field) => HEADING.test(field)).length * 2 >= fields.length;

/** Whether nearly all lines hold it, and the same number of times; what is in quotes does not count. */
function agree(lines: readonly string[], delimiter: string): boolean {
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
  const most = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return most > 0 && counts.filter((count) => count === most).length >= counts.length * MOST_AGREE;
}
