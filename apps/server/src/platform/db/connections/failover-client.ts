import type { Socket } from 'node:net';
import { type ClientConfig, Client } from 'pg';
import { isReadOnly } from './database-outage.ts';
import { parseDatabaseUrl, type DatabaseTarget } from '../database-url.ts';
import { PreparingClient } from './preparing-client.ts';
import { setTimeout as sleep } from 'node:timers/promises';

type Callback = (error: Error | null) => void;
type ClientClass = new (config?: ClientConfig | string) => PreparingClient;
type Connect = PreparingClient['connect'];

/** Clients that connect to whichever server accepts writes, and leave one that no longer does. */
function createClientClass(hosts: DatabaseHosts): ClientClass {
  return class FailoverClient extends PreparingClient {
    override connect: Connect = ((callback?: Callback) => {
      const connecting = this.#connectToWriter();
      if (!callback) return connecting;
      // oxlint-disable-next-line promise/no-callback-in-promise -- the driver's own interface
      connecting.then(() => callback(null), callback);
      return undefined;
    }) as Connect;

    async #connectToWriter(): Promise<void> {
      const host = await hosts.find();
      // What the constructor took from the first address; everything else is the same for all.
      Object.assign(this, { host: host.host, port: host.port });
      hosts.watch(this.#socket, host);
      await super.connect();
    }

    override query(...args: unknown[]): never {
      const result = super.query(...args) as unknown;
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          if (isReadOnly(error)) hosts.giveUp();
        });
      return result as never;
    }

    get #socket(): Socket {
      return (this as unknown as { connection: { stream: Socket } }).connection.stream;
    }
  };
}

export type DatabaseAccess = {
  readonly hosts: DatabaseHosts;
  readonly Client: ClientClass;
  /** The connection string to give to the clients. */
  readonly connectionString: string;
};

/** Everything that connects to the database of that setting. Throws an Error for a setting that is none. */
export function openDatabaseAccess(databaseUrl: string): DatabaseAccess {
  const hosts = new DatabaseHosts(parseDatabaseUrl(databaseUrl));
  return { hosts, Client: createClientClass(hosts), connectionString: hosts.url };
}

type Host = { readonly url: string; readonly host: string; readonly port: number };

const PROBE_MS = 3_000;

const PAUSE_MS = 250;

/** Then the caller gets an error, and the next one tries again. */
const SEARCH_MS = 20_000;

/**
 * Knows which of several servers accepts writes. Every new connection asks it; it asks the servers only when its last
 * answer is no longer valid.
 */
class DatabaseHosts {
  readonly #target: DatabaseTarget;
  readonly #hosts: readonly Host[];
  readonly #sockets = new Map<Socket, Host>();
  #current: Host | null = null;
  #search: Promise<Host> | null = null;

  constructor(target: DatabaseTarget) {
    this.#target = target;
    this.#hosts = target.urls.map((url) => {
      const { host, port } = new Client({ connectionString: url });
      return { url, host, port };
    });
    if (!target.needsWrites) this.#current = this.#hosts[0]!;
  }

  /** The connection string of the first host, for what does not depend on the host. */
  get url(): string {
    return this.#target.urls[0];
  }

  /** Rejects if none accepts writes for 20 seconds. */
  find(): Promise<Host> {
    if (this.#current !== null) return Promise.resolve(this.#current);
    this.#search ??= this.#searchAll().finally(() => (this.#search = null));
    return this.#search;
  }

  /** The connection breaks at once when its host is given up. */
  watch(socket: Socket, host: Host): void {
    this.#sockets.set(socket, host);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** The present server is gone or no longer accepts writes: its connections end, and new ones look for another. */
  giveUp(): void {
    if (!this.#target.needsWrites) return;
    const lost = this.#current;
    this.#current = null;
    for (const [socket, host] of this.#sockets) if (host === lost) socket.destroy();
  }

  async #searchAll(): Promise<Host> {
    const deadline = performance.now() + SEARCH_MS;
    do {
      const found = await this.#probeAll();
      if (found) return (this.#current = found);
      await sleep(PAUSE_MS);
    } while (performance.now() < deadline);
    const names = this.#hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
    throw new Error(`connection error: no database server accepts writes (${names})`);
  }

  /** The first in the order of the setting; one that has vanished keeps the others waiting for a moment only. */
  async #probeAll(): Promise<Host | undefined> {
    const willing = new Set<Host>();
    const asked = this.#hosts.map(async (host) => {
      if (!(await acceptsWrites(host))) throw new Error('accepts no writes');
      willing.add(host);
    });
    await Promise.any(asked).catch(() => undefined);
    await Promise.race([Promise.allSettled(asked), sleep(PAUSE_MS)]);
    return this.#hosts.find((host) => willing.has(host));
  }
}

async function acceptsWrites({ url }: Host): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly: string }>(
      "select current_setting('transaction_read_only') as readonly",
    );
    return rows[0]?.readonly === 'off';
  } catch {
    return false;
  } finally {
    await Promise.race([client.end().catch(() => undefined), sleep(PAUSE_MS)]);
  }
}
