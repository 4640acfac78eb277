import { formatMicro, type AllowanceCaps, type AuthorizationMode, type Input } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { readSetting } from '../../settings/index.ts';
import { readWalletAddress } from './read-wallet-address.ts';
import { getPayableRecharge } from '../payment-terms/get-payable-recharge.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** The largest allowance for the checkout in micro-USDT, by mode; null where a mode is not offered. */
type Caps = Readonly<Record<AuthorizationMode, bigint | null>>;

const NONE: Caps = { safe: null, whitelist: null };

/**
 * Safe mode allows exactly this top-up's amount, up to the safe cap; above it only a transfer is offered.
 * Whitelist mode is for wallets on the operator's list, each with its own cap.
 */
export async function capsOf(db: Db, recharge: RechargeRow, wallet: Hex): Promise<Caps> {
  if (recharge.checkout_address === null) return NONE;
  const safeCap = await readSetting(db, 'safeCapMicro');
  const allowed = await readSetting(db, 'allowedWallets');
  const listed = allowed.find(({ type, address }) => type === recharge.network && address === wallet);
  const amount = recharge.pay_amount_micro;
  return {
    safe: amount <= safeCap ? amount : null,
    whitelist: listed !== undefined && amount <= listed.cap ? listed.cap : null,
  };
}

/**
 * The allowances that a wallet may grant for a top-up. Refuses an invalid address (invalidFormat) and what
 * `getPayableRecharge` refuses.
 */
export async function readAllowanceCaps(
  ctx: Ctx,
  { params, query }: Input<'readAllowanceCaps'>,
): Promise<AllowanceCaps> {
  const recharge = await getPayableRecharge(ctx, params.order_id);
  const wallet = readWalletAddress(recharge.network, query.wallet_address);
  const { safe, whitelist } = await capsOf(ctx.db, recharge, wallet);
  return { safe: show(safe), whitelist: show(whitelist) };
}

const show = (micro: bigint | null): string | null => (micro === null ? null : formatMicro(micro));
