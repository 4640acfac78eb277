import * as z from 'zod/mini';
import { Reason } from './approvals.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import { AmountQuestion, DecimalSign, Id, line, page, pageQuery, Text, Time } from './wire/values.ts';

/** Why a line of the file creates no user. */
const USER_LINE_PROBLEMS = [
  'fields',
  /** Quotation marks that a table cannot have so. */
  'quotes',
  'username',
  'email',
  'balance',
  /** A balance with more than six decimals, in another currency, and one that could be two amounts. */
  'precision',
  'currency',
  'ambiguous',
  'registered',
  'agent',
  'repeated',
  'taken',
  'confusable',
] as const;
export const UserLineProblem = z.enum(USER_LINE_PROBLEMS);
export type UserLineProblem = z.infer<typeof UserLineProblem>;

/** The most lines in a file. */
export const MOST_IMPORTED_USERS = 10_000;

/**
 * `proposed`: waits for a second person. `cooling`: approved, takes effect in a day. `rejected`: vetoed, not approved
 * in time, or failed.
 */
export const UserImportState = z.enum(['proposed', 'cooling', 'running', 'done', 'rejected']);
export type UserImportState = z.infer<typeof UserImportState>;

/** A file of users with balances from another shop, and what became of it. */
export const UserImport = z.object({
  id: Id,
  file_name: z.string(),
  /** Lines of the file, and how many of them may create users. */
  lines: z.int(),
  users: z.int(),
  /** The sum of those users' balances. */
  total_balance: z.string(),
  state: UserImportState,
  /** Users created so far, the total they were credited, and lines that created nobody. */
  created: z.int(),
  credited: z.string(),
  skipped: z.int(),
  /** Usernames. */
  proposed_by: z.string(),
  approved_by: z.nullable(z.string()),
  created_at: Time,
  finished_at: z.nullable(Time),
});
export type UserImport = z.infer<typeof UserImport>;

/** As it came: a line is found by its number in the file. */
const CsvText = Text.check(z.minLength(1), z.maxLength(900_000), z.regex(/^[\P{Cc}\n\r\t]*$/u));

const decimal_sign = z.optional(DecimalSign);

export const userImportsEndpoints = endpoints({
  previewUserImport: {
    perMinute: 30,
    summary:
      'What a CSV file of users would become, without adding anything. Its first line names the columns: username, ' +
      'email, balance, and perhaps created_at and agent (a promotion code or username)',
    body: z.object({ text: CsvText, decimal_sign }),
    data: z.object({
      lines: z.int(),
      users: z.int(),
      total_balance: z.string(),
      /** The opening balance that can still be imported now: a file with more is refused. */
      balance_left: z.string(),
      /** The first 20 lines that would create users. */
      sample: z.array(
        z.object({
          line: z.int(),
          username: z.string(),
          email: z.string(),
          balance: z.string(),
          agent: z.nullable(z.string()),
          created_at: z.nullable(Time),
        }),
      ),
      /** Asked where balances could be two amounts; without the answer, the file cannot be proposed. */
      question: AmountQuestion,
      /** How many lines would create nobody, and the first 100 of them. */
      skipped: z.int(),
      problems: z.array(z.object({ line: z.int(), problem: UserLineProblem, username: z.string() })),
    }),
  },
  proposeUserImport: {
    freshCode: true,
    perMinute: 10,
    summary:
      'Propose to create the users of a file, each with its balance; a second person approves. The same file again ' +
      'answers with its import',
    body: z.object({ text: CsvText, decimal_sign, file_name: line(200, 1), reason: Reason }),
    data: UserImport,
  },
  listUserImports: {
    summary: 'Files of users, newest first',
    query: z.object(pageQuery),
    data: page(UserImport),
  },
  exportUserImport: {
    freshCode: true,
    summary: 'Every line of a file of users as CSV or XLSX, and what became of it',
    params: z.object({ id: Id }),
    query: z.object(tableFormat),
    ...tableFile,
  },
});
