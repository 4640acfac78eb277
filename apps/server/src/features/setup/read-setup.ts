import { SKIPPABLE_STEPS, type Data, type SetupStep } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { evaluateSetup, type CountNodes } from './evaluate-setup.ts';
import { isCompleted } from './setup.sql.ts';

const SKIPPABLE: ReadonlySet<SetupStep> = new Set(SKIPPABLE_STEPS);

/** What is left to set up. The sandbox sets itself up, and a shop that had everything is past it: no steps. */
export async function readSetup(ctx: Ctx, countNodes: CountNodes): Promise<Data<'readSetup'>> {
  requireAction(ctx.actor, 'settings.write');
  if (ctx.isSandbox || (await isCompleted(ctx.db))) return { steps: [] };
  const steps = await evaluateSetup(ctx, countNodes);
  return {
    steps: steps.map(({ step, state, networks }) => ({
      step,
      state,
      detail: networks.join(', '),
      can_skip: state !== 'done' && SKIPPABLE.has(step),
    })),
  };
}
