import { parseTxHash } from '@portside/chain';
import type { Input, Network, Recharge } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { getOwnRecharge, readRecharge } from './read-recharges.ts';
import { statusOf } from './recharge-states.ts';
import { saveSubmittedTxHash } from './recharges.sql.ts';

/**
 * Takes the hash of the transaction that pays an open top-up and polls the chain at once, one time for each new
 * hash. Credits nothing and changes no state. Refuses a top-up that is not the caller's (notFound).
 */
export async function submitTxHash(
  ctx: Ctx,
  { params, body }: Input<'submitTxHash'>,
  pollNow: (network: Network) => void,
): Promise<Recharge> {
  const own = await getOwnRecharge(ctx, params.order_id);
  const txHash = parseTxHash(body.tx_hash);
  if (statusOf(own.state) === 'recharging' && own.submitted_tx_hash !== txHash) {
    await saveSubmittedTxHash(ctx.db, own.id, txHash, ctx.clock.now());
    pollNow(own.network);
  }
  return readRecharge(ctx, { params });
}
