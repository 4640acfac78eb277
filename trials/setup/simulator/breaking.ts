import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { EventBus, type EventName, type EventPayloads } from '../../../apps/server/src/platform/events.ts';

/** The process died here: whatever was not committed is gone. */
export class Killed extends Error {}

/** Where a process can be made to die; `passing` counts from 1. */
export type DeathPlan = { readonly at: 'in the transaction' | 'after the commit'; readonly passing: number };

export type Breaking = {
  readonly ctx: Ctx;
  arm(plan: DeathPlan | null): void;
  /** From now on it does nothing any more. */
  kill(): void;
};

/** A process's context, which dies as planned: while listeners hear of a step, or before its news go out. */
export function createBreaking(ctx: Ctx): Breaking {
  let armed: DeathPlan | null = null;
  let passings = 0;
  let isDead = false;
  const pass = (at: DeathPlan['at']): void => {
    if (armed?.at !== at) return;
    passings += 1;
    if (passings >= armed.passing) throw new Killed(at);
  };

  class BreakingEvents extends EventBus<Ctx> {
    override async announce<N extends EventName>(
      step: Ctx,
      name: N,
      payload: EventPayloads[N],
    ): Promise<void> {
      pass('in the transaction');
      await ctx.events.announce(step, name, payload);
      pass('in the transaction');
    }
  }
  const live: Ctx['live'] = {
    now: () => ctx.live.now(),
    publish(publication) {
      pass('after the commit');
      ctx.live.publish(publication);
    },
  };
  const clock: Ctx['clock'] = {
    now() {
      if (isDead) throw new Killed('before');
      return ctx.clock.now();
    },
  };
  return {
    ctx: { ...ctx, events: new BreakingEvents(), live, clock },
    arm(plan) {
      armed = plan;
      passings = 0;
    },
    kill() {
      isDead = true;
    },
  };
}
