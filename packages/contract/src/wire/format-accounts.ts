/** One account, split into its product's columns. */
type Account = { readonly text: string; readonly fields: readonly { name: string; value: string }[] };

export const DELIVERY_FILE_TYPES = ['txt', 'csv', 'jsonl'] as const;

/** How a buyer's program reads accounts. */
type Format = {
  /** Column names in the order wanted; empty for all. Case does not matter. */
  readonly columns: readonly string[];
  readonly separator: string;
  readonly file_type: (typeof DELIVERY_FILE_TYPES)[number];
  /** The first line names the columns; ignored for JSON lines, which always name them. */
  readonly has_header: boolean;
};

type Column = { readonly name: string; readonly index: number | undefined };

/**
 * The lines of a delivery in a buyer's format, one account a line, without line breaks. A column that the product
 * lacks stays empty, so that programs find the others in place; a product with none of the columns is delivered with
 * all of its own.
 */
export function formatAccounts(accounts: readonly Account[], format: Format): string[] {
  const columns = columnsOf(accounts, format);
  const names = columns.map(({ name }) => name);
  if (format.file_type === 'jsonl')
    return accounts.map((account) =>
      JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, valueOf(account, column)]))),
    );
  const line = (values: readonly string[]): string =>
    values
      .map((value) => (format.file_type === 'csv' ? quote(value, format.separator) : value))
      .join(format.separator);
  const rows = accounts.map((account) => line(columns.map((column) => valueOf(account, column))));
  return format.has_header ? [line(names), ...rows] : rows;
}

function columnsOf(accounts: readonly Account[], { columns: wanted }: Format): Column[] {
  const widest = accounts.reduce<Account['fields']>(
    (most, { fields }) => (fields.length > most.length ? fields : most),
    [],
  );
  const all = widest.map(({ name }, index) => ({ name, index }));
  const known = new Map(all.map(({ name, index }) => [name.toLowerCase(), index]));
  const chosen = wanted.map((name) => ({ name, index: known.get(name.toLowerCase()) }));
  return chosen.some(({ index }) => index !== undefined) ? chosen : all;
}

const valueOf = ({ fields }: Account, { index }: Column): string =>
  index === undefined ? '' : (fields[index]?.value ?? '');

/** Quotes as in RFC 4180. Formulas are not escaped: that would change passwords. */
const quote = (value: string, separator: string): string =>
  value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
