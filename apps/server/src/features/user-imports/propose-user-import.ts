import { createHash } from 'node:crypto';
import { formatMicro, type Input, type UserImport } from '@portside/contract';
import { requireAction, requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField } from '../../platform/refusal.ts';
import { propose } from '../approvals/index.ts';
import { checkLines, totalOf } from './check-lines.ts';
import { requireBalanceLeft } from './opening-limit.ts';
import { readUsersCsv } from './read-users-csv.ts';
import { presentUserImport } from './user-imports.present.ts';
import {
  findSameFile,
  getUserImport,
  insertLines,
  insertUserImport,
  lockUserImports,
  setProposal,
} from './user-imports.sql.ts';

/** Balances are money: a new receiving address of a shop that is open waits as long. */
const COOLS_MS = 24 * 3_600_000;

/** Whether the shop has finished its set-up or sold anything; a port, because that is known to higher features. */
export type IsShopOpen = (db: Db) => Promise<boolean>;

/**
 * Keeps the lines of a file and proposes to create their users, which a second person approves; balances then wait a
 * day, in which every admin can reject them, once the shop is open. Lines with a problem are kept with
 * it. The same file again, unless it was rejected, answers with its import. Refuses what `readUsersCsv` refuses, a file
 * that nobody would be created from (invalidFormat), and balances beyond the limit (amountOutOfRange).
 */
export async function proposeUserImport(
  ctx: Ctx,
  { body }: Input<'proposeUserImport'>,
  isShopOpen: IsShopOpen,
): Promise<UserImport> {
  requireAction(ctx.actor, 'user.import');
  const { userId } = requireUser(ctx.actor);
  const { text, file_name: fileName, reason } = body;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const read = readUsersCsv(text, ctx.clock.now());
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockUserImports(db);
    const same = await findSameFile(db, sha256);
    if (same) return presentUserImport(same);
    const lines = await checkLines(db, read);
    const users = lines.filter(({ problem }) => problem === null).length;
    if (users === 0) refuseField('invalidFormat', 'text', 'missing');
    const totalMicro = totalOf(lines);
    await requireBalanceLeft(step, totalMicro);
    const id = await insertUserImport(db, {
      file_name: fileName,
      sha256,
      users,
      total_micro: totalMicro,
      lines: lines.length,
      created_by: userId,
      created_at: clock.now(),
    });
    await insertLines(db, id, lines);
    const proposal = await propose(step, {
      kind: 'userImportApproved',
      subject: `userImport:${id}`,
      terms: {
        import: id.toString(),
        file: fileName,
        users,
        skipped: lines.length - users,
        total: formatMicro(totalMicro),
        sha256,
      },
      reason,
      action: 'user.import',
      coolsMs: totalMicro > 0n && (await isShopOpen(db)) ? COOLS_MS : 0,
    });
    await setProposal(db, id, proposal.id);
    return presentUserImport(await getUserImport(db, id));
  });
}
