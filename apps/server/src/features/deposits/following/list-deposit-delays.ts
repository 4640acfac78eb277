import { chainsOf } from '@portside/chain';
import type { Data, Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { readCursor } from './chains.sql.ts';
import { readChainHealth } from './read-chain-health.ts';

const MINUTE_MS = 60_000;

/** Shorter delays are not reported. */
const MIN_MINUTES = 2;

/** Networks whose deposits are detected late, with the delay in whole minutes; empty when there are none. */
export async function listDepositDelays({ db, clock }: Ctx): Promise<Data<'listDepositDelays'>> {
  const now = clock.now();
  const late: { type: Network; minutes: number }[] = [];
  for (const { network, chainId, since, state, lagBlocks } of await readChainHealth(db, now)) {
    const cursor = await readCursor(db, BigInt(chainId));
    // A chain that is read completely is not late, however old its last block is.
    if (cursor && state === 'following' && lagBlocks === 0) continue;
    const readUntil = cursor ? cursor.time * 1000 : since.getTime();
    const usualMs = chainsOf(network).lateAfterSeconds * 1000;
    const minutes = Math.ceil((now.getTime() - readUntil - usualMs) / MINUTE_MS);
    if (minutes >= MIN_MINUTES) late.push({ type: network, minutes });
  }
  return { items: late, next_cursor: null, total: late.length };
}
