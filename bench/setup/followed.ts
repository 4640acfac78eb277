import { randomBytes, randomInt } from 'node:crypto';
import { parseMicro, type Network, type Recharge } from '@portside/contract';
import type { Hex } from 'viem';
import { createFollowJob } from '../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../apps/server/src/features/recharges/index.ts';
import { markSound } from '../../apps/server/src/testing/sealed-rows.ts';
import { setPaymentMethod } from '../../apps/server/src/features/payment-methods/index.ts';
import { createRecharge } from '../../apps/server/src/features/recharges/create-recharge.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import type { Job } from '../../apps/server/src/platform/jobs.ts';
import { buildBuyer } from '../../apps/server/src/testing/build.ts';
import { startChainNodes, type BenchChain, type ChainNodes } from './chain-nodes.ts';

type Followed = { readonly chain: BenchChain; readonly wires: ChainNodes; readonly job: Job };

/** A buyer has three open at most. */
const OPEN_EACH = 3;
const AT_ONCE = 8;

const someHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;

/** A new chain with two nodes that must agree, and the shop's follower with its cursor on the first final block. */
export async function followNewChain(
  ctx: Ctx,
  network: Network,
  shape: Pick<BenchChain, 'blockSeconds' | 'lag' | 'startsAt'> & {
    readonly everyMs: number;
    readonly isAwaited?: () => Promise<boolean>;
  },
): Promise<Followed> {
  const { everyMs, isAwaited, ...times } = shape;
  const chainId = 1_000_000_000 + randomInt(1_000_000_000);
  const chain = { network, chainId, token: someHex(20), treasury: someHex(20), ...times };
  await setPaymentMethod(ctx, {
    type: network,
    chainId,
    contractAddress: chain.token,
    walletAddress: chain.treasury,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });
  await markSound(ctx, network);
  const wires = await startChainNodes(chain);
  await wires.setHead(chain.lag + 1);
  const job = createFollowJob(
    ctx,
    {
      network,
      nodes: wires.nodes,
      quorum: 2,
      everyMs,
      ...(isAwaited && { isAwaited }),
    },
    depositMatcher,
  );
  await job.run();
  return { chain, wires, job };
}

/** Follows to the newest final block; returns the seconds it took and the peak memory in bytes. */
export async function catchUp(job: Job): Promise<{ seconds: number; peakBytes: number }> {
  const start = performance.now();
  let peakBytes = 0;
  for (let more = true; more;) {
    ({ more } = await job.run());
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }
  return { seconds: (performance.now() - start) / 1_000, peakBytes };
}

/** Creates this many top-ups with the shop's verb, with as many buyers as needed. */
export async function askForTopUps(ctx: Ctx, network: Network, count: number): Promise<Recharge[]> {
  const recharges: Recharge[] = [];
  const ask = async (): Promise<void> => {
    while (recharges.length < count) {
      const buyer = await buildBuyer(ctx);
      for (let open = 0; open < OPEN_EACH; open += 1) {
        const body = { type: network, amount: '50' };
        recharges.push(await createRecharge(buyer.ctx, { body, idempotencyKey: `${open}` }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return recharges.slice(0, count);
}

export const amountOf = (recharge: Recharge): string => String(parseMicro(recharge.pay_amount));
