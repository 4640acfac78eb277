import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { checkLines, totalOf } from './check-lines.ts';
import { readBalanceLeft } from './opening-limit.ts';
import { readUsersCsv } from './read-users-csv.ts';

const MOST_SHOWN = 20;
const MOST_PROBLEMS = 100;

/** What a file would become; adds nothing. Refuses what `readUsersCsv` refuses. */
export async function previewUserImport(
  ctx: Ctx,
  { body }: Input<'previewUserImport'>,
): Promise<Data<'previewUserImport'>> {
  const { actor, db, clock } = ctx;
  requireAction(actor, 'user.import');
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
