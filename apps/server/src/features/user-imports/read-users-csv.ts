import { isRounded } from '@portside/accounts/damage';
import {
  Email,
  MOST_IMPORTED_USERS,
  Username,
  type DecimalSign,
  type UserLineProblem,
} from '@portside/contract';
import { refuseField, refuseValue } from '../../platform/refusal.ts';
import { questionOf, readAmounts, type Amount, type AmountQuestion } from '../../platform/read-amounts.ts';
import { folded, readCsvRows, REPLACED, withoutEnd, type CsvRow as Row } from '../../platform/read-csv.ts';
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
/** Longer texts are no names; the report shows the beginning. */
const LONGEST_SHOWN = 254;
const DATE = /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Of the shop's own exports, before what a spreadsheet would run. */
const OWN_GUARD = /^'(?=["\s]*[=+\-@＝＋－＠])/u;
const OLDEST = Date.parse('1970-01-01');

type UserTable = {
  readonly lines: UserLine[];
  /** Null where no balance is in doubt. */
  readonly question: AmountQuestion | null;
};

/**
 * The lines of a CSV file with users. The first line names the columns, in any order; unknown columns are left out.
 * `decimalSign` tells how to read balances in doubt; without it, their lines have the problem `ambiguous`.
 * Refuses a text that is no table or was not UTF-8, lacks a needed column or has one twice (the fault's value), or has no
 * or too many lines (invalidFormat, field `text`). A line that says something wrong has its problem; of two lines with
 * one name or address only the first may become a user.
 */
export function readUsersCsv(text: string, now: Date, decimalSign?: DecimalSign): UserTable {
  if (text.includes(REPLACED)) refuseField('invalidFormat', 'text', 'encoding');
  const rows = readCsvRows(text, MOST_IMPORTED_USERS).filter((row) => withoutEnd(row).record.length > 0);
  const [head] = rows;
  const columns = findColumns(head?.record ?? []);
  if (NEEDED.some((column) => columns[column] === undefined)) refuseField('invalidFormat', 'text', 'wrong');
  const found = rows.slice(1);
  if (found.length === 0) refuseField('invalidFormat', 'text', 'missing');
  if (found.length > MOST_IMPORTED_USERS) refuseField('invalidFormat', 'text', 'long', MOST_IMPORTED_USERS);
  // Behind the last name of the heading there may be fewer empty cells.
  const least = withoutEnd(head!).record.length;
  const isWhole = (row: Row): boolean =>
    row.width <= head!.width && row.width >= least && withoutEnd(row).record.length <= least;
  const cellOf = ({ record }: Row, column: Column): string =>
    (record[columns[column] ?? -1] ?? '').trim().replace(OWN_GUARD, '');
  // Shifted cells say nothing about the column.
  const balances = found.map((row) => (isWhole(row) ? cellOf(row, 'balance') : ''));
  const column = readAmounts(balances, decimalSign);
  const seen = { names: new Set<string>(), emails: new Set<string>() };
  const lines = found.map((row, at) => {
    const read = readLine((column) => cellOf(row, column), column.amounts[at]!, now);
    const problem = row.isBroken ? 'quotes' : isWhole(row) ? read.problem : 'fields';
    return { line: row.line, ...read, problem: problem ?? findRepeated(read, seen) };
  });
  const question = questionOf(
    column,
    balances,
    found.map(({ line }) => line),
  );
  return { lines, question };
}

/**
 * By the first of its names that the heading has: a shop may say how users are called besides how they sign in. Refuses
 * a needed one that is there twice (invalidFormat): nobody says which of them counts.
 */
function findColumns(head: readonly string[]): Partial<Record<Column, number>> {
  const names = head.map((name) =>
    folded(name)
      .replaceAll(/\p{Cf}/gu, '')
      .trim(),
  );
  const found = (Object.keys(COLUMNS) as Column[]).map((column) => {
    const all: readonly string[] = COLUMNS[column];
    if (!NEEDED.includes(column)) return [column, names.findIndex((name) => all.includes(name))] as const;
    const known = all.find((name) => names.includes(name));
    const [index = -1, ...more] = names.flatMap((name, at) => (name === known ? [at] : []));
    if (more.length > 0) refuseValue('invalidFormat', 'text', 'twice', names[index]!);
    return [column, index] as const;
  });
  return Object.fromEntries(found.filter(([, index]) => index >= 0));
}

type ReadLine = Omit<UserLine, 'line'>;

function readLine(cell: (column: Column) => string, amount: Amount, now: Date): ReadLine {
  const [username, email] = [Username.safeParse(cell('username')), Email.safeParse(cell('email'))];
  const registered = readDate(cell('registered'), now);
  return {
    username: username.success ? username.data : shown(cell('username')),
    email: email.success ? email.data : shown(cell('email')),
    balanceMicro: typeof amount === 'bigint' ? amount : 0n,
    registeredAt: registered === 'wrong' ? null : registered,
    agent: shown(cell('agent')) || null,
    problem:
      !username.success || isRounded(username.data)
        ? 'username'
        : !email.success
          ? 'email'
          : typeof amount !== 'bigint'
            ? problemOf(amount)
            : registered === 'wrong'
              ? 'registered'
              : null,
  };
}

const problemOf = (amount: Exclude<Amount, bigint>): UserLineProblem =>
  amount === 'wrong' ? 'balance' : amount;

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
