import type { UserLineProblem } from '@portside/contract';
import { type Generated, sql, type Insertable, type Selectable } from 'kysely';
import { textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { foldName } from '../users/index.ts';
import type { CheckedLine } from './read-users-csv.ts';

type UserImportsTable = {
  id: Generated<bigint>;
  file_name: string;
  /** In hex, of the text: the same file is the same import. */
  sha256: string;
  /** How many lines may become users, and the sum of their balances. */
  users: number;
  total_micro: bigint;
  lines: number;
  created_by: bigint;
  created_at: Date;
  proposal_id: bigint | null;
  /** Null until a second person has approved it. */
  started_at: Date | null;
  finished_at: Date | null;
};

export type UserImportLinesTable = {
  import_id: bigint;
  /** Of the file, from 1. */
  line: number;
  /** As in the file; emptied by `sweepUserImports`. */
  username: string;
  email: string;
  balance_micro: bigint;
  registered_at: Date | null;
  /** As in the file; null for none. */
  agent: string | null;
  agent_id: bigint | null;
  /** Null while it waits. */
  outcome: 'created' | UserLineProblem | null;
  user_id: bigint | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    user_imports: UserImportsTable;
    user_import_lines: UserImportLinesTable;
  }
}

const IMPORTS_LOCK = 7_007;

/**
 * Makes uploads and starts wait for each other, so that one file is one import and no two pass one limit. Held to the
 * end of the transaction.
 */
export async function lockUserImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTS_LOCK})`.execute(db);
}

export async function insertUserImport(
  db: Db,
  row: Omit<Insertable<UserImportsTable>, 'proposal_id' | 'started_at' | 'finished_at'>,
): Promise<bigint> {
  const { id } = await db.insertInto('user_imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setProposal(db: Db, id: bigint, proposalId: bigint): Promise<void> {
  await db.updateTable('user_imports').set({ proposal_id: proposalId }).where('id', '=', id).execute();
}

/** Rows per statement, within PostgreSQL's limit on parameters. */
const ROWS_AT_ONCE = 1_000;

export async function insertLines(db: Db, id: bigint, lines: readonly CheckedLine[]): Promise<void> {
  const rows = lines.map(
    ({ line, username, email, balanceMicro, registeredAt, agent, agentId, problem }) => ({
      import_id: id,
      line,
      username,
      email,
      balance_micro: balanceMicro,
      registered_at: registeredAt,
      agent,
      agent_id: agentId,
      outcome: problem,
      user_id: null,
    }),
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('user_import_lines')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute();
}

export type UserImportRow = Selectable<UserImportsTable> & {
  readonly proposer: string;
  readonly approver: string | null;
  /** Of its proposal. */
  readonly proposal_state: string | null;
  readonly created: number;
  readonly skipped: number;
  readonly credited_micro: bigint;
};

type Filter = { readonly id?: bigint; readonly sha256?: string; readonly before?: bigint | undefined };

/** Newest first. */
export async function listUserImportRows(
  db: Db,
  { id, sha256, before }: Filter,
  limit: number,
): Promise<UserImportRow[]> {
  const { rows } = await sql<UserImportRow>`
    select i.*, proposer.username as proposer, approver.username as approver, p.state as proposal_state,
      created, skipped, credited_micro
    from user_imports i
    join users proposer on proposer.id = i.created_by
    left join proposals p on p.id = i.proposal_id
    left join users approver on approver.id = p.approved_by
    cross join lateral (
      select count(*) filter (where outcome = 'created')::int as created,
        count(*) filter (where outcome <> 'created')::int as skipped,
        coalesce(sum(balance_micro) filter (where outcome = 'created'), 0)::bigint as credited_micro
      from user_import_lines where import_id = i.id) as done
    where (${id ?? null}::bigint is null or i.id = ${id ?? null})
      and (${sha256 ?? null}::text is null or i.sha256 = ${sha256 ?? null})
      and (${before ?? null}::bigint is null or i.id < ${before ?? null})
    order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Throws where there is no import of this id. */
export async function getUserImport(db: Db, id: bigint): Promise<UserImportRow> {
  const [row] = await listUserImportRows(db, { id }, 1);
  if (!row) throw new Error(`no import ${id}`);
  return row;
}

/** Proposals in these states change nothing any more, and did not start the import. */
export const REJECTED: ReadonlySet<string> = new Set(['vetoed', 'expired', 'failed']);

/** The import of the same text that is under way or done. */
export const findSameFile = async (db: Db, sha256: string): Promise<UserImportRow | undefined> =>
  (await listUserImportRows(db, { sha256 }, 100)).find(
    ({ proposal_state: state }) => state === null || !REJECTED.has(state),
  );

/**
 * The balances of the imports that were approved and still run, or ended since then, whatever became of their lines.
 */
export async function sumStartedMicro(db: Db, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(total_micro), 0)::bigint as sum from user_imports
    where started_at is not null and (finished_at is null or finished_at > ${since})`.execute(db);
  return rows[0]!.sum;
}

export type StartedImport = Pick<UserImportRow, 'id' | 'file_name' | 'users' | 'total_micro'> & {
  readonly started_at: Date;
};

/** Imports with balances that were approved after that time, oldest first. */
export const listStartedWithBalances = async (db: Db, since: Date): Promise<StartedImport[]> =>
  (await db
    .selectFrom('user_imports')
    .select(['id', 'file_name', 'users', 'total_micro', 'started_at'])
    .where('started_at', '>', since)
    .where('total_micro', '>', 0n)
    .orderBy('id')
    .execute()) as StartedImport[];

/** Once. */
export async function startUserImport(db: Db, id: bigint, now: Date): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ started_at: now })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute();
}

export type RunningImport = Pick<UserImportRow, 'id' | 'created_by'>;

/** The oldest import that is approved and has not ended. */
export const findRunning = (db: Db): Promise<RunningImport | undefined> =>
  db
    .selectFrom('user_imports')
    .select(['id', 'created_by'])
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The next line that waits, locked; one that another transaction works on is passed over. */
export const lockNextLine = (db: Db, id: bigint): Promise<Selectable<UserImportLinesTable> | undefined> =>
  db
    .selectFrom('user_import_lines')
    .selectAll()
    .where('import_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('line')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function setCreated(db: Db, id: bigint, line: number, userId: bigint): Promise<void> {
  await db
    .updateTable('user_import_lines')
    .set({ outcome: 'created', user_id: userId })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();
}

/** Rejects a line of an import, unless it has been decided already. */
export async function refuseLine(db: Db, id: bigint, line: number, problem: UserLineProblem): Promise<void> {
  await db
    .updateTable('user_import_lines')
    .set({ outcome: problem })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .execute();
}

/** False where a line still waits, or it had ended before. */
export async function finishUserImport(db: Db, id: bigint, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_imports set finished_at = ${now}
    where id = ${id} and finished_at is null
      and not exists (select from user_import_lines where import_id = ${id} and outcome is null)`.execute(db);
  return numAffectedRows === 1n;
}

/** The lines after that one, in the file's order. */
export const listLines = (
  db: Db,
  id: bigint,
  after: number,
  limit: number,
): Promise<Selectable<UserImportLinesTable>[]> =>
  db
    .selectFrom('user_import_lines')
    .selectAll()
    .where('import_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();

/** Empties names and addresses of imports before that time, but for those that wait or run. */
export async function eraseLines(db: Db, before: Date): Promise<void> {
  await sql`
    update user_import_lines line set username = '', email = '', agent = null from user_imports i
    left join proposals p on p.id = i.proposal_id
    where i.id = line.import_id and i.created_at < ${before} and line.email <> ''
      and (i.finished_at is not null or p.state = any(${textArray([...REJECTED])}::text[]))`.execute(db);
}

/** The agents of promotion codes or usernames, by what was asked for. */
export async function findAgents(db: Db, asked: readonly string[]): Promise<Map<string, bigint>> {
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .select(['agents.user_id', 'promotion_code', 'username_key'])
    .where((is) =>
      is.or([
        is(
          'promotion_code',
          'in',
          asked.map((text) => text.toUpperCase()),
        ),
        is('username_key', 'in', asked.map(foldName)),
      ]),
    )
    .execute();
  const of = (text: string) =>
    rows.find(({ promotion_code: code }) => code === text.toUpperCase()) ??
    rows.find(({ username_key: key }) => key === foldName(text));
  return new Map(
    asked.flatMap((text) => {
      const row = of(text);
      return row ? [[text, row.user_id]] : [];
    }),
  );
}

type Taken = { readonly names: ReadonlySet<string>; readonly emails: ReadonlySet<string> };

/** Which of these folded names and addresses users have. */
export async function findTaken(db: Db, names: readonly string[], emails: readonly string[]): Promise<Taken> {
  const { rows } = await sql<{ name: string; email: string }>`
    select username_key as name, email_key as email from users
    where username_key = any(${textArray(names)}::text[]) or email_key = any(${textArray(emails)}::text[])`.execute(
    db,
  );
  return { names: new Set(rows.map(({ name }) => name)), emails: new Set(rows.map(({ email }) => email)) };
}

/** The proposals of the imports that these users came by. */
export async function findProposalsOfUsers(db: Db, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_import_lines')
    .innerJoin('user_imports', 'user_imports.id', 'import_id')
    .select(['user_id', 'proposal_id'])
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.flatMap(({ user_id: user, proposal_id: of }) => (user && of ? [[user, of]] : [])));
}
