import type { ChainNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import { createFollowJob } from '../../../apps/server/src/features/deposits/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Job } from '../../../apps/server/src/platform/jobs.ts';
import type { Random } from '../random.ts';
import { createBreaking, Killed, type Breaking } from './breaking.ts';
import type { SimNetwork } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a follower works with; planted bugs exchange it. */
export type Equipment = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

export type FollowerOptions = {
  readonly ctx: Ctx;
  readonly network: Network;
  readonly wires: SimNetwork;
  readonly time: VirtualTime;
  readonly quorum: number;
  readonly equip: (own: Equipment) => Equipment;
};

/** How a look at the chain goes. The last two are the middle of a scan, by question. */
export const LOOKS = [
  'undisturbed',
  'after a restart',
  'killed in the transaction',
  'killed after the commit',
  'killed in the scan',
  'overtaken in the scan',
] as const;
export type Look = (typeof LOOKS)[number];

/** Enough for any backlog of a run: one that needs more goes round in circles. */
const MOST_RUNS = 300;

type Process = { readonly job: Job; readonly breaking: Breaking; kill(): void };

/** The shop's own follower, in a process that may die at any point and start again. */
export class Follower {
  readonly #options: FollowerOptions;
  #process: Process;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#process = this.#start();
  }

  /** Answers whether the process survived. */
  async look(look: Look, random: Random): Promise<boolean> {
    const { time, wires } = this.#options;
    return wires.during(() => time.during(() => this.#lookAs(look, random)));
  }

  async #lookAs(look: Look, random: Random): Promise<boolean> {
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
        return this.#interrupt(look, 1 + random.below(14));
    }
  }

  async #run(): Promise<boolean> {
    try {
      await runToEnd(this.#process.job);
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#process = this.#start();
      return false;
    } finally {
      this.#process.breaking.arm(null);
    }
  }

  /** Stands still before the answer to the `count`-th question; what else it waits for stands still too. */
  async #interrupt(look: Look, count: number): Promise<boolean> {
    const { wires, time } = this.#options;
    const standing = wires.pauseAt(count);
    const running = runToEnd(this.#process.job);
    const goOn = await Promise.race([standing, running]);
    wires.flow();
    if (goOn === undefined) return true;
    const resume = time.suspend();
    if (look === 'killed in the scan') {
      this.#process.kill();
      this.#process = this.#start();
      return false;
    }
    // Another process, which became the leader meanwhile, reads the same blocks first.
    await runToEnd(this.#start().job);
    resume();
    goOn();
    await running;
    return true;
  }

  #start(): Process {
    const { ctx, network, wires, quorum, equip } = this.#options;
    const breaking = createBreaking(ctx);
    const { nodes, silence } = wires.openClients();
    const equipment = equip({ nodes, quorum });
    const job = createFollowJob(breaking.ctx, { network, ...equipment, everyMs: 1 });
    const kill = (): void => {
      silence();
      breaking.kill();
    };
    return { job, breaking, kill };
  }
}

async function runToEnd(job: Job): Promise<void> {
  for (let runs = 0; (await job.run()).more; runs += 1) {
    if (runs > MOST_RUNS) throw new Error('the follower never comes to an end');
  }
}
