import { parseTxHash } from '@portside/chain';
import type { Input, Network, Recharge } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { awaitsPayment } from './awaits-payment.ts';
import { getOwnRecharge, readRecharge } from './read-recharges.ts';
import { statusOf } from './recharge-states.ts';
import { saveSubmittedTxHash } from './recharges.sql.ts';

/**
 * Takes the hash of the transaction that pays a top-up, in time or late, and polls the chain at once, one time for each
 * new hash. Credits nothing and changes no state. A credited top-up is answered as it is. Refuses one that is not the
 * caller's (notFound), and a new hash for one whose late payments no longer count (paymentNotAwaited).
 */
export async function submitTxHash(
  ctx: Ctx,
  { params, body }: Input<'submitTxHash'>,
  pollNow: (network: Network) => void,
): Promise<Recharge> {
  const own = await getOwnRecharge(ctx, params.order_id);
  const txHash = parseTxHash(body.tx_hash);
  if (own.submitted_tx_hash !== txHash && statusOf(own.state) !== 'successful') {
    if (!awaitsPayment(own)) refuse('paymentNotAwaited');
    await saveSubmittedTxHash(ctx.db, own.id, txHash, ctx.clock.now());
    pollNow(own.network);
  }
  return readRecharge(ctx, { params });
}
