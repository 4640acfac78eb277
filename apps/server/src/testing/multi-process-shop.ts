import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { Keyring } from '../platform/keys/keyring.ts';
import { createPool } from '../platform/db/db.ts';
import { atEndOfFile } from './end-of-file.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { createOwnDatabase } from './database-copies.ts';
import { startValkey, type TestValkey } from './valkey.ts';
import { randomBytes } from 'node:crypto';

const MAIN = join(import.meta.dirname, '../main.ts');

/** The real server in several processes, on a new database of the server that TEST_DATABASE_URL names, and a Valkey. */
export type MultiProcessShop = {
  readonly pool: Pool;
  /** Of its settings. */
  readonly keyring: Keyring;
  /** One a process. */
  readonly ports: readonly number[];
  readonly valkey: TestValkey;
  /** Kills a process, by its place in `ports`. */
  kill(index: number): Promise<void>;
  /** Starts it again, as whatever keeps it running does. */
  restart(index: number): Promise<void>;
  /** Starts one more process, of the server at that path; its port. */
  add(main: string): Promise<number>;
  /** Starts one more process with other settings; how it ends: its exit code and what it wrote to stderr. */
  tryStart(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; message: string }>;
  /** Asks all to stop; their exit codes. */
  stop(): Promise<(number | null)[]>;
};

type Running = {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<number | null>;
};

/**
 * `settings` are those of every process, beside what a production without a chain and a mail server needs. The server
 * at the path `before` runs and ends before the processes start, on the tables that it makes.
 */
export async function startMultiProcessShop(
  count: number,
  settings: Readonly<Record<string, string>> = {},
  before: string | null = null,
): Promise<MultiProcessShop> {
  // Empty: its tables are made by the server's own start.
  const { url, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, { isMigrated: false });
  const pool = createPool({ connectionString: url, max: 4 });
  const valkey = await startValkey();
  const env = { ...productionSettings({ databaseUrl: url, valkeyUrl: valkey.url }), ...settings };
  const start = (own: Readonly<Record<string, string>>, main = MAIN): Running => {
    const child = spawn(process.execPath, [main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, ...own },
    });
    // Also where the test fails before it stops them.
    atEndOfFile(() => Promise.resolve(child.kill('SIGKILL')));
    return { child, ended: once(child, 'exit').then(([code]) => code as number | null) };
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const open = async (port: number, main = MAIN): Promise<Running> => {
    const running = start({ PORT: String(port) }, main);
    const complaints = running.child.stderr.setEncoding('utf8').toArray();
    running.child.stderr.pipe(process.stderr);
    await waitUntilOpen(running.child).catch(async (error: unknown) => {
      throw new Error(`exit code ${await running.ended}: ${(await complaints).join('')}`, { cause: error });
    });
    return running;
  };
  if (before !== null) {
    const { child, ended } = await open(await freePort(), before);
    child.kill('SIGTERM');
    await ended;
  }
  const processes = await Promise.all(ports.map((port) => open(port)));
  return {
    pool,
    keyring: keyringOf(env),
    ports,
    valkey,
    async kill(index) {
      processes[index]!.child.kill('SIGKILL');
      await processes[index]!.ended;
    },
    async restart(index) {
      processes[index] = await open(ports[index]!);
    },
    async add(main) {
      const port = await freePort();
      processes.push(await open(port, main));
      return port;
    },
    async tryStart(own) {
      const { child, ended } = start({ PORT: String(await freePort()), ...own });
      const message = child.stderr.setEncoding('utf8').toArray();
      child.stdout.resume();
      return { code: await ended, message: (await message).join('') };
    },
    async stop() {
      for (const { child } of processes) child.kill('SIGTERM');
      const codes = await Promise.all(processes.map(({ ended }) => ended));
      await pool.end();
      await drop();
      return codes;
    },
  };
}

/** Until the process says that it accepts calls. Throws where it ends instead. */
export async function waitUntilOpen(child: { readonly stdout: Readable }): Promise<void> {
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('The shop is open')) continue;
    child.stdout.resume();
    return;
  }
  throw new Error('the server does not start');
}

type OneAnswer = {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly data: any;
};
type Call = { readonly body?: unknown; readonly headers?: Record<string, string> };

/** One call on a connection of its own. */
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

/** A page's live stream, as it came over the network. */
export type LiveStream = {
  /** The texts of its events of that name. */
  eventsOf(name: string): string[];
  readonly isOpen: () => boolean;
  close(): void;
};

type Viewer = { readonly authorization: string; readonly visitor: string; readonly lastEventId?: string };

/** Opens the stream on a connection of its own; resolves with its first bytes, rejects if it is refused. */
export function openLiveStream(
  port: number,
  { authorization, visitor, lastEventId }: Viewer,
): Promise<LiveStream> {
  const headers = { authorization, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const path = `/api/live?visitor=${visitor}`;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers, agent: false }, (answer) => {
      let [text, isOpen] = ['', true];
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      const stream: LiveStream = {
        eventsOf: (name) => text.split('\n\n').filter((event) => event.includes(`event: ${name}\n`)),
        isOpen: () => isOpen,
        close: () => asked.destroy(),
      };
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        resolve(stream);
      });
      answer.on('error', () => undefined).on('close', () => (isOpen = false));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Settings of a process of a shop in production where no chain is followed and no mail goes out. */
export function productionSettings(engines: { readonly databaseUrl: string; readonly valkeyUrl: string }) {
  const key = (): string => randomBytes(32).toString('base64');
  return {
    PATH: process.env['PATH'],
    VALKEY_URL: engines.valkeyUrl,
    DATABASE_URL: engines.databaseUrl,
    // Nothing may be written to a disk.
    DATA_DIR: '/proc/portside',
    PUBLIC_URL: 'http://localhost',
    ETH_RPC_URLS: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@example.test',
    CREDENTIALS_KEYS: `k1:${key()}`,
    FINGERPRINT_KEY: key(),
    OWNER_USERNAME: 'owner',
    OWNER_EMAIL: 'owner@example.test',
    OWNER_PASSWORD: key(),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
}

type Keys = Pick<ReturnType<typeof productionSettings>, 'CREDENTIALS_KEYS' | 'FINGERPRINT_KEY'>;

/** The keys of these settings, for what a test writes into that shop's database itself. */
export function keyringOf({ CREDENTIALS_KEYS, FINGERPRINT_KEY }: Keys): Keyring {
  const [id = '', key = ''] = CREDENTIALS_KEYS.split(':');
  return new Keyring(new Map([[id, Buffer.from(key, 'base64')]]), Buffer.from(FINGERPRINT_KEY, 'base64'));
}
