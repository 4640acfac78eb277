import { CsvError, parse } from 'csv-parse/sync';
import {
  Email,
  MOST_IMPORTED_USERS,
  Username,
  type DecimalSign,
  type UserLineProblem,
} from '@portside/contract';
import { refuseField } from '../../platform/refusal.ts';
import { foldName } from '../users/index.ts';
import { readAmounts } from './read-amounts.ts';

/** A line of the file. `problem` null: it may become a user. */
export type UserLine = {
  /** From 1; the heading is the first. */
  readonly line: number;
  readonly username: string;
  readonly email: string;
  readonly balanceMicro: bigint;
  readonly registeredAt: Date | null;
  /** A promotion code or a username; null for none. */
  readonly agent: string | null;
  readonly problem: UserLineProblem | null;
};

/** With what the database says of it. */
export type CheckedLine = UserLine & { readonly agentId: bigint | null };

const COLUMNS = {
  username: ['username', 'user', 'login', 'name'],
  email: ['email', 'e-mail', 'mail'],
  balance: ['balance'],
  registered: ['created_at', 'created', 'registered', 'registered_at', 'date'],
  agent: ['agent', 'promotion_code', 'referrer'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ['username', 'email', 'balance'];
const DELIMITERS = [',', ';', '\t'];
/** Longer texts are no names; the report shows the beginning. */
const LONGEST_SHOWN = 254;
const DATE = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const OLDEST = Date.parse('1970-01-01');
/** What stands where bytes were no UTF-8. */
const REPLACED = '\ufffd';

/** Balances that could be two amounts: the first with its line and both readings, and how many there are. */
type AmountQuestion = {
  readonly line: number;
  readonly value: string;
  readonly point: string;
  readonly comma: string;
  readonly lines: number;
};

type UserTable = {
  readonly lines: UserLine[];
  /** Null where no balance is in doubt. */
  readonly question: AmountQuestion | null;
};

/**
 * The lines of a CSV file with users. The first line names the columns, in any order; unknown columns are left out.
 * `decimalSign` tells how to read balances in doubt; without it, their lines have the problem `ambiguous`.
 * Refuses a text that is no table or was not UTF-8, lacks a needed column, or has no or too many lines (invalidFormat,
 * field `text`). A line that says something wrong has its problem; of two lines with one name or address only the first
 * may become a user.
 */
export function readUsersCsv(text: string, now: Date, decimalSign?: DecimalSign): UserTable {
  if (text.includes(REPLACED)) refuseField('invalidFormat', 'text', 'encoding');
  const rows = readRows(text);
  const [head] = rows;
  const columns = findColumns(head?.record ?? []);
  if (NEEDED.some((column) => columns[column] === undefined)) refuseField('invalidFormat', 'text', 'wrong');
  const found = rows.slice(1);
  if (found.length === 0) refuseField('invalidFormat', 'text', 'missing');
  if (found.length > MOST_IMPORTED_USERS) refuseField('invalidFormat', 'text', 'long', MOST_IMPORTED_USERS);
  const isWhole = ({ record }: Row): boolean => record.length === head!.record.length;
  const cellOf = ({ record }: Row, column: Column): string => (record[columns[column] ?? -1] ?? '').trim();
  // Shifted cells say nothing about the column.
  const balances = found.map((row) => (isWhole(row) ? cellOf(row, 'balance') : ''));
  const { amounts, ambiguous } = readAmounts(balances, decimalSign);
  const seen = { names: new Set<string>(), emails: new Set<string>() };
  const lines = found.map((row, at) => {
    const read = readLine((column) => cellOf(row, column), amounts[at]!, now);
    const problem = row.isBroken ? 'quotes' : isWhole(row) ? read.problem : 'fields';
    return { line: row.line, ...read, problem: problem ?? findRepeated(read, seen) };
  });
  return { lines, question: questionOf(ambiguous, found, balances) };
}

function questionOf(
  ambiguous: ReturnType<typeof readAmounts>['ambiguous'],
  rows: readonly Row[],
  balances: readonly string[],
): AmountQuestion | null {
  const [first] = ambiguous;
  if (first === undefined) return null;
  const { at, point, comma } = first;
  return { line: rows[at]!.line, value: balances[at]!, point, comma, lines: ambiguous.length };
}

type Row = {
  readonly record: string[];
  /** Where it ends. */
  readonly line: number;
  /** Its quotation marks are not those of a table: it is cut at the delimiters alone. */
  readonly isBroken: boolean;
};

function readRows(text: string): Row[] {
  const bare = text.replace(/^\ufeff/, '');
  const first = bare.slice(0, bare.search(/[\r\n]|$/));
  const delimiter = DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!;
  return parseRows(bare, delimiter) ?? readLineByLine(bare, delimiter);
}

/** Null where a quotation mark stands wrong, or a record is too long, as one is whose mark is never closed. */
function parseRows(text: string, delimiter: string): Row[] | null {
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 4_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines, isBroken: false }));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Each line by itself, so that one with a wrong mark takes no other with it. */
function readLineByLine(text: string, delimiter: string): Row[] {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.length > 2 * MOST_IMPORTED_USERS)
    refuseField('invalidFormat', 'text', 'long', MOST_IMPORTED_USERS);
  return lines.flatMap((written, index) => {
    if (written === '') return [];
    const [row] = parseRows(written, delimiter) ?? [];
    const record = row?.record ?? written.split(delimiter);
    return [{ record, line: index + 1, isBroken: row === undefined }];
  });
}

function findColumns(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((name) => name.trim().toLowerCase());
  const found = (Object.keys(COLUMNS) as Column[]).map((column) => {
    const known: readonly string[] = COLUMNS[column];
    return [column, names.findIndex((name) => known.includes(name))] as const;
  });
  return Object.fromEntries(found.filter(([, index]) => index >= 0));
}

type ReadLine = Omit<UserLine, 'line'>;

function readLine(
  cell: (column: Column) => string,
  amount: ReturnType<typeof readAmounts>['amounts'][number],
  now: Date,
): ReadLine {
  const [username, email] = [Username.safeParse(cell('username')), Email.safeParse(cell('email'))];
  const registered = readDate(cell('registered'), now);
  return {
    username: username.success ? username.data : shown(cell('username')),
    email: email.success ? email.data : shown(cell('email')),
    balanceMicro: typeof amount === 'bigint' ? amount : 0n,
    registeredAt: registered === 'wrong' ? null : registered,
    agent: shown(cell('agent')) || null,
    problem: !username.success
      ? 'username'
      : !email.success
        ? 'email'
        : typeof amount !== 'bigint'
          ? amount
          : registered === 'wrong'
            ? 'registered'
            : null,
  };
}

/** A day or a time, in UTC unless it says otherwise; null for nothing. */
function readDate(text: string, now: Date): Date | null | 'wrong' {
  if (text === '') return null;
  const [, day, clock = '', , , zone] = DATE.exec(text) ?? [];
  if (day === undefined) return 'wrong';
  const time = clock === '' ? 'T00:00' : clock.replace(' ', 'T');
  const date = new Date(`${day}${time}${zone === undefined ? 'Z' : ''}`);
  const at = date.getTime();
  // A calendar without that day moves on to the next month.
  const isReal = !Number.isNaN(at) && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
  return isReal && at >= OLDEST && at <= now.getTime() ? date : 'wrong';
}

const shown = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, LONGEST_SHOWN)
    .toWellFormed();

function findRepeated(
  { username, email }: ReadLine,
  { names, emails }: { readonly names: Set<string>; readonly emails: Set<string> },
): UserLineProblem | null {
  const [name, address] = [foldName(username), foldName(email)];
  if (names.has(name) || emails.has(address)) return 'repeated';
  names.add(name);
  emails.add(address);
  return null;
}
