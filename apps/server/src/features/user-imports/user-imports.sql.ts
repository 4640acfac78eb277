import type { DecimalSign, UserLineProblem } from '@portside/contract';
import { type Generated, sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type UserImportsTable = {
  id: Generated<bigint>;
  file_name: string;
  /** In hex, of the text: the same file is the same import. */
  sha256: string;
  /** How balances were read that could be two amounts; null where none could. */
  decimal_sign: DecimalSign | null;
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

/** Serialises uploads and starts until the transaction ends: one file is one import, and no two pass one limit. */
export async function lockUserImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTS_LOCK})`.execute(db);
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

/** Throws if there is no import of this id. */
export async function getUserImport(db: Db, id: bigint): Promise<UserImportRow> {
  const [row] = await listUserImportRows(db, { id }, 1);
  if (!row) throw new Error(`no import ${id}`);
  return row;
}

/** Proposals in these states never start their import. */
export const REJECTED: ReadonlySet<string> = new Set(['vetoed', 'expired', 'failed']);

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
