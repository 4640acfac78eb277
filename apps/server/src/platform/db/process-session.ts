import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Leadership } from '../jobs.ts';
import type { Log } from '../log.ts';
import { StartError } from '../refusal.ts';
import { describeLoss } from './connections/database-outage.ts';
import { sql } from 'kysely';
import type { Db } from './db.ts';

const LEADER = 'portside leader';
/** Held while a process updates the tables and makes what a first start needs. */
const START = 'portside start';

const CHECK_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 60_000;
/** After this long without an answer, the database counts as lost, and the lead with it. */
const ANSWER_MS = 5_000;
/** The predecessor of a restart may be closing its connection. */
const WAIT_FOR_PREDECESSOR_MS = 10_000;

/** A host that vanishes without a word keeps its locks until the server notices: after 25 seconds, not two hours. */
const KEEPALIVE = `
  select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false), set_config('application_name', 'portside leader', false)`;

const NOT_ALONE =
  'Another process of the shop runs on this database. Several need VALKEY_URL, the same for all of them, so that they share live events and limits. Set it for each, or stop the other process.';
const APART = `${NOT_ALONE} Until then this one answers no calls.`;

type Options = {
  readonly connect: () => pg.Client;
  readonly log: Log;
  /** Whether other processes may run on this database. */
  readonly isShared: boolean;
  /** Called when the server no longer answers: of several, another may accept writes. */
  readonly giveUp: () => void;
};

/**
 * This process's own connection to PostgreSQL. By advisory locks, which end with it, the database knows which processes
 * run and which one leads. Lost connections are replaced; after a failover the locks are taken again.
 */
export class ProcessSession implements Leadership {
  readonly #options: Options;
  readonly #listeners: (() => void)[] = [];
  readonly #apartListeners: (() => void)[] = [];
  #client: pg.Client | null = null;
  #isLeader = false;
  #mayServe = true;
  #isAway: () => boolean = () => false;
  #hasReportedAway = false;
  #toldAt = -Infinity;
  #isClosed = false;
  #watching: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  /** Throws a StartError if another process runs that does not share a Valkey with this one. */
  static async open(options: Options): Promise<ProcessSession> {
    const session = new ProcessSession(options);
    const deadline = performance.now() + WAIT_FOR_PREDECESSOR_MS;
    while (!(await session.#join().catch(rejectStart))) {
      if (performance.now() > deadline) throw new StartError(NOT_ALONE);
      await sleep(250);
    }
    await session.#takeLead();
    session.#watching = session.#watch();
    return session;
  }

  private constructor(options: Options) {
    this.#options = options;
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  /**
   * The only process stops serving when it loses its place, because another may take it at any moment; one of several
   * does so if a process that shares nothing with it has taken it.
   */
  get mayServe(): boolean {
    return this.#mayServe;
  }

  onElected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  onApart(listener: () => void): void {
    this.#apartListeners.push(listener);
  }

  /** From now on the database knows whether this process cannot use Valkey (`isAnyProcessAway`). */
  reportAway(isAway: () => boolean): void {
    this.#isAway = isAway;
  }

  /** Resolves once no other process is starting. Call `endStart` afterwards; losing the connection ends it, too. */
  async beginStart(): Promise<void> {
    while (!(await this.#tryLock(START, false))) await sleep(100);
  }

  /** If the connection was lost, the lock has ended with it. */
  async endStart(): Promise<void> {
    if (this.#client === null) return;
    await this.#ask('select pg_advisory_unlock(hashtext($1))', [START]).catch(() => this.#drop());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop.abort();
    await this.#watching;
    await this.#drop();
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(CHECK_EVERY_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#isClosed) return;
      try {
        if (this.#client === null && !(await this.#join())) {
          this.#setApart();
          this.#logNotAlone();
          continue;
        }
        if (this.#isLeader) await this.#ask('select 1');
        else await this.#takeLead();
        await this.#report();
      } catch {
        // Tried again in a second; callers report the outage.
        await this.#drop();
        this.#options.giveUp();
      }
    }
  }

  #logNotAlone(): void {
    if (performance.now() - this.#toldAt < REMIND_EVERY_MS) return;
    this.#toldAt = performance.now();
    this.#options.log.error({}, APART);
  }

  /** Connects and takes the membership; false if others forbid it. */
  async #join(): Promise<boolean> {
    const client = this.#options.connect();
    client.on('error', () => void this.#drop());
    await client.connect();
    this.#client = client;
    await this.#ask(KEEPALIVE);
    if (await this.#tryLock(MEMBERSHIP_LOCK, this.#options.isShared)) {
      this.#mayServe = true;
      return true;
    }
    await this.#drop();
    return false;
  }

  #setApart(): void {
    if (!this.#mayServe) return;
    this.#mayServe = false;
    for (const listener of this.#apartListeners) listener();
  }

  async #report(): Promise<void> {
    const isAway = this.#isAway();
    if (isAway === this.#hasReportedAway) return;
    if (isAway) this.#hasReportedAway = await this.#tryLock(AWAY_LOCK, true);
    else {
      await this.#ask('select pg_advisory_unlock_shared(hashtext($1))', [AWAY_LOCK]);
      this.#hasReportedAway = false;
    }
  }

  async #takeLead(): Promise<void> {
    if (!(await this.#tryLock(LEADER, false))) return;
    this.#isLeader = true;
    for (const listener of this.#listeners) listener();
  }

  async #tryLock(name: string, isShared: boolean): Promise<boolean> {
    const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await this.#ask<{ taken: boolean }>(`select ${lock}(hashtext($1)) as taken`, [name]);
    return rows[0]?.taken === true;
  }

  async #ask<Row extends pg.QueryResultRow>(text: string, values?: string[]): Promise<pg.QueryResult<Row>> {
    if (this.#client === null) throw new Error('not connected');
    return this.#client.query<Row>({
      text,
      ...(values && { values }),
      query_timeout: ANSWER_MS,
    } as pg.QueryConfig);
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#isLeader = false;
    this.#hasReportedAway = false;
    if (!this.#options.isShared) this.#setApart();
    // A connection that no longer answers would not end by itself.
    await Promise.race([client?.end().catch(() => undefined), sleep(500)]);
  }
}

function rejectStart(error: unknown): never {
  throw new StartError(`DATABASE_URL: the database does not answer (${describeLoss(error)})`, error);
}

/**
 * Held shared by processes that share a Valkey, exclusively by a process that has none; for as long as they run.
 */
export const MEMBERSHIP_LOCK = 'portside process';

/**
 * Keeps every process of the shop from starting until the end of the transaction; false if one runs already.
 */
export async function lockOutProcesses(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${MEMBERSHIP_LOCK})) as "isAlone"`.execute(db);
  return rows[0]!.isAlone;
}

/**
 * Held, shared, by every process that cannot use Valkey, for as long as it cannot: the database then knows of all of
 * them, and forgets those that have ended.
 */
const AWAY_LOCK = 'portside valkey away';

/** Whether any process of the shop cannot use Valkey. */
export async function isAnyProcessAway(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${AWAY_LOCK})) as "isFree"`.execute(db);
  return !rows[0]!.isFree;
}
