import type { Socket } from 'node:net';
import type { ClientConfig } from 'pg';
import { isReadOnly } from './connection-lost.ts';
import { DatabaseHosts } from './database-hosts.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { PreparingClient } from './preparing-client.ts';

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
