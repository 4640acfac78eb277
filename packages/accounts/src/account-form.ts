/**
 * How the accounts of one import are written. The form belongs to the import: what the product is changed to later
 * changes no account that is there.
 */
export type AccountForm = {
  /** The text between two values, of at least one character. */
  readonly separator: string;
  /** What the values are called, in the order of the line. */
  readonly columns: readonly string[];
  /** Values beyond the last column: its own (the rest of the line), or further fields without a name. */
  readonly surplus: 'last' | 'further';
  /** Whether blanks round a value are part of it. */
  readonly keeps_blanks: boolean;
};

/** Where one character separates, passwords hold it too: `account:password` reads `a:b:c` as `a` and `b:c`. */
export const usualSurplus = (separator: string): AccountForm['surplus'] =>
  separator.length === 1 ? 'last' : 'further';

/**
 * The values of an account, as everybody sees them: page, files, mails, search and the look for duplicates. The text
 * itself is what is sold, and stays as it came. A line with fewer values than columns gives those that it has.
 */
export function readValues(text: string, form: AccountForm): string[] {
  const { separator, columns, surplus, keeps_blanks } = form;
  const values = text.split(separator);
  const most = Math.max(1, columns.length);
  if (surplus === 'last' && values.length > most)
    values.splice(most - 1, Infinity, values.slice(most - 1).join(separator));
  return keeps_blanks ? values : values.map(trimBlanks);
}

/** Without the blanks and tabs round it. No other character is one: who typed it may have meant it. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
