import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Life } from '../simulator/chain-model.ts';
import { FAULTS } from '../simulator/faults.ts';
import type { Fault } from '../simulator/fault.ts';
import { runSeed } from '../simulator/run-seed.ts';

const STEPS = 12;

/** One of two nodes has the fault while payments arrive; the result lists what was credited wrongly or not at all. */
export async function tryLyingNode(ctx: Ctx, life: Life, fault: Fault): Promise<string[]> {
  const seed = FAULTS.indexOf(fault) + 1;
  const { faults, trace } = await runSeed(ctx, seed, { only: fault, life, steps: STEPS });
  return faults.length === 0 ? [] : [...faults, ...trace];
}
