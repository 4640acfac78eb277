import type { Chain } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findDepositDelays } from '../deposits/index.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';
import { listActiveAlarms } from './alarms.sql.ts';

/** Shorter delays are shown to buyers but raise no alarm. */
export const LATE_MINUTES = 10;

/**
 * Chains whose payments, or whose buyers' addresses, are read late. What scanners that have only just begun
 * (`scannersSince`) have not read yet raises no alarm. One that is active stays: a restart would otherwise end it, and
 * raise it again, with another e-mail, as soon as the scanner reports that nothing is better.
 */
export async function evaluateLate(
  ctx: Ctx,
  chains: readonly Chain[],
  scannersSince?: Date,
): Promise<AlarmCondition[]> {
  const late = await listLate(ctx, chains);
  if (late.length === 0 || scannersSince === undefined) return late;
  const lasting = await listLate(ctx, chains, scannersSince);
  const known = new Set([...lasting, ...(await listActiveAlarms(ctx.db))].map(nameOf));
  return late.filter((one) => known.has(nameOf(one)));
}

const nameOf = ({ kind, network, about = '' }: Omit<AlarmCondition, 'findings'>): string =>
  `${kind} ${network} ${about}`;

async function listLate(ctx: Ctx, chains: readonly Chain[], scannersSince?: Date): Promise<AlarmCondition[]> {
  const delays = await findDepositDelays(ctx, scannersSince);
  return [
    ...delays
      .filter(({ minutes }) => minutes >= LATE_MINUTES)
      .map(({ type }) =>
        condition('chainLate', type, chains.find((chain) => chain.type === type)?.reasons ?? []),
      ),
    ...(isStarting(scannersSince, ctx.clock.now()) ? [] : chains.flatMap(lateAddresses)),
  ];
}

/** Whether the scanners have begun so recently that what they have not read yet is no trouble. */
const isStarting = (scannersSince: Date | undefined, now: Date): boolean =>
  scannersSince !== undefined && now.getTime() - scannersSince.getTime() < LATE_MINUTES * 60_000;

/** Addresses that were not all read for hours, with the cause. */
function lateAddresses({ type, reasons }: Chain): AlarmCondition[] {
  const late = reasons.findIndex(({ code }) => code === 'addressesLate');
  return late < 0 ? [] : [condition('chainLate', type, reasons.slice(late), 'addresses')];
}
