import { formatAddress, formatTxHash, parseTxHash } from '@portside/chain';
import {
  formatMicro,
  parseMicro,
  type Authorization,
  type Input,
  type AllowanceCaps,
  type AuthorizationMode,
} from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { getPayableRecharge } from './own-recharges.ts';
import { statusOf } from './recharge-states.ts';
import type { RechargeRow } from './recharges.sql.ts';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { parseAddressField } from '../wallets/index.ts';
import { sql, type Insertable, type Selectable, type Generated } from 'kysely';

/**
 * Records the allowance that a wallet is about to grant, and later the transaction that granted it. Refuses a zero
 * amount (amountOutOfRange), addresses that are not the shop's (addressesChanged), a top-up that is paid or has ended
 * (rechargeEnded), and an amount above the mode's cap or a mode that this wallet is not offered (allowanceTooLarge).
 */
export async function createAuthorization(
  ctx: Ctx,
  { params, body }: Input<'createAuthorization'>,
): Promise<Authorization> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const recharge = await getPayableRecharge(step, params.order_id);
    if (statusOf(recharge.state) !== 'recharging') refuse('rechargeEnded');
    const wallet = parseAddressField(recharge.network, body.wallet_address, 'wallet_address');
    const amountMicro = parseMicro(body.amount);
    if (amountMicro === 0n) refuse('amountOutOfRange');
    const cap = (await capsOf(db, recharge, wallet))[body.mode];
    if (cap === null || amountMicro > cap || recharge.checkout_address === null) {
      return refuse('allowanceTooLarge', `${body.mode} ${body.amount}`);
    }
    const row = await saveAuthorization(db, {
      recharge_id: recharge.id,
      wallet_address: wallet,
      mode: body.mode,
      amount_micro: amountMicro,
      cap_micro: cap,
      contract_address: recharge.checkout_address,
      tx_hash: body.tx_hash === undefined ? null : parseTxHash(body.tx_hash),
      created_at: clock.now(),
    });
    return present(recharge, row);
  });
}

const present = ({ order_id, network }: RechargeRow, row: AuthorizationRow): Authorization => ({
  order_id,
  wallet_address: formatAddress(network, row.wallet_address),
  mode: row.mode,
  amount: formatMicro(row.amount_micro),
  contract_address: formatAddress(network, row.contract_address),
  tx_hash: row.tx_hash && formatTxHash(network, row.tx_hash),
  created_at: row.created_at.toISOString(),
});

/** The largest allowance for the checkout in micro-USDT, by mode; null where a mode is not offered. */
type Caps = Readonly<Record<AuthorizationMode, bigint | null>>;

const NONE: Caps = { safe: null, whitelist: null };

/**
 * Safe mode allows exactly this top-up's amount, up to the safe cap; above it only a transfer is offered.
 * Whitelist mode is for wallets on the operator's list, each with its own cap.
 */
async function capsOf(db: Db, recharge: RechargeRow, wallet: Hex): Promise<Caps> {
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
  const wallet = parseAddressField(recharge.network, query.wallet_address, 'wallet_address');
  const { safe, whitelist } = await capsOf(ctx.db, recharge, wallet);
  return { safe: show(safe), whitelist: show(whitelist) };
}

const show = (micro: bigint | null): string | null => (micro === null ? null : formatMicro(micro));

export type AuthorizationRow = Selectable<RechargeAuthorizationsTable>;

/** Inserts an allowance; a repeated one updates the same record, and a known hash stays. */
const saveAuthorization = (db: Db, row: Insertable<RechargeAuthorizationsTable>): Promise<AuthorizationRow> =>
  db
    .insertInto('recharge_authorizations')
    .values(row)
    .onConflict((conflict) =>
      conflict.constraint('recharge_authorizations_once').doUpdateSet({
        tx_hash: sql`coalesce(excluded.tx_hash, recharge_authorizations.tx_hash)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

type RechargeAuthorizationsTable = {
  id: Generated<bigint>;
  recharge_id: bigint;
  wallet_address: Hex;
  mode: AuthorizationMode;
  amount_micro: bigint;
  cap_micro: bigint;
  contract_address: Hex;
  tx_hash: Hex | null;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    recharge_authorizations: RechargeAuthorizationsTable;
  }
}
