import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { createPool } from '../platform/db/db.ts';
import { createOwnDatabase } from './postgres-copy.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

/** The real server in several processes, on a new database of the server that TEST_DATABASE_URL names. */
export type MultiProcessShop = {
  readonly pool: Pool;
  readonly port: number;
  /** Process ids of the workers that run now. */
  listWorkers(): number[];
  /** Asks the primary to stop; its exit code. */
  stop(): Promise<number | null>;
};

export async function startMultiProcessShop(workers: number): Promise<MultiProcessShop> {
  // Empty: its tables are made by the server's own start.
  const { url, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, { isMigrated: false });
  const pool = createPool({ connectionString: url, max: 4 });
  const dataDir = mkdtempSync(join(tmpdir(), 'portside-test-'));
  const port = await freePort();
  const key = (): string => randomBytes(32).toString('base64');
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      WORKERS: String(workers),
      PORT: String(port),
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      // Nobody is there: no chain is followed, no mail goes out.
      ETH_RPC_URLS: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@example.test',
      CREDENTIALS_KEYS: `k1:${key()}`,
      FINGERPRINT_KEY: key(),
      OWNER_USERNAME: 'owner',
      OWNER_PASSWORD: key(),
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'silent',
    },
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const listWorkers = (): number[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid.trim() !== '')
      .map(Number);
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const code = await ended;
    await pool.end();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  await waitUntilOpen(child);
  return { pool, port, listWorkers, stop };
}

/** The primary says so when all its workers take calls. */
async function waitUntilOpen(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('The shop is open')) continue;
    child.stdout.resume();
    return;
  }
  throw new Error('the server does not start');
}

export type OneAnswer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly data: any;
};
export type Call = { readonly body?: unknown; readonly headers?: Record<string, string> };

/** One call on a connection of its own, so that any of the processes may get it. */
export function callOnce(port: number, method: string, path: string, call: Call = {}): Promise<OneAnswer> {
  const { body, headers = {} } = call;
  return new Promise((resolve, reject) => {
    const all = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
    const asked = request({ port, method, path, headers: all, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('error', reject);
      answer.once('end', () => {
        const { data } = JSON.parse(text) as { data: unknown };
        resolve({ status: answer.statusCode!, headers: answer.headers, data });
      });
    });
    asked.once('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
