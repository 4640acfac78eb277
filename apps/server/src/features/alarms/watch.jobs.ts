import type { Ctx } from '../../platform/context.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import type { AlarmCondition } from './alarm-condition.ts';
import { evaluateAlarms, EVALUATED_KINDS } from './evaluate-alarms.ts';
import { updateAlarms } from './update-alarms.ts';

/** Evaluates the alarms of deposits, wallets and books. */
export async function watchMoney(ctx: Ctx): Promise<{ more: boolean }> {
  await updateAlarms(ctx, EVALUATED_KINDS, await evaluateAlarms(ctx));
  return { more: false };
}

/** The daily reconciliation: every balance must equal the sum of its movements. Reads the whole ledger. */
export async function reconcileLedger(ctx: Ctx): Promise<{ more: boolean }> {
  const faults = await findLedgerMismatches(ctx.db);
  const users = faults.map(({ userId }) => userId).join(', ');
  const conditions: AlarmCondition[] =
    faults.length === 0 ? [] : [{ kind: 'ledgerOff', network: null, detail: `users ${users}` }];
  await updateAlarms(ctx, ['ledgerOff'], conditions);
  return { more: false };
}
