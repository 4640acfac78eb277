import { type Chain, formatMicro, NETWORKS, type Finding, type Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findDepositDelays } from '../deposits/index.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import { listWatchedTreasuries } from '../payment-methods/index.ts';
import { listChainShortfalls, listFollowedChains } from '../treasury/index.ts';

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

/**
 * Money that was recorded on buyers' own addresses and is missing or frozen there, one alarm for each network. A chain
 * that the shop no longer follows raises none: nobody can find out whether it is still so. While the shop was stopped it
 * was not followed either; an alarm from before stays until somebody has looked again, and is not sent anew.
 */
export async function evaluateShort(ctx: Ctx): Promise<AlarmCondition[]> {
  const { db, clock } = ctx;
  const now = clock.now();
  const [found, followed, alarms] = await Promise.all([
    listChainShortfalls(db),
    listFollowedChains(db, now),
    listActiveAlarms(db),
  ]);
  const isOpen = (network: Network) =>
    alarms.some((alarm) => alarm.kind === 'addressesShort' && alarm.network === network);
  const watched = new Set<bigint>();
  for (const network of NETWORKS.filter(isOpen)) {
    const chain = await listWatchedTreasuries(ctx, network, now);
    if (chain) watched.add(BigInt(chain.chainId));
  }
  const live = found.filter(({ chain_id }) => followed.has(chain_id) || watched.has(chain_id));
  return NETWORKS.flatMap((network) => {
    const findings = live.filter((one) => one.network === network).map(findingOf);
    return findings.length === 0 ? [] : [condition('addressesShort', network, findings)];
  });
}

const findingOf = ({
  is_frozen,
  addresses,
  missing_micro,
}: Awaited<ReturnType<typeof listChainShortfalls>>[number]): Finding => ({
  code: is_frozen ? 'addressesFrozen' : 'addressesMissing',
  facts: { count: addresses, amount: formatMicro(missing_micro) },
});
