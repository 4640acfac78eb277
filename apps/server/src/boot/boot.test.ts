import { sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDb } from '../platform/db/db.ts';
import { openDatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { StartError } from '../platform/refusal.ts';
import { isOnPostgres } from '../testing/world.ts';
import { openPostgres } from './open-base.ts';
import { listen } from './start-shop.ts';
import { FORCED_STOP } from './run-until-stopped.ts';

const log = pino({ level: 'silent' });

test('a database that does not answer stops the start and names the setting', async () => {
  const opening = openPostgres(openDatabaseAccess('postgresql://nobody@127.0.0.1:1/none'), log);
  await expect(opening).rejects.toBeInstanceOf(StartError);
  await expect(opening).rejects.toThrow('DATABASE_URL');
});

test('a port that is in use is named by its setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const start = async (ports: { port: number; metricsPort: number }) => {
    const app = { http: fastify(), metricsHttp: fastify() };
    const metrics = { port: ports.metricsPort, token: null };
    try {
      await listen(app, { host: '127.0.0.1', port: ports.port, metrics });
    } finally {
      await app.http.close();
      await app.metricsHttp.close();
    }
  };
  await expect(start({ port, metricsPort: 0 })).rejects.toThrow(`PORT: port ${port} is in use`);
  await expect(start({ port: 0, metricsPort: port })).rejects.toThrow(`METRICS_PORT: port ${port} is in use`);
  taken.close();
});

test.runIf(isOnPostgres)(
  'connections lost in the middle of a transaction fail it and nothing else',
  async () => {
    const pool = await openPostgres(openDatabaseAccess(process.env['TEST_DATABASE_URL']!), log);
    const db = createDb(pool);
    const lose = (pid: number) => pool.query('select pg_terminate_backend($1)', [pid]);
    const broken = db.transaction().execute(async (step) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(step);
      await lose(rows[0]!.pid);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql`select 1`.execute(step);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);

/** A proxy in front of the database that, after `fallSilent`, drops everything from the connections open by then. */
async function startSilencer(url: string) {
  const { hostname, port } = new URL(url);
  let open: Socket[] = [];
  const server = createServer((shop) => {
    const database = connect(Number(port), hostname);
    shop.pipe(database).pipe(shop);
    open.push(shop, database);
    for (const socket of [shop, database]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const swallowed: Socket[] = [];
  return {
    url: own.href,
    fallSilent() {
      for (const socket of open) socket.unpipe().pause();
      swallowed.push(...open);
      open = [];
    },
    stop() {
      for (const socket of [...swallowed, ...open]) socket.destroy();
      server.close();
    },
  };
}

test.runIf(isOnPostgres)(
  'a network that swallows everything holds neither a transaction nor its locks for ever',
  async () => {
    const silencer = await startSilencer(process.env['TEST_DATABASE_URL']!);
    const patience = { connectMs: 5_000, answerMs: 500, silenceMs: 300 };
    const pool = await openPostgres(openDatabaseAccess(silencer.url), log, patience);
    const db = createDb(pool);
    const lock = () => sql`select pg_advisory_xact_lock(7990001)`;
    const others: Promise<unknown>[] = [];
    const swallowed = db.transaction().execute(async (step) => {
      await lock().execute(step);
      silencer.fallSilent();
      others.push(db.transaction().execute((other) => lock().execute(other)));
      await sql`select 1`.execute(step);
    });
    await expect(swallowed).rejects.toThrow();
    await expect(Promise.all(others)).resolves.toHaveLength(1);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await pool.end();
    silencer.stop();
  },
);

const LONGEST_MS = 300;

/** Asks a process to stop whose stop is `body`; what it said and how it ended. */
async function stopOne(body: string): Promise<{ said: string; code: number | null }> {
  const script = `
    import { runUntilStopped } from ${JSON.stringify(join(import.meta.dirname, 'run-until-stopped.ts'))};
    setInterval(() => undefined, 1_000);
    await runUntilStopped(async () => ({ stop: async () => { ${body} } }), ['SIGTERM'], ${LONGEST_MS});
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number | null };
}

test('a stop that does not end is forced in time, and says so', async () => {
  const { said, code } = await stopOne('await new Promise(() => undefined);');
  expect(said).toContain(FORCED_STOP);
  expect(code).toBe(0);
});

test('a stop that ends prints nothing; one that fails exits with 1, and says why', async () => {
  expect(await stopOne('')).toEqual({ said: '', code: 0 });
  const { said, code } = await stopOne('throw new Error("the database is gone");');
  expect(said).toContain('the database is gone');
  expect(code).toBe(1);
});
