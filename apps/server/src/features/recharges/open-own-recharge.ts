import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import type { AssetId, DepositRow, PendingTransferRow } from '../deposits/index.ts';
import { makeOrderId } from './order-id.ts';
import { insertSealed } from './recharge-macs.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** Another top-up may have the same order id. */
const MAX_ATTEMPTS = 20;

type Arrived = Pick<PendingTransferRow, 'to_address' | 'amount_micro' | 'block_number' | 'block_time'>;

/** Inserts the top-up of a payment that arrived at its buyer's own address without one, with exactly its amount. */
export async function openOwnRecharge(
  ctx: Ctx,
  { network, chainId, token }: AssetId,
  payment: Arrived,
  ownerId: bigint,
): Promise<RechargeRow> {
  const now = ctx.clock.now();
  const { amount_micro: amountMicro, block_time: paidAt } = payment;
  // There is no time to pay; it must not look late either.
  const expiresAt = paidAt > now ? paidAt : now;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const row = await insertSealed(ctx, {
      order_id: makeOrderId(now),
      user_id: ownerId,
      network,
      chain_id: chainId,
      contract_address: token,
      wallet_address: payment.to_address,
      checkout_address: null,
      order_ref: `0x${randomBytes(32).toString('hex')}`,
      amount_micro: amountMicro,
      pay_amount_micro: amountMicro,
      idempotency_key: randomUUID(),
      tx_hash: null,
      sender_address: null,
      paid_block: null,
      submitted_tx_hash: null,
      created_at: now,
      head_at_creation: payment.block_number,
      expires_at: expiresAt,
      is_requested: false,
      is_reserved: false,
      reserved_until: expiresAt,
      reserved_address: null,
    });
    if (row) return row;
  }
  throw new Error('no free order id for a payment to an own address');
}

/** The token that a deposit is of. */
export const assetOf = ({ network, chain_id, contract_address }: DepositRow): AssetId => ({
  network,
  chainId: chain_id,
  token: contract_address,
});
