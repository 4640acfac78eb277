import type { DeliveryFormat } from '@portside/contract';

/** One account, split into its columns. */
type Account = { readonly fields: readonly { readonly name: string; readonly value: string }[] };

type Format = Omit<DeliveryFormat, 'columns'> & { readonly columns: readonly string[] };

/** A buyer's format for certain accounts. */
type LineFormat = {
  /** The line that names the columns, where the format wants one. */
  readonly head: readonly string[];
  lineOf(account: Account): string;
};

/** Adds the columns of more accounts to those named already; in the end they are named in their order. */
export function addColumns(names: Set<string>, accounts: readonly Account[]): void {
  for (const { fields } of accounts) for (const { name } of fields) names.add(name);
}

/**
 * How accounts with these columns are written, one on a line. A column that an account lacks stays empty, so that
 * programs find the others in place; accounts with none of the chosen columns are delivered with all of their own.
 */
export function formatLines(names: readonly string[], format: Format): LineFormat {
  const columns = chooseColumns(names, format.columns);
  const keys = columns.map((name) => name.toLowerCase());
  const valuesOf = ({ fields }: Account): string[] => {
    // As a rule every account has all columns, and each in its place.
    if (fields.length === keys.length && fields.every(({ name }, index) => name === columns[index]))
      return fields.map(({ value }) => value);
    return keys.map((key) => fields.find(({ name }) => name.toLowerCase() === key)?.value ?? '');
  };
  if (format.file_type === 'jsonl')
    return {
      head: [],
      lineOf: (account) => {
        const values = valuesOf(account);
        return JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, values[index]])));
      },
    };
  const { separator } = format;
  const join = (values: readonly string[]): string =>
    (format.file_type === 'csv' ? values.map((value) => quote(value, separator)) : values).join(separator);
  return {
    head: format.has_header && columns.length > 0 ? [join(columns)] : [],
    lineOf: (account) => join(valuesOf(account)),
  };
}

/** Accounts that are all at hand in a buyer's format, without line breaks. */
export function formatAccounts(accounts: readonly Account[], format: Format): string[] {
  const names = new Set<string>();
  addColumns(names, accounts);
  const { head, lineOf } = formatLines([...names], format);
  return [...head, ...accounts.map(lineOf)];
}

/** The wanted columns; all of them where none is wanted, or none of those wanted is there. */
function chooseColumns(names: readonly string[], wanted: readonly string[]): readonly string[] {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return wanted.some((name) => known.has(name.toLowerCase())) ? wanted : names;
}

/** How many values hold the separator, so that whoever splits the line by it finds too many. CSV and JSON keep them. */
export const countSplitValues = (
  { fields }: Account,
  { file_type: type, separator, columns }: Format,
): number =>
  type === 'txt' ? chosenFields(fields, columns).filter(({ value }) => value.includes(separator)).length : 0;

function chosenFields(fields: Account['fields'], wanted: readonly string[]): Account['fields'] {
  const keys = new Set(wanted.map((name) => name.toLowerCase()));
  const chosen = fields.filter(({ name }) => keys.has(name.toLowerCase()));
  return chosen.length === 0 ? fields : chosen;
}

/** Quotes as in RFC 4180. Formulas are not escaped: that would change passwords. */
const quote = (value: string, separator: string): string =>
  value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
