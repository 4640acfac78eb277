import { formatAddress, formatTxHash, parseTxHash } from '@portside/chain';
import { formatMicro, parseMicro, type Authorization, type Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { capsOf } from './allowance-caps.ts';
import { saveAuthorization, type AuthorizationRow } from './authorizations.sql.ts';
import { getPayableRecharge } from '../payment-terms/get-payable-recharge.ts';
import { readWalletAddress } from './read-wallet-address.ts';
import { statusOf } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';

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
    const wallet = readWalletAddress(recharge.network, body.wallet_address);
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
