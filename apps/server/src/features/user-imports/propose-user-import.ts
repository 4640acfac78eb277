import { createHash } from 'node:crypto';
import {
  formatMicro,
  paths,
  type DecimalSign,
  type Input,
  type UserImport,
  type Data,
} from '@portside/contract';
import { readPromotionCode } from '@portside/contract/wire/promotion-code';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuseField, refuse } from '../../platform/refusal.ts';
import { propose, type Approved } from '../approvals/index.ts';
import { readUsersCsv, type CheckedLine, type UserLine } from './read-users-csv.ts';
import { presentUserImport } from './list-user-imports.ts';
import {
  getUserImport,
  listUserImportRows,
  lockUserImports,
  REJECTED,
  type UserImportRow,
} from './user-imports.sql.ts';
import { sql } from 'kysely';
import { inParts, textArray } from '../../platform/db/arrays.ts';
import { foldName } from '../users/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { readSetting } from '../settings/index.ts';

/** Balances are money: a new receiving address of a shop that is open waits as long. */
const COOLS_MS = DAY_MS;

/** Whether the shop has finished its set-up or sold anything: only higher features know. */
export type IsShopOpen = (db: Db) => Promise<boolean>;

/**
 * Keeps the lines of a file and proposes to create their users, which a second person approves; balances then wait a
 * day, in which every admin can reject them, once the shop is open. Lines with a problem are kept with it. The same file
 * again with the same answer, unless it was rejected, answers with its import. Refuses what `readUsersCsv` refuses, balances
 * in doubt without `decimal_sign`, a file that would create nobody (invalidFormat), and balances beyond the limit (amountOutOfRange).
 */
export async function proposeUserImport(
  ctx: Ctx,
  { body }: Input<'proposeUserImport'>,
  isShopOpen: IsShopOpen,
): Promise<UserImport> {
  const { userId } = requireUser(ctx.actor);
  const { text, decimal_sign: decimalSign, file_name: fileName, reason } = body;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const { lines: read, question } = readUsersCsv(text, ctx.clock.now(), decimalSign);
  if (question !== null && decimalSign === undefined) refuseField('invalidFormat', 'decimal_sign', 'missing');
  // Where nothing was asked, an answer says nothing.
  const answer = question === null ? null : decimalSign!;
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockUserImports(db);
    const same = await findSameFile(db, sha256, answer);
    if (same) return presentUserImport(same);
    const lines = await checkLines(db, read);
    const users = lines.filter(({ problem }) => problem === null).length;
    if (users === 0) refuseField('invalidFormat', 'text', 'missing');
    const totalMicro = totalOf(lines);
    await requireBalanceLeft(step, totalMicro);
    const { id } = await db
      .insertInto('user_imports')
      .values({
        file_name: fileName,
        sha256,
        decimal_sign: answer,
        users,
        total_micro: totalMicro,
        lines: lines.length,
        created_by: userId,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
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
    await db.updateTable('user_imports').set({ proposal_id: proposal.id }).where('id', '=', id).execute();
    return presentUserImport(await getUserImport(db, id));
  });
}

/** `total` is a decimal in USDT; `sha256` is the file's. */
type UserImportTerms = {
  readonly import: string;
  readonly file: string;
  readonly users: number;
  readonly skipped: number;
  readonly total: string;
  readonly sha256: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    userImportApproved: Approved<UserImportTerms>;
  }
}

/**
 * Starts an import that was approved. Checks the limit of opening balances again (amountOutOfRange): others may have been
 * approved since this one was proposed.
 */
export async function startUserImport(step: Ctx, { terms }: Approved<UserImportTerms>): Promise<void> {
  const id = BigInt(terms.import);
  await lockUserImports(step.db);
  const { total_micro: totalMicro } = await getUserImport(step.db, id);
  await requireBalanceLeft(step, totalMicro);
  await step.db
    .updateTable('user_imports')
    .set({ started_at: step.clock.now() })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute();
}

const MOST_SHOWN = 20;

const MOST_PROBLEMS = 100;

/** What a file would become; adds nothing. Refuses what `readUsersCsv` refuses. */
export async function previewUserImport(
  ctx: Ctx,
  { body }: Input<'previewUserImport'>,
): Promise<Data<'previewUserImport'>> {
  const { db, clock } = ctx;
  const { lines: read, question } = readUsersCsv(body.text, clock.now(), body.decimal_sign);
  const lines = await checkLines(db, read);
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
    question,
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
 * How much opening balance may still be imported: the setting, less what the imports of the last 24 hours were approved
 * for. Files that wait for approval do not count, or a single one could block all others.
 */
async function readBalanceLeft({ db, clock }: Ctx): Promise<bigint> {
  const maximumMicro = await readSetting(db, 'openingBalanceMaximumMicro');
  const startedMicro = await sumStartedMicro(db, new Date(clock.now().getTime() - DAY_MS));
  return maximumMicro > startedMicro ? maximumMicro - startedMicro : 0n;
}

/** Refuses (amountOutOfRange) balances beyond that. Users without balances are never too many. */
async function requireBalanceLeft(ctx: Ctx, totalMicro: bigint): Promise<void> {
  if (totalMicro > 0n && totalMicro > (await readBalanceLeft(ctx)))
    refuse('amountOutOfRange', 'opening balances within a day');
}

async function insertLines(db: Db, id: bigint, lines: readonly CheckedLine[]): Promise<void> {
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
  for (const part of inParts(rows)) await db.insertInto('user_import_lines').values(part).execute();
}

/** The import of the same text, read in the same way, that is under way or done. */
const findSameFile = async (
  db: Db,
  sha256: string,
  answer: DecimalSign | null,
): Promise<UserImportRow | undefined> =>
  (await listUserImportRows(db, { sha256 }, 100)).find(
    ({ proposal_state: state, decimal_sign }) =>
      decimal_sign === answer && (state === null || !REJECTED.has(state)),
  );

/**
 * The balances of the imports that were approved and still run, or ended since then, whatever became of their lines.
 */
async function sumStartedMicro(db: Db, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(total_micro), 0)::bigint as sum from user_imports
    where started_at is not null and (finished_at is null or finished_at > ${since})`.execute(db);
  return rows[0]!.sum;
}

/** The agents of promotion codes or usernames, by what was asked for. */
async function findAgents(db: Db, asked: readonly string[]): Promise<Map<string, bigint>> {
  if (asked.length === 0) return new Map();
  const rows = await db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .select(['agents.user_id', 'promotion_code', 'username_key'])
    .where((is) =>
      is.or([is('promotion_code', 'in', asked.map(codeOf)), is('username_key', 'in', asked.map(foldName))]),
    )
    .execute();
  const of = (text: string) =>
    rows.find(({ promotion_code: code }) => code === codeOf(text)) ??
    rows.find(({ username_key: key }) => key === foldName(text));
  return new Map(
    asked.flatMap((text) => {
      const row = of(text);
      return row ? [[text, row.user_id]] : [];
    }),
  );
}

const codeOf = (text: string): string => readPromotionCode(text) ?? text;

type Taken = { readonly names: ReadonlySet<string>; readonly emails: ReadonlySet<string> };

/** Which of these folded names and addresses users have. */
async function findTaken(db: Db, names: readonly string[], emails: readonly string[]): Promise<Taken> {
  const { rows } = await sql<{ name: string; email: string }>`
    select username_key as name, email_key as email from users
    where username_key = any(${textArray(names)}::text[]) or email_key = any(${textArray(emails)}::text[])`.execute(
    db,
  );
  return { names: new Set(rows.map(({ name }) => name)), emails: new Set(rows.map(({ email }) => email)) };
}
