import type { Ctx } from '../../platform/context.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { evaluateAlarms, WATCHED, type Trouble } from './evaluate-alarms.ts';
import { settleAlarms } from './update-alarms.ts';

/** Looks whether anything is wrong with the money's way. */
export async function watchMoney(ctx: Ctx): Promise<{ more: boolean }> {
  await settleAlarms(ctx, WATCHED, await evaluateAlarms(ctx));
  return { more: false };
}

/** The daily proof: each balance is the sum of its movements. It reads the whole ledger. */
export async function proveLedger(ctx: Ctx): Promise<{ more: boolean }> {
  const faults = await findLedgerMismatches(ctx.db);
  const users = faults.map(({ userId }) => userId).join(', ');
  const troubles: Trouble[] =
    faults.length === 0 ? [] : [{ kind: 'ledgerOff', network: null, detail: `users ${users}` }];
  await settleAlarms(ctx, ['ledgerOff'], troubles);
  return { more: false };
}
