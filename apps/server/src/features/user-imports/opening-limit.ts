import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readSetting } from '../settings/index.ts';
import { sumStartedMicro } from './user-imports.sql.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * How much opening balance may be imported at present: the setting, less what the imports of the last 24 hours were
 * approved for. Files that wait for approval do not count, or a single one could block all others.
 */
export async function readBalanceLeft({ db, clock }: Ctx): Promise<bigint> {
  const maximumMicro = await readSetting(db, 'openingBalanceMaximumMicro');
  const startedMicro = await sumStartedMicro(db, new Date(clock.now().getTime() - DAY_MS));
  return maximumMicro > startedMicro ? maximumMicro - startedMicro : 0n;
}

/** Refuses (amountOutOfRange) balances beyond that. Users without balances are never too many. */
export async function requireBalanceLeft(ctx: Ctx, totalMicro: bigint): Promise<void> {
  if (totalMicro > 0n && totalMicro > (await readBalanceLeft(ctx)))
    refuse('amountOutOfRange', 'opening balances within a day');
}
