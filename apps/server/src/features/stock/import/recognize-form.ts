import type { ImportForm } from '@portside/contract';

/** Characters between fields, the likeliest first; the last ones are frequent inside passwords. */
const DELIMITERS = ['\t', ';', ',', '|', ':'];
const SAMPLE_LINES = 50;
/** The share of lines that must agree: a few may be odd. */
const MIN_AGREEMENT = 0.9;
const HEADING = /^(account|login|user(name)?|e?-?mail|pass(word)?|phone|cookie|token|2fa|recovery.*|id)$/i;

/**
 * The form that a file seems to have, judged by its beginning. Pure. Text where most lines hold the product's separator,
 * and where no delimiter occurs equally often in most lines, also not with line breaks inside quotes joined.
 */
export function recognizeForm(text: string, separator: string): ImportForm {
  const all = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const lines = all.slice(0, SAMPLE_LINES);
  if (agree(lines, separator)) return { kind: 'text' };
  const find = (rows: readonly string[]): string | undefined =>
    DELIMITERS.find((candidate) => candidate !== separator && agree(rows, candidate));
  const delimiter = find(lines) ?? find(joinQuoted(all).slice(0, SAMPLE_LINES));
  if (delimiter === undefined) return { kind: 'text' };
  const head = lines[0]!.split(delimiter).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  return { kind: 'csv', delimiter, has_header: isHeader(head), separator };
}

/** Joins lines into rows: a line that ends within quotes continues on the next. What no quote closes is left out. */
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

/** Whether at least half of the fields are column names; an account may hold such a word too. */
const isHeader = (fields: readonly string[]): boolean =>
  fields.filter((field) => HEADING.test(field)).length * 2 >= fields.length;

/** Whether nearly all lines hold the delimiter the same number of times; quoted text does not count. */
function agree(lines: readonly string[], delimiter: string): boolean {
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1);
  const most = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
  return most > 0 && counts.filter((count) => count === most).length >= counts.length * MIN_AGREEMENT;
}
