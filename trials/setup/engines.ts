import type { Client, Pool } from 'pg';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { createPool } from '../../apps/server/src/platform/db/db.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { PreparingClient } from '../../apps/server/src/platform/db/connections/preparing-client.ts';
import { createCtx } from './open-shop.ts';
import { randomSecret } from './random.ts';

/** Order engines on one database, each with its own queue and connections: a shared queue would hide the races. */
type Engines = {
  /** Two, like two busy processes. */
  readonly busy: readonly Ctx[];
  /** A hundred with one connection each, so that simultaneous calls are separate transactions. */
  readonly single: readonly Ctx[];
  close(): Promise<void>;
};

/** Rewrites statements on their way to the database, for a bug that a check must find. */
export type RewriteStatement = (statement: string) => string;

const BUSY = 2;
const CONNECTIONS_OF_BUSY = 6;
const SINGLE = 100;

/** Opens engines on an empty PostgreSQL database and migrates it. */
export async function openEngines(databaseUrl: string, spoil?: RewriteStatement): Promise<Engines> {
  const keys = { credentials: randomSecret(), fingerprint: randomSecret() };
  const pools: Pool[] = [];
  const open = (max: number): Ctx => {
    const Client = spoil && spoiled(spoil);
    const pool = createPool({ connectionString: databaseUrl, max, ...(Client && { Client }) });
    pools.push(pool);
    return createCtx(pool, keys);
  };
  const busy = Array.from({ length: BUSY }, () => open(CONNECTIONS_OF_BUSY));
  await migrate(busy[0]!.db);
  const single = Array.from({ length: SINGLE }, () => open(1));
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((pool) => pool.end()));
  };
  return { busy, single, close };
}

function spoiled(spoil: RewriteStatement): typeof Client {
  return class extends PreparingClient {
    override query(...args: unknown[]): never {
      const [text, ...rest] = args;
      return super.query(...([typeof text === 'string' ? spoil(text) : text, ...rest] as [never]));
    }
  };
}
