import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseTarget } from '../database-url.ts';

type Host = { readonly url: string; readonly host: string; readonly port: number };

const PROBE_MS = 3_000;
const PAUSE_MS = 250;
/** After that the caller gets an error; the next one tries again. */
const SEARCH_MS = 20_000;

/**
 * Knows which of several servers accepts writes. Asked for every new connection; asks the servers only where the last
 * answer is no longer good.
 */
export class DatabaseHosts {
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

  /** Rejects where none accepts writes for 20 seconds. */
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
