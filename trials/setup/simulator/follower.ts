import type { ChainNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import { createFollowJob, createReadAddressesJob } from '../../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Job } from '../../../apps/server/src/platform/jobs.ts';
import type { Random } from '../random.ts';
import type { SimNetwork } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';
import { EventBus, type EventName, type EventPayloads } from '../../../apps/server/src/platform/events.ts';

/** What a follower uses; mutants replace it. */
export type FollowerSetup = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type FollowerOptions = {
  readonly ctx: Ctx;
  readonly network: Network;
  /** Reads all own addresses as well, in a job of its own. */
  readonly hasOwnAddresses: boolean;
  readonly wires: SimNetwork;
  readonly time: VirtualTime;
  readonly quorum: number;
  readonly equip: (own: FollowerSetup) => FollowerSetup;
};

/** The course of a scan. The last two happen at a given request within it. */
export const SCAN_COURSES = [
  'undisturbed',
  'after a restart',
  'killed in the transaction',
  'killed after the commit',
  'killed in the scan',
  'overtaken in the scan',
] as const;
export type ScanCourse = (typeof SCAN_COURSES)[number];

/** Enough for any backlog of a run; more means an endless loop. */
const MOST_RUNS = 300;

type Process = { readonly jobs: readonly Job[]; readonly breaking: CrashingContext; kill(): void };

/** The shop's own follower, in a simulated process that may die at any point and restart. */
export class Follower {
  readonly #options: FollowerOptions;
  #process: Process;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#process = this.#start();
  }

  /** Answers whether the process survived. */
  async look(look: ScanCourse, random: Random): Promise<boolean> {
    const { time, wires } = this.#options;
    return wires.during(() => time.during(() => this.#lookAs(look, random)));
  }

  async #lookAs(look: ScanCourse, random: Random): Promise<boolean> {
    switch (look) {
      case 'undisturbed':
        return this.#run();
      case 'after a restart':
        this.#process = this.#start();
        return this.#run();
      case 'killed in the transaction':
        this.#process.breaking.arm({ at: 'in the transaction', passing: 1 + random.below(6) });
        return this.#run();
      case 'killed after the commit':
        this.#process.breaking.arm({ at: 'after the commit', passing: 1 });
        return this.#run();
      default:
        return this.#interrupt(look, 1 + random.below(this.#options.hasOwnAddresses ? 28 : 14));
    }
  }

  async #run(): Promise<boolean> {
    try {
      await runToEnd(this.#process.jobs);
      return true;
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      this.#process = this.#start();
      return false;
    } finally {
      this.#process.breaking.arm(null);
    }
  }

  /** Pauses before the `count`-th answer while everything else is pending. */
  async #interrupt(look: ScanCourse, count: number): Promise<boolean> {
    const { wires, time } = this.#options;
    const standing = wires.pauseAt(count);
    const running = runToEnd(this.#process.jobs);
    const goOn = await Promise.race([standing, running]);
    wires.flow();
    if (goOn === undefined) return true;
    const resume = time.suspend();
    if (look === 'killed in the scan') {
      this.#process.kill();
      this.#process = this.#start();
      return false;
    }
    // Another process that has become the leader scans the same blocks first.
    await runToEnd(this.#start().jobs);
    resume();
    goOn();
    await running;
    return true;
  }

  #start(): Process {
    const { ctx, network, hasOwnAddresses, wires, quorum, equip } = this.#options;
    const breaking = createCrashingContext(ctx);
    const { nodes, silence } = wires.openClients();
    const equipment = equip({ nodes, quorum });
    const follow = createFollowJob(breaking.ctx, { network, ...equipment, everyMs: 1 }, depositMatcher);
    const readAll = createReadAddressesJob(breaking.ctx, { network, ...equipment }, depositMatcher);
    const kill = (): void => {
      silence();
      breaking.kill();
    };
    return { jobs: hasOwnAddresses ? [follow, readAll] : [follow], breaking, kill };
  }
}

async function runToEnd(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs)
    for (let runs = 0; (await job.run()).more; runs += 1) {
      if (runs > MOST_RUNS) throw new Error(`${job.name} never comes to an end`);
    }
}

/** The process died here: everything uncommitted is gone. */
class SimulatedCrash extends Error {}

/** Where a simulated process dies; `passing` counts from 1. */
type CrashAt = { readonly at: 'in the transaction' | 'after the commit'; readonly passing: number };

type CrashingContext = {
  readonly ctx: Ctx;
  arm(plan: CrashAt | null): void;
  /** Stops all further work. */
  kill(): void;
};

/** A process's context that crashes as planned: while listeners run, or before live events are published. */
function createCrashingContext(ctx: Ctx): CrashingContext {
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
