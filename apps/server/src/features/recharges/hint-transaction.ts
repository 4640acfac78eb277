import { parseTxHash } from '@portside/chain';
import type { Input, Network, Recharge } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { getOwnRecharge, readRecharge } from './read-recharges.ts';
import { statusOf } from './recharge-states.ts';
import { saveHint } from './recharges.sql.ts';

/**
 * The buyer's browser says which transaction pays an open top-up: the follower looks sooner, once for each
 * new hash. It credits nothing and changes no state, whatever the hash.
 */
export async function hintTransaction(
  ctx: Ctx,
  { params, body }: Input<'hintTransaction'>,
  lookSooner: (network: Network) => void,
): Promise<Recharge> {
  const own = await getOwnRecharge(ctx, params.order_id);
  const txHash = parseTxHash(body.tx_hash);
  if (statusOf(own.state) === 'recharging' && own.hinted_tx_hash !== txHash) {
    await saveHint(ctx.db, own.id, txHash, ctx.clock.now());
    lookSooner(own.network);
  }
  return readRecharge(ctx, { params });
}
