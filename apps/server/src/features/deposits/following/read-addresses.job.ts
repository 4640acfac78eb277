import { ScanMemory, type ChainNode, type Cursor } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import type { Job } from '../../../platform/jobs.ts';
import { listAllAddresses } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import type { AssetId } from '../deposits.sql.ts';
import { moveAddressCursor, readAddressCursor } from './address-cursors.sql.ts';
import { readCursor } from './chains.sql.ts';
import { readAddressRange } from './read-addresses.ts';

export type ReadAddressesOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  readonly quorum: number;
};

const HOUR_MS = 3_600_000;
/** How soon nodes that did not answer or agree are asked again. */
const RETRY_MS = 60_000;

export const readAddressesJobName = (network: Network): string => `read addresses ${network}`;

type Pass = {
  readonly chainId: bigint;
  readonly to: Cursor;
  readonly addresses: readonly Hex[];
};

/**
 * Creates the job that reads all buyers' addresses of a network over the blocks that the follower has finished, once an
 * hour and at the start. Whether a payment is found depends on this alone: its cursor moves only over what was read for
 * every address. One range of blocks at each run, so that it can be stopped at any time.
 *
 * An address that is made during a pass is not in its list, and need not be: nobody knew it before it was made, and the
 * pass ends at a block that was final before the list was loaded.
 */
export function createReadAddressesJob(ctx: Ctx, { network, nodes, quorum }: ReadAddressesOptions): Job {
  const memory = new ScanMemory();
  let pass: Pass | null = null;
  let dueAt = -Infinity;

  const startPass = async ({ chainId }: AssetId): Promise<Pass | null> => {
    const to = await readCursor(ctx.db, chainId);
    if (!to) return null;
    const all = await listAllAddresses(ctx, { network, chainId });
    return { chainId, to, addresses: all.map(({ address }) => address) };
  };

  const wait = (ms: number): { more: false } => {
    pass = null;
    dueAt = ctx.clock.now().getTime() + ms;
    return { more: false };
  };

  const run = async (): Promise<{ more: boolean }> => {
    const now = ctx.clock.now();
    if (now.getTime() < dueAt && dueAt - now.getTime() <= HOUR_MS) return { more: false };
    const watched = await listWatchedTreasuries(ctx, network, now);
    if (!watched) return { more: false };
    const asset: AssetId = { network, chainId: BigInt(watched.chainId), token: watched.token };
    if (pass?.chainId !== asset.chainId) pass = await startPass(asset);
    const from = await readAddressCursor(ctx.db, asset.chainId);
    if (!pass || !from) return { more: false };
    const { to, addresses } = pass;
    if (from.number >= to.number) return wait(HOUR_MS);
    const advance = (step: Ctx, a: Cursor, b: Cursor) => moveAddressCursor(step.db, asset.chainId, a, b);
    if (addresses.length === 0) {
      await advance(ctx, from, to);
      return wait(HOUR_MS);
    }
    const read = await readAddressRange(
      ctx,
      asset,
      { nodes, quorum, memory },
      { addresses, from, to, advance },
    );
    if (!read) return wait(RETRY_MS);
    return read.number < to.number ? { more: true } : wait(HOUR_MS);
  };

  return { name: readAddressesJobName(network), everyMs: RETRY_MS, run };
}
