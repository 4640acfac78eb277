import type { Network } from '@portside/contract';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { FAULTS } from '../simulator/faults.ts';
import type { Fault } from '../simulator/fault.ts';
import { runSeed } from '../simulator/run-seed.ts';

const STEPS = 12;

/** One of two nodes has the fault while payments arrive; the result lists what was credited wrongly or not at all. */
export async function tryLyingNode(ctx: Ctx, network: Network, fault: Fault): Promise<string[]> {
  // Even seeds use TRON.
  const seed = 2 * FAULTS.indexOf(fault) + (network === 'TRON' ? 2 : 1);
  const { faults, trace } = await runSeed(ctx, seed, { only: fault, steps: STEPS });
  return faults.length === 0 ? [] : [...faults, ...trace];
}
