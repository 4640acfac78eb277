import { explorerTxUrl, parseTxHash, chainsOf, formatTxHash } from '@portside/chain';
import {
  formatMicro,
  type Data,
  type Input,
  type OwnPaymentState,
  type Network,
  type SmallPayment,
  type SmallPayments,
} from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { DepositState } from '../deposit-states.ts';
import {
  listOwnPending,
  listSmallDeposits,
  sumSmallDeposits,
  type SmallTransfer,
} from '../small-deposits.sql.ts';

const STATES: Record<OwnTransfer['state'], OwnPaymentState> = {
  seen: 'confirming',
  final: 'confirming',
  small: 'small',
  held: 'review',
  unmatched: 'review',
  credited: 'credited',
  rejected: 'rejected',
  reversed: 'rejected',
};

/**
 * When a network was last read, and what became of a transaction that the caller says they sent to their own address,
 * on any network. Changes nothing. Payments to other buyers' addresses are not found.
 */
export async function findOwnPayment(
  { db, actor }: Ctx,
  { query: { type, tx_hash: named } }: Input<'findOwnPayment'>,
): Promise<Data<'findOwnPayment'>> {
  const { userId } = requireUser(actor);
  const checkedAt = await readCheckedAt(db, type);
  const txHash = named === undefined ? null : parseTxHash(named);
  const transfers = txHash === null ? [] : await listTransfersOf(db, userId, txHash);
  return {
    checked_at: checkedAt?.toISOString() ?? null,
    payment: txHash === null || transfers.length === 0 ? null : present(txHash, transfers),
  };
}

/** All that one transaction has paid on its chain is one payment, in the state of its first part. */
function present(txHash: Hex, transfers: readonly OwnTransfer[]): Data<'findOwnPayment'>['payment'] {
  const first = transfers.find(({ is_own }) => is_own) ?? transfers[0]!;
  const { network, chain_id, state, is_own: isOwn } = first;
  const parts = transfers.filter((part) => part.chain_id === chain_id && part.is_own === isOwn);
  return {
    type: network,
    amount: formatMicro(parts.reduce((sum, { amount_micro }) => sum + amount_micro, 0n)),
    state: isOwn ? STATES[state] : 'elsewhere',
    tx_url: explorerTxUrl(network, Number(chain_id), txHash),
  };
}

type OwnTransfer = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly amount_micro: bigint;
  /** `seen` while the network is confirming it. */
  readonly state: DepositState | 'seen';
  /** Whether it was paid to the buyer's own address; otherwise to a wallet of the shop. */
  readonly is_own: boolean;
};

/**
 * What a transaction paid to a buyer's own addresses or to wallets of the shop, on any chain; never what it paid to
 * other buyers. In the order of the transaction, with dust and transfers by the shop itself last.
 */
async function listTransfersOf(db: Db, ownerId: bigint, txHash: Hex): Promise<OwnTransfer[]> {
  const { rows } = await sql<OwnTransfer>`
    select network, chain_id, amount_micro, state, is_own from (
      select network, chain_id, ordinal, amount_micro, state, owner_id is not null as is_own from deposits
        where tx_hash = ${txHash} and (owner_id is null or owner_id = ${ownerId})
      union all
      select network, chain_id, ordinal, amount_micro, 'seen', owner_id is not null
        from pending_transfers join chain_statuses using (chain_id)
        where tx_hash = ${txHash} and (owner_id is null or owner_id = ${ownerId})
    ) parts order by amount_micro = 0, chain_id, ordinal`.execute(db);
  return rows;
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
