import type { Ctx } from '../../platform/context.ts';
import { evaluateSetup, type CountNodes } from './evaluate-setup.ts';
import { isCompleted, recordCompletion } from './setup.sql.ts';

/** Remembers the moment at which no step was open. */
export async function completeSetup(ctx: Ctx, countNodes: CountNodes): Promise<{ more: boolean }> {
  if (ctx.isSandbox || (await isCompleted(ctx.db))) return { more: false };
  const steps = await evaluateSetup(ctx, countNodes);
  if (steps.every(({ state }) => state !== 'open')) await recordCompletion(ctx.db, ctx.clock.now());
  return { more: false };
}
