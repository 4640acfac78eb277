import { formatMicro, NETWORKS, type Finding } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { listChainShortfalls, listFollowedChains } from '../treasury/index.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';

/**
 * Money that was recorded on buyers' own addresses and is missing or frozen there, one alarm for each network. A chain
 * that the shop no longer follows raises none: nobody can find out whether it is still so.
 */
export async function evaluateShort({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<AlarmCondition[]> {
  const [found, followed] = await Promise.all([listChainShortfalls(db), listFollowedChains(db, clock.now())]);
  const live = found.filter(({ chain_id }) => followed.has(chain_id));
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
