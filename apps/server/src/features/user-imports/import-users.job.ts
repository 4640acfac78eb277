import { recordTies } from '../approvals/index.ts';
import { randomBytes } from 'node:crypto';
import { formatMicro, type UserLineProblem } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordOpeningBalance } from '../ledger/index.ts';
import { createUser, hashNewPassword } from '../users/index.ts';
import {
  finishUserImport,
  findRunning,
  getUserImport,
  lockNextLine,
  refuseLine,
  setCreated,
  type RunningImport,
  eraseLines,
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

/** False where no line is left. */
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

const KEPT_MS = 90 * 24 * 3_600_000;

/** Erases names and addresses of files that are older than 90 days and no longer wait or run; figures stay. */
export async function sweepUserImports({ db, clock }: Ctx): Promise<{ more: boolean }> {
  await eraseLines(db, new Date(clock.now().getTime() - KEPT_MS));
  return { more: false };
}
