import { CsvError, parse } from 'csv-parse/sync';
import {
  Email,
  MOST_IMPORTED_USERS,
  parseMicro,
  UsdtAmount,
  Username,
  type UserLineProblem,
} from '@portside/contract';
import { refuseField } from '../../platform/refusal.ts';
import { foldName } from '../users/index.ts';

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

/**
 * The lines of a CSV file with users. The first line names the columns, in any order; unknown columns are left out.
 * Refuses a text that is no table, lacks a needed column, or has no or too many lines (invalidFormat, field `text`). A
 * line that says something wrong has its problem; of two lines with one name or address only the first may become a user.
 */
export function readUsersCsv(text: string, now: Date): UserLine[] {
  const rows = readRows(text);
  const [head] = rows;
  const columns = findColumns(head?.record ?? []);
  if (NEEDED.some((column) => columns[column] === undefined)) refuseField('invalidFormat', 'text', 'wrong');
  const found = rows.slice(1);
  if (found.length === 0) refuseField('invalidFormat', 'text', 'missing');
  if (found.length > MOST_IMPORTED_USERS) refuseField('invalidFormat', 'text', 'long', MOST_IMPORTED_USERS);
  const seen = { names: new Set<string>(), emails: new Set<string>() };
  return found.map(({ record, line }) => {
    const cell = (column: Column): string => (record[columns[column] ?? -1] ?? '').trim();
    const read = readLine(cell, record.length === head!.record.length, now);
    return { line, ...read, problem: read.problem ?? findRepeated(read, seen) };
  });
}

type Row = { readonly record: string[]; readonly line: number };

function readRows(text: string): Row[] {
  const bare = text.replace(/^\ufeff/, '');
  const first = bare.slice(0, bare.search(/[\r\n]|$/));
  const delimiter = DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0]!;
  try {
    const rows = parse(bare, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 4_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (error instanceof CsvError) refuseField('invalidFormat', 'text', 'wrong');
    throw error;
  }
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

function readLine(cell: (column: Column) => string, isWhole: boolean, now: Date): ReadLine {
  const [username, email] = [Username.safeParse(cell('username')), Email.safeParse(cell('email'))];
  const balance = UsdtAmount.safeParse(cell('balance') || '0');
  const registered = readDate(cell('registered'), now);
  return {
    username: username.success ? username.data : shown(cell('username')),
    email: email.success ? email.data : shown(cell('email')),
    balanceMicro: balance.success ? parseMicro(balance.data) : 0n,
    registeredAt: registered === 'wrong' ? null : registered,
    agent: shown(cell('agent')) || null,
    problem: !isWhole
      ? 'fields'
      : !username.success
        ? 'username'
        : !email.success
          ? 'email'
          : !balance.success
            ? 'balance'
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
