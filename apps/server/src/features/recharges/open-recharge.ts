import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { PaymentMethodRow } from '../payment-methods/index.ts';
import { makeOrderId } from './order-id.ts';
import { insertRecharge, pickFreeAmount, type RechargeRow } from './recharges.sql.ts';

/** Most micro-USDT added to the amount to make it unique; at least one is added. */
const TAILS = 9_999;
const LATE_WINDOW_MS = 24 * 60 * 60 * 1000;
/** Concurrent top-ups may pick the same order id or amount; the database accepts one of them. */
const MAX_ATTEMPTS = 20;

type Opening = {
  readonly userId: bigint;
  readonly method: PaymentMethodRow;
  /** Newest known block of the method's chain. */
  readonly head: number;
  readonly amountMicro: bigint;
  readonly idempotencyKey: string;
  readonly quoteMinutes: number;
};

/** Inserts a new top-up with a free exact amount. Refuses where all amounts near this one are reserved (topUpsOff). */
export async function openRecharge(ctx: Ctx, opening: Opening): Promise<RechargeRow> {
  const { userId, method, head, amountMicro, idempotencyKey, quoteMinutes } = opening;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + quoteMinutes * 60_000);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { chain_id: chainId, wallet_address: wallet } = method;
    const payAmount = await pickFreeAmount(ctx.db, { chainId, wallet, baseMicro: amountMicro, tails: TAILS });
    if (payAmount === null) break;
    const row = await insertRecharge(ctx.db, {
      order_id: makeOrderId(now),
      user_id: userId,
      network: method.type,
      chain_id: chainId,
      contract_address: method.contract_address,
      wallet_address: wallet,
      checkout_address: method.checkout_address,
      order_ref: `0x${randomBytes(32).toString('hex')}`,
      amount_micro: amountMicro,
      pay_amount_micro: payAmount,
      idempotency_key: idempotencyKey,
      tx_hash: null,
      sender_address: null,
      paid_block: null,
      submitted_tx_hash: null,
      created_at: now,
      head_at_creation: head,
      expires_at: expiresAt,
      reserved_until: new Date(expiresAt.getTime() + LATE_WINDOW_MS),
    });
    if (row) return row;
  }
  return refuse('topUpsOff', `no free amount near ${amountMicro}`);
}
