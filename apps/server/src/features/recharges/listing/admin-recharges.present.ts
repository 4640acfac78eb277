import { explorerAddressUrl } from '@portside/chain';
import type { AdminRecharge } from '@portside/contract';
import type { TermsReader } from '../payment-terms/check-payment-terms.ts';
import { presentRecharges } from '../recharges.present.ts';
import type { FoundRecharge } from './search-recharges.sql.ts';

/**
 * Top-ups as operators see them: with the buyer, explorer links, and reversed ones distinguished from rejected ones.
 */
export async function presentAdminRecharges(
  ctx: TermsReader,
  rows: readonly FoundRecharge[],
): Promise<AdminRecharge[]> {
  const shown = await presentRecharges(ctx, rows);
  return rows.map((row, index) => {
    const { network, sender_address: sender, wallet_address: receiver } = row;
    const recharge = shown[index]!;
    return {
      ...recharge,
      sub_state: row.state === 'reversed' ? 'reversed' : recharge.sub_state,
      buyer: { id: row.user_id.toString(), username: row.username, email: row.email },
      sender_url: sender && explorerAddressUrl(network, recharge.chain_id, sender),
      receiver_url: recharge.receiver_address && explorerAddressUrl(network, recharge.chain_id, receiver),
    };
  });
}
