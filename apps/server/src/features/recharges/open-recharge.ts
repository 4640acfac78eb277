import { randomBytes, randomUUID } from 'node:crypto';
import type { Hex } from 'viem';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import type { AssetId, DepositRow, PendingTransferRow } from '../deposits/index.ts';
import type { PaymentMethodRow } from '../payment-methods/index.ts';
import { makeOrderId } from './order-id.ts';
import { insertSealed } from './recharge-macs.ts';
import { pickFreeAmount, type RechargeRow } from './recharges.sql.ts';

const CENT_MICRO = 10_000n;
/** The cent that the buyer chose, and the next ones where all of its amounts are reserved. */
const CENTS = 10;
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
  const { userId, method, head, amountMicro, quoteMinutes, ownAddress } = opening;
  const expiresAt = new Date(ctx.clock.now().getTime() + quoteMinutes * 60_000);
  const row = await insertNew(
    ctx,
    {
      user_id: userId,
      network: method.type,
      chain_id: method.chain_id,
      contract_address: method.contract_address,
      wallet_address: ownAddress ?? method.wallet_address,
      // A checkout pays to the wallet; to an own address one transfer is enough.
      checkout_address: ownAddress ? null : method.checkout_address,
      amount_micro: amountMicro,
      idempotency_key: opening.idempotencyKey,
      head_at_creation: head,
      expires_at: expiresAt,
      is_requested: true,
      is_reserved: ownAddress === null,
      reserved_until: new Date(expiresAt.getTime() + DAY_MS),
      reserved_address: opening.reservedAddress,
    },
    async () => (ownAddress ? amountMicro : pickAmount(ctx.db, method, amountMicro)),
  );
  return row ?? refuse('amountsTaken', `no free amount near ${amountMicro}`);
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

type Arrived = Pick<PendingTransferRow, 'to_address' | 'amount_micro' | 'block_number' | 'block_time'>;

/** Inserts the top-up of a payment that arrived at its buyer's own address without one, with exactly its amount. */
export async function openOwnRecharge(
  ctx: Ctx,
  { network, chainId, token }: AssetId,
  { to_address, amount_micro, block_number, block_time: paidAt }: Arrived,
  ownerId: bigint,
): Promise<RechargeRow> {
  const now = ctx.clock.now();
  // There is no time to pay; it must not look late either.
  const expiresAt = paidAt > now ? paidAt : now;
  const row = await insertNew(
    ctx,
    {
      user_id: ownerId,
      network,
      chain_id: chainId,
      contract_address: token,
      wallet_address: to_address,
      checkout_address: null,
      amount_micro,
      idempotency_key: randomUUID(),
      head_at_creation: block_number,
      expires_at: expiresAt,
      is_requested: false,
      is_reserved: false,
      reserved_until: expiresAt,
      reserved_address: null,
    },
    async () => amount_micro,
  );
  if (row === null) throw new Error('no free order id for a payment to an own address');
  return row;
}

type Chosen = Omit<
  Parameters<typeof insertSealed>[1],
  'order_id' | 'order_ref' | 'pay_amount_micro' | 'created_at'
>;

/** Null if `pickPayAmount` has none left, or each attempt met another top-up's order id or amount. */
async function insertNew(
  ctx: Ctx,
  chosen: Chosen,
  pickPayAmount: () => Promise<bigint | null>,
): Promise<RechargeRow | null> {
  const created_at = ctx.clock.now();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const pay_amount_micro = await pickPayAmount();
    if (pay_amount_micro === null) return null;
    const order_id = makeOrderId(created_at);
    const order_ref: Hex = `0x${randomBytes(32).toString('hex')}`;
    const row = await insertSealed(ctx, { ...chosen, order_id, order_ref, pay_amount_micro, created_at });
    if (row) return row;
  }
  return null;
}

/** The token that a deposit is of. */
export const assetOf = ({ network, chain_id, contract_address }: DepositRow): AssetId => ({
  network,
  chainId: chain_id,
  token: contract_address,
});
