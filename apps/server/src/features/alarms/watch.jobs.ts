import type { Ctx } from '../../platform/context.ts';
import type { HubLink } from '../../platform/hub/hub-link.ts';
import { isAnyProcessAway } from '../../platform/hub/away-processes.sql.ts';
import { findUnsafeStandbys } from '../../platform/db/unsafe-standbys.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import type { SumInflow } from '../treasury/index.ts';
import type { AlarmCondition } from './alarm-condition.ts';
import { evaluateAlarms, EVALUATED_KINDS, type AddressFault } from './evaluate-alarms.ts';
import { updateAlarms } from './update-alarms.ts';

/**
 * Evaluates the alarms of deposits, wallets and books; `listRedirected` finds open top-ups to foreign addresses,
 * `scannersSince` is when this process began to scan.
 */
export async function watchMoney(
  ctx: Ctx,
  listRedirected: (ctx: Ctx) => Promise<readonly AddressFault[]> = () => Promise.resolve([]),
  sumInflow?: SumInflow,
  scannersSince?: Date,
): Promise<{ more: boolean }> {
  const conditions = await evaluateAlarms(ctx, await listRedirected(ctx), sumInflow, scannersSince);
  await updateAlarms(ctx, EVALUATED_KINDS, conditions);
  return { more: false };
}

/**
 * Whether a failover of the database could lose anything, whether every process can use what they share, and whether
 * anyone else writes there.
 */
export async function watchServers(
  ctx: Ctx,
  { isConnected, isTampered }: Pick<HubLink, 'isConnected' | 'isTampered'>,
): Promise<{ more: boolean }> {
  const unsafe = await findUnsafeStandbys(ctx.db);
  const conditions: AlarmCondition[] = [];
  if (unsafe !== null) conditions.push({ kind: 'standbyUnsafe', network: null, findings: [unsafe] });
  const isAway = !isConnected || (await isAnyProcessAway(ctx.db));
  if (isAway) conditions.push({ kind: 'valkeyAway', network: null, findings: [] });
  if (isTampered) conditions.push({ kind: 'valkeyTampered', network: null, findings: [] });
  await updateAlarms(ctx, ['standbyUnsafe', 'valkeyAway', 'valkeyTampered'], conditions);
  return { more: false };
}

/** The daily reconciliation: every balance must equal the sum of its movements. Reads the whole ledger. */
export async function reconcileLedger(ctx: Ctx): Promise<{ more: boolean }> {
  const faults = await findLedgerMismatches(ctx.db);
  const users = faults.map(({ userId }) => userId).join(', ');
  const conditions: AlarmCondition[] =
    faults.length === 0
      ? []
      : [{ kind: 'ledgerOff', network: null, findings: [{ code: 'balancesDiffer', facts: { users } }] }];
  await updateAlarms(ctx, ['ledgerOff'], conditions);
  return { more: false };
}
