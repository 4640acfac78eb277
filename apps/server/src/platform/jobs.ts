import { HOUR_MS } from './clock.ts';
import { NO_OUTAGE, type Outage } from './db/connections/database-outage.ts';
import type { HubLink } from './hub/hub-link.ts';
import { Hub } from './hub/hub.ts';
import type { Log } from './log.ts';

/** `run` returns whether there is more to do, so that a backlog is worked off without pauses. */
export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Between two runs while nobody uses the shop; absent: five intervals, half a minute at most. */
  readonly restMs?: number;
  /**
   * Whether every process runs it; otherwise the leader does. When that one dies another takes over, while the
   * database may still execute the last run: every job must tolerate two runs at a time.
   */
  readonly isEverywhere?: boolean;
  run(): Promise<{ more: boolean }>;
  /** Ends what runs beside it; called once no run begins any more. */
  end?(): Promise<void>;
};

const LONGEST_BACKOFF = 16;
/** While nobody uses the shop: so many intervals, up to the longest pause, which is half of what an alarm waits for. */
const RESTING_TIMES = 5;
const LONGEST_REST_MS = 30_000;
const WAKE = 'wake job';

/** Until the next run, after so many failures in a row. */
export const pauseAfter = (failures: number, everyMs: number): number =>
  failures === 0
    ? everyMs
    : Math.min(Math.min(everyMs, HOUR_MS) * Math.min(2 ** failures, LONGEST_BACKOFF), everyMs + HOUR_MS);

/**
 * Runs each job at its interval, never twice at a time in this process. A failing job is logged and retried with
 * exponential backoff (at most 16 times its interval, and an hour more than it), so a missing node or mail server only
 * delays, and a daily job does not wait for days. An outage of the database is one for all of them: they are not
 * logged, and run again as soon as it is back.
 */
export class Jobs {
  readonly #log: Log;
  readonly #hub: HubLink;
  readonly #leadership: Leadership;
  readonly #outage: Outage;
  readonly #wakers = new Map<string, () => void>();
  readonly #woken = new Set<string>();
  readonly #loops: Promise<void>[] = [];
  #stopped = false;
  #isResting = (): boolean => false;

  constructor(
    log: Log,
    hub: HubLink = new Hub(),
    leadership: Leadership = ALWAYS_LEADER,
    outage: Outage = NO_OUTAGE,
  ) {
    this.#log = log;
    this.#hub = hub;
    this.#leadership = leadership;
    this.#outage = outage;
    hub.listen({
      signal: (topic, name) => {
        if (topic === WAKE) this.#wakeHere(name);
      },
    });
    leadership.onElected(() => this.wakeAll());
    outage.onBack(() => this.wakeAll());
  }

  start(job: Job): void {
    this.#loops.push(this.#loop(job));
  }

  /** Runs the job now instead of at its next interval, in whichever process; once more if it is running already. */
  wake(name: string): void {
    this.#wakeHere(name);
    this.#hub.signal(WAKE, name);
  }

  /** Runs all jobs of this process now instead of at their next intervals. */
  wakeAll(): void {
    this.#wakers.forEach((wake) => wake());
  }

  /** Jobs run less often while it returns true; `wakeAll` ends their longer pauses. */
  restWhile(isResting: () => boolean): void {
    this.#isResting = isResting;
  }

  /** Starts no more runs; resolves when the current ones have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wakeAll();
    await Promise.all(this.#loops);
  }

  #wakeHere(name: string): void {
    this.#woken.add(name);
    this.#wakers.get(name)?.();
  }

  async #loop(job: Job): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      let more = false;
      this.#woken.delete(job.name);
      try {
        if (job.isEverywhere || this.#leadership.isLeader) ({ more } = await job.run());
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!(await this.#outage.explains(error)))
          this.#log.error({ err: error, job: job.name, failures }, 'job failed, will try again');
      }
      if (more && !this.#stopped) continue;
      await this.#pause(job, failures);
    }
    await job.end?.();
  }

  #pause(job: Job, failures: number): Promise<void> {
    if (this.#stopped || this.#woken.has(job.name)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseAfter(failures, this.#pauseOf(job)));
      this.#wakers.set(job.name, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #pauseOf({ everyMs, restMs = Math.min(everyMs * RESTING_TIMES, LONGEST_REST_MS) }: Job): number {
    return this.#isResting() ? Math.max(everyMs, restMs) : everyMs;
  }
}

/** Whether this process runs the jobs that one process runs for all. */
export type Leadership = {
  readonly isLeader: boolean;
  /** False while a process that shares nothing with this one has the shop's database. */
  readonly mayServe: boolean;
  /** Calls back each time this process takes over. */
  onElected(listener: () => void): void;
  /** Calls back each time this process may no longer serve. */
  onApart(listener: () => void): void;
};

/** The only process always leads. */
export const ALWAYS_LEADER: Leadership = {
  isLeader: true,
  mayServe: true,
  onElected: () => undefined,
  onApart: () => undefined,
};
