import { explorerTxUrl, parseTxHash, chainsOf, formatTxHash } from '@portside/chain';
import {
  formatMicro,
  type Data,
  type Input,
  type Network,
  type SmallPayment,
  type SmallPayments,
} from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { namePayment, presentNamed, type LookUpChains } from '../named/name-payment.ts';
import {
  listOwnPending,
  listSmallDeposits,
  sumSmallDeposits,
  type SmallTransfer,
} from '../credit-deposits.ts';

/**
 * When a network was last read, and what a transaction was that the caller says they sent, looked up on all networks.
 * Remembers that they named it, and credits nothing. Payments to other buyers' addresses are not found.
 */
export async function findOwnPayment(
  ctx: Ctx,
  { query: { type, tx_hash: named } }: Input<'findOwnPayment'>,
  chains: LookUpChains = {},
): Promise<Data<'findOwnPayment'>> {
  const { userId } = requireUser(ctx.actor);
  const checked_at = (await readCheckedAt(ctx.db, type))?.toISOString() ?? null;
  if (named === undefined) return { checked_at, payment: null };
  const txHash = parseTxHash(named);
  await namePayment(ctx, { txHash, network: type, orderId: null }, chains);
  const paymentOf = await presentNamed(ctx, [{ userId, txHash }]);
  return { checked_at, payment: paymentOf({ userId, txHash }) };
}

/** When a network was last read; null where it never was. */
async function readCheckedAt(db: Db, network: Network): Promise<Date | null> {
  const row = await db
    .selectFrom('chain_statuses')
    .select((of) => of.fn.max('checked_at').as('at'))
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.at ?? null;
}

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
        ...unconfirmed.map((transfer) => presentSmall(network, transfer, false)),
        ...deposits.map((transfer) => presentSmall(network, transfer, true)),
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

const presentSmall = (network: Network, transfer: SmallTransfer, confirmed: boolean): SmallPayment => ({
  amount: formatMicro(transfer.amount_micro),
  tx_hash: formatTxHash(network, transfer.tx_hash),
  ordinal: transfer.ordinal,
  tx_url: explorerTxUrl(network, Number(transfer.chain_id), transfer.tx_hash),
  confirmed,
  paid_at: transfer.block_time.toISOString(),
});
