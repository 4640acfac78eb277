import { randomBytes, randomUUID } from 'node:crypto';
import type { Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import type { PaymentMethodRow } from '../payment-methods/index.ts';
import { makeOrderId } from './order-id.ts';
import { insertSealed } from './recharge-macs.ts';
import { pickFreeAmount, type RechargeRow } from './recharges.sql.ts';
import type { AssetId, DepositRow, PendingTransferRow } from '../deposits/index.ts';

const CENT_MICRO = 10_000n;
/** The cent that the buyer chose, and the next ones where all of its amounts are reserved. */
const CENTS = 10;
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
  /** Their own address, to which any amount counts; null where a reserved amount tells their payment from others. */
  readonly ownAddress: Hex | null;
  /** The address block to count the amount for; null for buyers who are not counted by address. */
  readonly reservedAddress: string | null;
};

/**
 * Inserts a new top-up with a free exact amount, at most ten cents above the one that was asked for; or, to an address of
 * the buyer's own, with that amount. Refuses where all of these are reserved (amountsTaken).
 */
export async function openRecharge(ctx: Ctx, opening: Opening): Promise<RechargeRow> {
  const { userId, method, head, amountMicro, idempotencyKey, quoteMinutes, ownAddress, reservedAddress } =
    opening;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + quoteMinutes * 60_000);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const payAmount = ownAddress ? amountMicro : await pickAmount(ctx.db, method, amountMicro);
    if (payAmount === null) break;
    const row = await insertSealed(ctx, {
      order_id: makeOrderId(now),
      user_id: userId,
      network: method.type,
      chain_id: method.chain_id,
      contract_address: method.contract_address,
      wallet_address: ownAddress ?? method.wallet_address,
      // A checkout pays to the wallet; to an own address one transfer is enough.
      checkout_address: ownAddress ? null : method.checkout_address,
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
      is_requested: true,
      is_reserved: ownAddress === null,
      reserved_until: new Date(expiresAt.getTime() + LATE_WINDOW_MS),
      reserved_address: reservedAddress,
    });
    if (row) return row;
  }
  return refuse('amountsTaken', `no free amount near ${amountMicro}`);
}

/** Null where no amount of the ten cents is free. */
async function pickAmount(db: Db, method: PaymentMethodRow, amountMicro: bigint): Promise<bigint | null> {
  const { chain_id: chainId, wallet_address: wallet } = method;
  for (let cent = 0n; cent < CENTS; cent += 1n) {
    const baseMicro = amountMicro + cent * CENT_MICRO;
    const free = await pickFreeAmount(db, { chainId, wallet, baseMicro });
    if (free !== null) return free;
  }
  return null;
}

/** Another top-up may have the same order id. */
const OWN_ATTEMPTS = 20;

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
  for (let attempt = 1; attempt <= OWN_ATTEMPTS; attempt += 1) {
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
