import { chainsOf } from '@portside/chain';
import type { Data, Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { readChainCursor } from './chains.sql.ts';
import { readChainHealth } from './read-chain-health.ts';

const MINUTE_MS = 60_000;

/** Shorter delays are not reported. */
const MIN_MINUTES = 2;

type Delay = { readonly type: Network; readonly minutes: number };

/** Networks whose deposits are detected late, with the delay in whole minutes; empty when there are none. */
export async function listDepositDelays(ctx: Ctx): Promise<Data<'listDepositDelays'>> {
  const items = await findDepositDelays(ctx);
  return { items, next_cursor: null, total: items.length };
}

/**
 * The same for alarms. `scannersSince`: since when the scanners are to run. One that has not reported since then is
 * still starting, so its delay counts from there: how long the shop was stopped is no fault of a scanner.
 */
export async function findDepositDelays(ctx: Ctx, scannersSince?: Date): Promise<Delay[]> {
  const { db, clock } = ctx;
  const now = clock.now();
  const late: Delay[] = [];
  for (const { network, chainId, since, state, stateSince, lagBlocks } of await readChainHealth(ctx, now)) {
    const cursor = await readChainCursor(db, BigInt(chainId));
    // A chain that is read completely is not late, however old its last block is.
    if (cursor && state === 'following' && lagBlocks === 0) continue;
    const isSilent = stateSince === null;
    const readUntil = Math.max(
      cursor ? cursor.time * 1000 : since.getTime(),
      isSilent ? (scannersSince?.getTime() ?? 0) : 0,
    );
    const usualMs = chainsOf(network).lateAfterSeconds * 1000;
    const minutes = Math.ceil((now.getTime() - readUntil - usualMs) / MINUTE_MS);
    if (minutes >= MIN_MINUTES) late.push({ type: network, minutes });
  }
  return late;
}
