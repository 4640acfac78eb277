import { explorerTxUrl, parseTxHash } from '@portside/chain';
import { formatMicro, type Data, type Input, type OwnPaymentState } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { listTransfersOf, readCheckedAt, type OwnTransfer } from './own-payments.sql.ts';

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
 * When a network was last read, and what became of a transaction that the caller says they have sent to their own
 * address, on whichever network it was found. Credits nothing and changes nothing. What was paid to somebody else's
 * address is not found.
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
