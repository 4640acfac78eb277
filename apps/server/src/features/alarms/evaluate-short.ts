import { formatMicro, NETWORKS, type Finding, type Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { listWatchedTreasuries } from '../payment-methods/index.ts';
import { listChainShortfalls, listFollowedChains } from '../treasury/index.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';

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
