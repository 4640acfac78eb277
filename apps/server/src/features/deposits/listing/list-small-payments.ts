import { chainsOf, explorerTxUrl, formatTxHash } from '@portside/chain';
import {
  formatMicro,
  type Data,
  type Network,
  type SmallPayment,
  type SmallPayments,
} from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import {
  listOwnPending,
  listSmallDeposits,
  sumSmallDeposits,
  type SmallTransfer,
} from '../small-deposits.sql.ts';

const SHOWN = 20;
const MOST_PENDING = 200;

/**
 * What waits at the caller's own addresses below the minimum, by network; networks where nothing waits are left out.
 */
export async function listSmallPayments({ db, actor }: Ctx): Promise<Data<'listSmallPayments'>> {
  const { userId } = requireUser(actor);
  const sums = await sumSmallDeposits(db, userId);
  const pending = (await listOwnPending(db, userId, MOST_PENDING)).filter(
    ({ network, amount_micro }) => amount_micro < chainsOf(network).leastDepositMicro,
  );
  const places = new Map([...sums, ...pending].map(({ chain_id, network }) => [chain_id, network]));
  const items: SmallPayments[] = [];
  for (const [chainId, network] of places) {
    const sum = sums.find(({ chain_id }) => chain_id === chainId)?.sum ?? '0';
    const deposits = sum === '0' ? [] : await listSmallDeposits(db, userId, chainId, SHOWN);
    const unconfirmed = pending.filter(({ chain_id }) => chain_id === chainId);
    items.push({
      type: network,
      ...sumsOf(network, BigInt(sum)),
      payments: [
        ...unconfirmed.map((transfer) => present(network, transfer, false)),
        ...deposits.map((transfer) => present(network, transfer, true)),
      ].slice(0, SHOWN),
    });
  }
  return { items, next_cursor: null, total: items.length };
}

function sumsOf(network: Network, sumMicro: bigint) {
  const { leastDepositMicro } = chainsOf(network);
  const missingMicro = leastDepositMicro - sumMicro;
  return {
    amount: formatMicro(sumMicro),
    // An earlier version may have asked for more.
    missing_amount: formatMicro(missingMicro > 0n ? missingMicro : 0n),
    minimum_amount: formatMicro(leastDepositMicro),
  };
}

const present = (network: Network, transfer: SmallTransfer, confirmed: boolean): SmallPayment => ({
  amount: formatMicro(transfer.amount_micro),
  tx_hash: formatTxHash(network, transfer.tx_hash),
  ordinal: transfer.ordinal,
  tx_url: explorerTxUrl(network, Number(transfer.chain_id), transfer.tx_hash),
  confirmed,
  paid_at: transfer.block_time.toISOString(),
});
