import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { readIsReadOnly, type Db } from '../db.ts';

/** Knows whether the database is down, so that an outage is logged once, not by every caller. */
export type Outage = {
  /** Whether the error means that the database is away; then it has been logged already. */
  explains(error: unknown): Promise<boolean>;
  /** Calls back each time the database is there again. */
  onBack(listener: () => void): void;
};

/** Explains nothing: every error is its own. */
export const NO_OUTAGE: Outage = { explains: () => Promise.resolve(false), onBack: () => undefined };

const CHECK_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 60_000;
/** After this long without an answer, the database counts as away. */
const ANSWER_MS = 3_000;

/**
 * Logs one line when the database goes, one a minute while it is away or read-only, and one when it is back, however
 * many jobs and calls fail meanwhile.
 */
export class DatabaseOutage implements Outage {
  readonly #db: Db;
  readonly #log: Pick<Log, 'error' | 'warn'>;
  readonly #remindEveryMs: number;
  readonly #listeners: (() => void)[] = [];
  readonly #stop = new AbortController();
  #check: Promise<string | null> | null = null;
  #isAway = false;

  constructor(db: Db, log: Pick<Log, 'error' | 'warn'>, remindEveryMs = REMIND_EVERY_MS) {
    this.#db = db;
    this.#log = log;
    this.#remindEveryMs = remindEveryMs;
  }

  async explains(error: unknown): Promise<boolean> {
    if (!isConnectionLost(error)) return false;
    if (this.#isAway) return true;
    const problem = await this.#ask();
    if (problem === null) return false;
    if (!this.#isAway) void this.#watch(problem);
    return true;
  }

  onBack(listener: () => void): void {
    this.#listeners.push(listener);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #watch(problem: string): Promise<void> {
    this.#isAway = true;
    this.#log.error({ problem }, 'the database is away; trying again until it is back');
    const since = performance.now();
    const secondsAway = (): number => Math.round((performance.now() - since) / 1_000);
    let toldAt = since;
    for (let last: string | null = problem; last !== null; last = await this.#ask()) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: this.#stop.signal, ref: false }).catch(
        () => undefined,
      );
      if (this.#stop.signal.aborted) return;
      if (performance.now() - toldAt < this.#remindEveryMs) continue;
      toldAt = performance.now();
      this.#log.error({ problem: last, secondsAway: secondsAway() }, 'the database is still away');
    }
    this.#isAway = false;
    this.#log.warn({ secondsAway: secondsAway() }, 'the database is back');
    for (const listener of this.#listeners) listener();
  }

  /** What is wrong with the database now; null if it answers and accepts writes. One question at a time. */
  #ask(): Promise<string | null> {
    this.#check ??= this.#askOnce().finally(() => (this.#check = null));
    return this.#check;
  }

  async #askOnce(): Promise<string | null> {
    const timeout = new AbortController();
    const silence = sleep(ANSWER_MS, 'no answer', { signal: timeout.signal }).catch(() => 'no answer');
    const answer = readIsReadOnly(this.#db).then(
      (isReadOnly) => (isReadOnly ? READ_ONLY : null),
      (error: unknown) => describeLoss(error),
    );
    try {
      return await Promise.race([answer, silence]);
    } finally {
      timeout.abort();
    }
  }
}

const READ_ONLY = 'it is read-only: a standby, or a primary that was told not to write';

/** Why the database cannot be used, for the operator. Several addresses of one name have no message in common. */
export function describeLoss(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (isReadOnly(error)) return READ_ONLY;
  return message || code || String(error);
}

/** Of SQLSTATE: connection exception, insufficient resources, operator intervention. */
const STATES = /^(?:08|53|57)[0-9A-Z]{3}$/;

/** Of SQLSTATE: the transaction is read-only, as on a server that became a standby. */
const READ_ONLY_STATE = '25006';

/** Errors of the operating system where the database cannot be reached. */
const SYSTEM = /^E(CONN|PIPE|HOST|NET|TIMEDOUT)/;

/** The driver's own errors have no code. */
const WORDS =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout/i;

/** Whether a statement failed because its database cannot be reached, so that the next one would fail too. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return isReadOnly(error) || STATES.test(code) || SYSTEM.test(code) || WORDS.test(message);
}

/** Whether a statement failed because its server does not accept writes. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === READ_ONLY_STATE;
