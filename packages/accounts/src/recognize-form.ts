import type { ImportForm } from '@portside/contract';
import { accountFormOf, type ProductForm } from './account-form.ts';
import { RowChecker } from './check-row.ts';
import { headingOf, isHeading, isRefusedList, mapByHeading, sepOf } from './columns.ts';
import { isEmptyToSee } from './invisible.ts';
import { numberOf } from './numbering.ts';
import { readRows, type Row } from './row-reader.ts';
import { usualOf } from './usual-lines.ts';

/** How much of a file shows its form, in characters. */
export const BEGINNING_CHARACTERS = 256_000;

const SAMPLE_ROWS = 500;
const FEW_QUOTED = 0.3;
/** The share of rows that must agree: a few may be odd. */
const MIN_AGREEMENT = 0.8;
/** A title or an advertisement may come before the heading. */
const HEADING_WITHIN = 10;
const MOST_WIDTH = 100;
const MOST_COLUMNS = 20;

/** Delimiters of tables, the likeliest first; the last ones are frequent inside passwords. */
const DELIMITERS = ['\t', ';', ',', '|', '----', '---', '||', '::', ':'];
/** What else may separate the values of a line: a sign that is repeated, or blanks. */
const OTHER_DELIMITERS = /([^\p{L}\p{N}\s"'])\1{1,7}| {1,8}/gu;

/** What one delimiter makes of the beginning of a file. */
type Table = { readonly delimiter: string; readonly rows: readonly Row[]; readonly width: number };

/**
 * The form that a file seems to have, judged by its beginning: lines of text, unless most of them are rows of a table
 * and no whole accounts as they stand. A heading is found in it, and says which column is which.
 */
export function recognizeForm(beginning: string, product: ProductForm, isWhole = false): ImportForm {
  const text = isWhole ? beginning : wholeLinesOf(beginning);
  const lines = linesOf(text);
  const named = lines[0]?.line === 1 ? sepOf(lines[0].text) : null;
  const table =
    named !== null
      ? tableOf(text, named)
      : (quotedTable(text, product) ??
        spanningTable(text, product) ??
        orderedTable(text, lines, product) ??
        plainTable(text, lines, product));
  return table === null ? textForm(lines, product) : tableForm(table, product);
}

/** With what nearly all of its rows have in common. */
function withUsual<Form extends ImportForm>(form: Form, rows: readonly Row[], product: ProductForm): Form {
  const account = accountFormOf(product, form);
  const checker = new RowChecker(form, account);
  const lines = rows.flatMap((row) => {
    const { what, values, isUnfit, doubts } = checker.check(row);
    if (what !== 'line' || isUnfit || doubts.some((doubt) => doubt !== 'numbered')) return [];
    return [{ line: row.fields === null ? row.text : null, values }];
  });
  return { ...form, ...usualOf(lines, account) };
}

/** The form of a file that somebody wants read as lines, or as a table by this delimiter; of whole lines. */
export const formBy = (delimiter: string | null, text: string, product: ProductForm): ImportForm =>
  delimiter === null ? textForm(linesOf(text), product) : tableForm(tableOf(text, delimiter), product);

/** A form that somebody has changed, with what is usual in the lines as it reads them now. */
export const withUsualOf = (form: ImportForm, text: string, product: ProductForm): ImportForm =>
  withUsual(form, form.kind === 'csv' ? tableOf(text, form.delimiter).rows : linesOf(text), product);

const linesOf = (text: string): Row[] =>
  readRows(text, null)
    .filter((row) => !isEmptyToSee(row.text))
    .slice(0, SAMPLE_ROWS);

/** A beginning may end within a line, which is left out unless it is the only one. */
export const wholeLinesOf = (text: string): string =>
  text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) || text;

function textForm(lines: readonly Row[], product: ProductForm): ImportForm {
  const { separator, columns } = product;
  const form = headedForm(lines, separator, columns);
  return withUsual(form, lines, product);
}

function headedForm(lines: readonly Row[], separator: string, columns: readonly string[]): ImportForm {
  for (const { text } of lines.slice(0, HEADING_WITHIN)) {
    const heading = headingOf(text, separator, columns);
    if (heading !== null) return { kind: 'text', heading: [...heading] };
  }
  return { kind: 'text' };
}

const tableForm = (table: Table, product: ProductForm): ImportForm =>
  withUsual(mappedForm(table, product), table.rows, product);

function mappedForm({ delimiter, rows, width }: Table, { separator, columns }: ProductForm): ImportForm {
  const form = { kind: 'csv' as const, delimiter, separator };
  const found = rows
    .slice(0, HEADING_WITHIN)
    .map(({ fields }) => fields!)
    .find((fields) => isHeading(fields, columns) || isRefusedList(fields));
  const most = Math.max(1, Math.min(columns.length, MOST_COLUMNS));
  const inOrder = (upTo: number) => Array.from({ length: Math.min(most, upTo) }, (_, place) => place);
  if (columns.length === 0) {
    const heading = found && { heading: found.map((name) => name.trim()) };
    return { ...form, has_header: found !== undefined, ...heading };
  }
  if (found === undefined) {
    const counted = isCounted(rows.map(({ fields }) => fields!));
    const places = counted ? inOrder(width - 1).map((at) => at + 1) : inOrder(width);
    return { ...form, has_header: false, width, columns: places };
  }
  const heading = found.map((name) => name.trim());
  const header = { has_header: true, heading, width: heading.length };
  if (isRefusedList(heading)) return { ...form, ...header, columns: [heading.length - 1] };
  return { ...form, ...header, columns: placesOf(heading, columns) ?? inOrder(heading.length) };
}

/**
 * Where a heading has the product's columns; those that it does not name are the ones left over, in their order. Null
 * where it names none of them.
 */
function placesOf(heading: readonly string[], columns: readonly string[]): number[] | null {
  const places = mapByHeading(heading, columns.slice(0, MOST_COLUMNS));
  if (places.every((place) => place === null)) return null;
  const left = heading.map((_, at) => at).filter((at) => !places.includes(at));
  return places.map((place) => place ?? left.shift() ?? null).filter((place) => place !== null);
}

/** Whether the first column only numbers the rows: from 0 or 1 on, for accounts may be numbers too. */
export const isCounted = (rows: readonly (readonly string[])[]): boolean =>
  rows.length > 1 &&
  countOf(rows[0]![0]) <= 1 &&
  rows.every((fields, at) => fields.length > 1 && countOf(fields[0]) === countOf(rows[0]![0]) + at);

const COUNT = /^(?:[#№]\s*)?(\p{Nd}{1,7})(?:\s*[.):])?$/u;

const countOf = (field = ''): number => {
  const [, digits] = COUNT.exec(field.trim()) ?? [];
  return digits === undefined ? Number.NaN : numberOf(digits);
};

function tableOf(text: string, delimiter: string): Table {
  const rows = readRows(text, delimiter)
    .filter((row) => !isEmptyToSee(row.text) && (row.line > 1 || sepOf(row.text) === null))
    .slice(0, SAMPLE_ROWS);
  return { delimiter, rows, width: usualWidth(rows) };
}

/** The number of fields that most rows have. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const width = row.isOpen ? 0 : row.fields!.length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [width = 1] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return Math.max(1, Math.min(width, MOST_WIDTH));
}

const agreementOf = ({ rows, width }: Table): number =>
  rows.filter((row) => !row.isOpen && row.fields!.length === width).length / Math.max(1, rows.length);

const hasQuotes = (row: Row): boolean =>
  !row.isOpen && row.fields!.some((field, at) => row.text[row.starts[at]!] === '"' && !field.startsWith('"'));

/** A value that only quotes could hold: with the delimiter, a quote or a line break in it. */
const needsQuotes = (row: Row, delimiter: string): boolean =>
  row.fields!.some(
    (field, at) =>
      row.text[row.starts[at]!] === '"' &&
      (field.includes(delimiter) || /["\r\n]/.test(field)) &&
      !row.isOpen,
  );

/** Whether each line behind a row's first is an account: the quotes that hold them together belong to passwords. */
const holdsLines = ({ text, lines }: Row, { separator, columns }: ProductForm): boolean =>
  lines > 1 &&
  text
    .split(/\r\n?|\n/)
    .slice(1)
    .every((line) => {
      const values = line.split(separator);
      return /^[^\s"[\]{}]/.test(line) && values.length === columns.length && !values.includes('');
    });

/**
 * A quoted table whose delimiter is the product's separator: every row is quoted, or what is quoted needs to be. Without a
 * heading, a few quotes may be passwords' own.
 */
function quotedTable(text: string, product: ProductForm): Table | null {
  const { separator, columns } = product;
  if (!text.includes('"')) return null;
  const table = tableOf(text, separator);
  // Without columns, lines are sold as they came, unless somebody wants their quotes off.
  if (columns.length === 0 && table.width > 1) return null;
  // JSON has quotes and commas of its own.
  if (columns.length < 2 && table.rows.some((row) => /[[{]\s*"(?!")/.test(row.text))) return null;
  const quoted = table.rows.filter(hasQuotes);
  if (quoted.length === 0 || table.width < Math.min(2, columns.length)) return null;
  const isQuotedThrough = quoted.length >= table.rows.length * MIN_AGREEMENT;
  const mayBeFew = table.rows.slice(0, HEADING_WITHIN).some(({ fields }) => isHeading(fields!, columns));
  const isNeeded =
    (mayBeFew || quoted.length > table.rows.length * FEW_QUOTED) &&
    quoted.every((row) => needsQuotes(row, separator) && !holdsLines(row, product)) &&
    !table.rows.some((row) => row.isOpen);
  return (isQuotedThrough || isNeeded) && agreementOf(table) >= MIN_AGREEMENT ? table : null;
}

/** A table with values over several lines in quotes: read as lines, those within values would pass for accounts. */
function spanningTable(text: string, product: ProductForm): Table | null {
  const { separator, columns } = product;
  if (columns.length < 2 || !text.includes('"')) return null;
  const tables = [separator, ...DELIMITERS.slice(0, 4)].map((delimiter) => tableOf(text, delimiter));
  const isSpanning = ({ rows, width }: Table): boolean =>
    width > 1 &&
    rows.some((row) => row.lines > 1) &&
    !rows.some((row) => row.isOpen || holdsLines(row, product));
  return tables.find((table) => isSpanning(table) && agreementOf(table) >= MIN_AGREEMENT) ?? null;
}

/** Lines by the product's separator under a heading that names the columns in another order: a table, to be put right. */
function orderedTable(
  text: string,
  lines: readonly Row[],
  { separator, columns }: ProductForm,
): Table | null {
  if (columns.length < 2) return null;
  const heading = lines
    .slice(0, HEADING_WITHIN)
    .map((line) => line.text.split(separator))
    .find((values) => isHeading(values, columns) && values.length > 1);
  if (heading === undefined) return null;
  const places = mapByHeading(heading, columns);
  const isInOrder = places.every((place, at) => place === null || place === at);
  return isInOrder ? null : tableOf(text, separator);
}

/** A table by another delimiter than the product's separator. */
function plainTable(text: string, lines: readonly Row[], { separator, columns }: ProductForm): Table | null {
  const others = DELIMITERS.filter((one) => !separator.includes(one) && text.includes(one));
  const headed = others.find((delimiter) =>
    lines.slice(0, HEADING_WITHIN).some(({ text: line }) => {
      const values = readRows(line, delimiter)[0]?.fields ?? [];
      return values.length > 1 && (isHeading(values, columns) || isRefusedList(values));
    }),
  );
  if (headed !== undefined) {
    const table = tableOf(text, headed);
    if (agreementOf(table) >= 0.5 || !holdAccounts(lines, separator, columns)) return table;
  }
  // Whole lines are sold where the product has one column, or none.
  if (columns.length < 2) return null;
  const hasOwn = holdAccounts(lines, separator, columns);
  const isSeparated =
    lines.filter((line) => line.text.includes(separator)).length >= lines.length * MIN_AGREEMENT;
  for (const delimiter of others) {
    const table = tableOf(text, delimiter);
    if (table.width < 2 || agreementOf(table) < MIN_AGREEMENT) continue;
    if (table.width < columns.length && isSeparated) continue;
    // Where both would do, the separator wins, unless all of its first values hold the other. Where it is in each line as
    // often as between values, it wins over signs that a platform, an address or a time have too.
    if (!hasOwn) return table;
    const isMeant =
      delimiter !== '\t' && lines.every((line) => line.text.split(separator).length === columns.length);
    if (
      !isMeant &&
      table.width >= columns.length &&
      lines.every((line) => isBefore(line.text, delimiter, separator, columns.length))
    )
      return table;
  }
  if (hasOwn || isSeparated) return null;
  // Of others it is only known that they make the product's columns.
  const found = [...new Set(lines[0]?.text.match(OTHER_DELIMITERS))].map((one) => tableOf(text, one));
  return found.find((table) => table.width === columns.length && agreementOf(table) >= MIN_AGREEMENT) ?? null;
}

/** Whether most lines have all the product's values as they stand. */
function holdAccounts(lines: readonly Row[], separator: string, columns: readonly string[]): boolean {
  const whole = lines.filter((line) => line.text.split(separator).length >= columns.length);
  return whole.length >= lines.length * MIN_AGREEMENT;
}

/** Whether a delimiter parts a line into its values before the separator comes at all. */
function isBefore(line: string, delimiter: string, separator: string, columns: number): boolean {
  // The colon of a link separates nothing.
  const first = line.split(separator, 1)[0]!.replaceAll('://', '');
  return first.split(delimiter).length >= columns;
}

/** At least so many rows show what accounts look like. */
const LEAST_ROWS = 2;

/**
 * Whether a file's first row is unlike all others, as the names of columns are in a language that nobody here knows: it
 * has no digit and no address where the others have one. Rows are split into their values.
 */
export function isUnlikeOthers(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || others.length < LEAST_ROWS || first.length < 2) return false;
  if (first.some((value) => /[\d@]/.test(value) || value.trim() === '' || value.length > 30)) return false;
  const told = first.filter((_, at) => {
    const like = others.filter((values) => /[\d@]/.test(values[at] ?? '')).length;
    return like >= others.length * 0.9;
  });
  return told.length >= 2;
}
