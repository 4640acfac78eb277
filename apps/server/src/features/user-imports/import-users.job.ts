import { recordTies } from '../approvals/index.ts';
import { randomBytes } from 'node:crypto';
import { formatMicro, type UserLineProblem } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordOpeningBalance } from '../ledger/index.ts';
import { createUser, hashNewPassword } from '../users/index.ts';
import { sql, type Selectable } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import { textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  getUserImport,
  REJECTED,
  type UserImportLinesTable,
  type UserImportRow,
} from './user-imports.sql.ts';

const LINES_A_RUN = 100;

/**
 * Makes the users of approved imports, a line a transaction: the user, the balance as one movement, and what became of
 * the line. A line is done once, however often the job is stopped. Nobody knows the users' passwords: they set one with
 * a mailed code.
 */
export async function importUsers(ctx: Ctx): Promise<{ more: boolean }> {
  const found = await findRunning(ctx.db);
  if (!found) return { more: false };
  const passwordHash = await hashNewPassword(randomBytes(32).toString('base64url'), { isAdmin: true });
  for (let line = 0; line < LINES_A_RUN; line += 1)
    if (!(await importNext(ctx, found, passwordHash))) {
      await finish(ctx, found.id);
      break;
    }
  return { more: true };
}

/** False if no line is left. */
async function importNext(
  ctx: Ctx,
  { id, created_by: by }: RunningImport,
  passwordHash: string,
): Promise<boolean> {
  let tried: number | null = null;
  try {
    return await inTransaction(ctx, async (step) => {
      const line = await lockNextLine(step.db, id);
      if (!line) return false;
      tried = line.line;
      const user = await createUser(step, {
        username: line.username,
        email: line.email,
        passwordHash,
        roleId: null,
        agentId: line.agent_id,
        language: 'en',
        ...(line.registered_at && { createdAt: line.registered_at }),
      });
      await recordOpeningBalance(step, { userId: user.id, amountMicro: line.balance_micro });
      // The address could belong to the person who wrote the file.
      await recordTies(step, [user.id], by);
      await setCreated(step.db, id, line.line, user.id);
      return true;
    });
  } catch (error) {
    if (!(error instanceof Refusal) || tried === null) throw error;
    await refuseLine(ctx.db, id, tried, problemOf(error));
    return true;
  }
}

function problemOf({ reason }: Refusal): UserLineProblem {
  if (reason === 'userExists') return 'taken';
  if (reason === 'nameConfusable') return 'confusable';
  throw new Error(`no line of an import is refused for ${reason}`);
}

async function finish(ctx: Ctx, id: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    if (!(await finishUserImport(step.db, id, step.clock.now()))) return;
    const { created, skipped, credited_micro: creditedMicro, sha256 } = await getUserImport(step.db, id);
    const after = { created, skipped, credited: formatMicro(creditedMicro), sha256 };
    await recordAudit(step, { action: 'user.import', subject: `userImport:${id}`, after });
  });
}

const KEPT_MS = 90 * DAY_MS;

/** Erases names and addresses of files that are older than 90 days and no longer wait or run; figures stay. */
export async function sweepUserImports({ db, clock }: Ctx): Promise<{ more: boolean }> {
  await eraseLines(db, new Date(clock.now().getTime() - KEPT_MS));
  return { more: false };
}

type RunningImport = Pick<UserImportRow, 'id' | 'created_by'>;

/** The oldest import that is approved and has not ended. */
const findRunning = (db: Db): Promise<RunningImport | undefined> =>
  db
    .selectFrom('user_imports')
    .select(['id', 'created_by'])
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The next line that waits, locked; one that another transaction works on is passed over. */
const lockNextLine = (db: Db, id: bigint): Promise<Selectable<UserImportLinesTable> | undefined> =>
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

async function setCreated(db: Db, id: bigint, line: number, userId: bigint): Promise<void> {
  await db
    .updateTable('user_import_lines')
    .set({ outcome: 'created', user_id: userId })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute();
}

/** Rejects a line of an import, unless it has been decided already. */
async function refuseLine(db: Db, id: bigint, line: number, problem: UserLineProblem): Promise<void> {
  await db
    .updateTable('user_import_lines')
    .set({ outcome: problem })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .execute();
}

/** False if a line still waits, or it had ended before. */
async function finishUserImport(db: Db, id: bigint, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update user_imports set finished_at = ${now}
    where id = ${id} and finished_at is null
      and not exists (select from user_import_lines where import_id = ${id} and outcome is null)`.execute(db);
  return numAffectedRows === 1n;
}

/** Empties names and addresses of imports before that time, but for those that wait or run. */
async function eraseLines(db: Db, before: Date): Promise<void> {
  await sql`
    update user_import_lines line set username = '', email = '', agent = null from user_imports i
    left join proposals p on p.id = i.proposal_id
    where i.id = line.import_id and i.created_at < ${before} and line.email <> ''
      and (i.finished_at is not null or p.state = any(${textArray([...REJECTED])}::text[]))`.execute(db);
}
