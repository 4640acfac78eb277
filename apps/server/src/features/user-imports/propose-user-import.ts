import { createHash } from 'node:crypto';
import { formatMicro, paths, type Input, type UserImport, type Data } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField, refuse } from '../../platform/refusal.ts';
import { propose } from '../approvals/index.ts';
import { readUsersCsv, type CheckedLine, type UserLine } from './read-users-csv.ts';
import { presentUserImport } from './list-user-imports.ts';
import {
  findSameFile,
  getUserImport,
  insertLines,
  insertUserImport,
  lockUserImports,
  setProposal,
  findAgents,
  findTaken,
  sumStartedMicro,
} from './user-imports.sql.ts';
import { foldName } from '../users/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { readSetting } from '../settings/index.ts';

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
      action: paths.proposeUserImport[2],
      coolsMs: totalMicro > 0n && (await isShopOpen(db)) ? COOLS_MS : 0,
    });
    await setProposal(db, id, proposal.id);
    return presentUserImport(await getUserImport(db, id));
  });
}

const MOST_SHOWN = 20;

const MOST_PROBLEMS = 100;

/** What a file would become; adds nothing. Refuses what `readUsersCsv` refuses. */
export async function previewUserImport(
  ctx: Ctx,
  { body }: Input<'previewUserImport'>,
): Promise<Data<'previewUserImport'>> {
  const { db, clock } = ctx;
  const lines = await checkLines(db, readUsersCsv(body.text, clock.now()));
  const good = lines.filter(({ problem }) => problem === null);
  return {
    lines: lines.length,
    users: good.length,
    total_balance: formatMicro(totalOf(lines)),
    balance_left: formatMicro(await readBalanceLeft(ctx)),
    sample: good.slice(0, MOST_SHOWN).map(({ line, username, email, balanceMicro, registeredAt, agent }) => ({
      line,
      username,
      email,
      balance: formatMicro(balanceMicro),
      agent,
      created_at: registeredAt?.toISOString() ?? null,
    })),
    skipped: lines.length - good.length,
    problems: lines
      .flatMap(({ line, problem, username }) => (problem === null ? [] : [{ line, problem, username }]))
      .slice(0, MOST_PROBLEMS),
  };
}

/** What the database says of the lines: agents found, and problems of those unknown or of names that are taken. */
async function checkLines(db: Db, lines: readonly UserLine[]): Promise<CheckedLine[]> {
  const good = lines.filter(({ problem }) => problem === null);
  const agents = await findAgents(db, [
    ...new Set(good.flatMap(({ agent }) => (agent === null ? [] : [agent]))),
  ]);
  const taken = await findTaken(
    db,
    good.map(({ username }) => foldName(username)),
    good.map(({ email }) => foldName(email)),
  );
  return lines.map((line) => {
    const agentId = line.agent === null ? null : (agents.get(line.agent) ?? null);
    if (line.problem !== null) return { ...line, agentId: null };
    const isTaken = taken.names.has(foldName(line.username)) || taken.emails.has(foldName(line.email));
    const isLost = line.agent !== null && agentId === null;
    return { ...line, agentId, problem: isTaken ? 'taken' : isLost ? 'agent' : null };
  });
}

/** The sum of what the lines that may become users would be credited. */
const totalOf = (lines: readonly CheckedLine[]): bigint =>
  lines.reduce((sum, { problem, balanceMicro }) => (problem === null ? sum + balanceMicro : sum), 0n);

/**
 * How much opening balance may be imported at present: the setting, less what the imports of the last 24 hours were
 * approved for. Files that wait for approval do not count, or a single one could block all others.
 */
async function readBalanceLeft({ db, clock }: Ctx): Promise<bigint> {
  const maximumMicro = await readSetting(db, 'openingBalanceMaximumMicro');
  const startedMicro = await sumStartedMicro(db, new Date(clock.now().getTime() - DAY_MS));
  return maximumMicro > startedMicro ? maximumMicro - startedMicro : 0n;
}

/** Refuses (amountOutOfRange) balances beyond that. Users without balances are never too many. */
export async function requireBalanceLeft(ctx: Ctx, totalMicro: bigint): Promise<void> {
  if (totalMicro > 0n && totalMicro > (await readBalanceLeft(ctx)))
    refuse('amountOutOfRange', 'opening balances within a day');
}
