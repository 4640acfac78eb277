import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { EventBus, type EventName, type EventPayloads } from '../../../apps/server/src/platform/events.ts';

/** The process died here: whatever was not committed is gone. */
export class SimulatedCrash extends Error {}

/** Where a simulated process dies; `passing` counts from 1. */
type CrashAt = { readonly at: 'in the transaction' | 'after the commit'; readonly passing: number };

export type CrashingContext = {
  readonly ctx: Ctx;
  arm(plan: CrashAt | null): void;
  /** Stops all further work. */
  kill(): void;
};

/** A process's context that crashes as planned: while listeners run, or before live events are published. */
export function createCrashingContext(ctx: Ctx): CrashingContext {
  let armed: CrashAt | null = null;
  let passings = 0;
  let isDead = false;
  const pass = (at: CrashAt['at']): void => {
    if (armed?.at !== at) return;
    passings += 1;
    if (passings >= armed.passing) throw new SimulatedCrash(at);
  };

  class CrashingEvents extends EventBus<Ctx> {
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
    changed: (change) => ctx.live.changed(change),
    publish(publication) {
      pass('after the commit');
      ctx.live.publish(publication);
    },
  };
  const clock: Ctx['clock'] = {
    now() {
      if (isDead) throw new SimulatedCrash('before');
      return ctx.clock.now();
    },
  };
  return {
    ctx: { ...ctx, events: new CrashingEvents(), live, clock },
    arm(plan) {
      armed = plan;
      passings = 0;
    },
    kill() {
      isDead = true;
    },
  };
}
