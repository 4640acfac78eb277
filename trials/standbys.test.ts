import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from '../apps/server/src/commands/doctor/check-database.ts';
import { withShop } from '../apps/server/src/commands/open-shop.ts';
import { readConfig } from '../apps/server/src/config/config.ts';
import { createPool } from '../apps/server/src/platform/db/db.ts';
import { requireDurablePostgres } from '../apps/server/src/platform/db/require-durable.ts';
import { updateTables } from '../apps/server/src/platform/db/migrate.ts';
import { findPrograms } from '../bench/setup/postgres.ts';
import { startPair, type PostgresPair } from './setup/failover/postgres-pair.ts';
import { hasPostgres } from './setup/target.ts';

const PROGRAM = join(import.meta.dirname, '../apps/server/bin/portside.js');
const LONG = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'portside-standbys-'));
const receivers: ChildProcess[] = [];

let pair: PostgresPair;
let env: NodeJS.Dict<string>;
beforeAll(async () => {
  if (!hasPostgres) return;
  pair = await startPair(false);
  const databaseUrl = await pair.createDatabase('shop');
  await updateTables({ databaseUrl, migrateDatabaseUrl: null });
  const key = (): string => randomBytes(32).toString('base64');
  env = {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://shop.example',
    ETH_RPC_URLS: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@shop.example',
    CREDENTIALS_KEYS: `k1:${key()}`,
    FINGERPRINT_KEY: key(),
    BACKUP_PASSPHRASE: 'a quiet harbour at night',
  };
}, LONG);
afterAll(async () => {
  for (const receiver of receivers) await stop(receiver);
  pair?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Asynchronous, because the network between the two servers runs in this process. */
async function portside(args: readonly string[], settings: NodeJS.Dict<string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = [child.stdout, child.stderr].map((stream) => text(stream));
  const [status] = (await once(child, 'exit')) as [number | null];
  const [stdout = '', stderr = ''] = await Promise.all(told);
  return { status, stdout, stderr };
}

/** The doctor's lines about one subject. */
async function told(subject: string, settings: NodeJS.Dict<string> = {}): Promise<string> {
  const config = readConfig({ ...env, ...settings });
  const found = await withShop(config, 'test', (ctx) => checkDatabase(ctx, config));
  return found
    .filter(({ about }) => about === subject)
    .map(({ state, detail }) => `${state} ${detail}`)
    .join('\n');
}

/** Copies the WAL under that name, as a standby does; resolves once it is streaming. */
async function receive(name: string | null, target: string): Promise<ChildProcess> {
  const place = join(folder, target);
  mkdirSync(place);
  const url = new URL(pair.primaryUrl);
  if (name !== null) url.searchParams.set('application_name', name);
  const child = spawn(join(findPrograms(), 'pg_receivewal'), ['-d', url.href, '-D', place], {
    stdio: 'ignore',
  });
  receivers.push(child);
  const pool = createPool({ connectionString: pair.primaryUrl, max: 1 });
  const question = "select from pg_stat_replication where application_name = $1 and state = 'streaming'";
  while ((await pool.query(question, [name ?? 'pg_receivewal'])).rowCount === 0) await sleep(50);
  await pool.end();
  return child;
}

test.skipIf(!hasPostgres)(
  'every command works beside an asynchronous standby, and the doctor goes on',
  { timeout: LONG },
  async () => {
    expect(await portside(['backup', join(folder, 'monday')])).toMatchObject({ status: 0, stderr: '' });
    expect(await portside(['keys'])).toMatchObject({ status: 0 });
    expect(await portside(['addresses'])).toMatchObject({ status: 0 });
    expect(await portside(['sweep', 'list'])).toMatchObject({ status: 0 });
    expect(await portside(['owner', 'make', 'ann', 'ann@shop.example'])).toMatchObject({ status: 0 });

    const { stdout } = await portside(['doctor']);
    expect(stdout).toMatch(/^FAULT +standbys +Asynchronous standbys: standby at 127\.0\.0\.1/m);
    for (const line of [/^ok +keys /m, /^ok +backup /m, /^FAULT +ETH /m]) expect(stdout).toMatch(line);
    expect(await told('standbys', { ACCEPT_ASYNC_STANDBY: '1' })).toMatch(/^warning .*ACCEPT_ASYNC_STANDBY/);
    // Only the shop itself refuses.
    const served = await portside(['serve'], { PORT: '0' });
    expect(served).toMatchObject({ status: 1, stderr: expect.stringContaining('ACCEPT_ASYNC_STANDBY=1') });
  },
);

test.skipIf(!hasPostgres)(
  'the doctor wants every standby synchronous, and takes no receiver of the WAL for one',
  { timeout: LONG },
  async () => {
    await pair.makeSynchronous();
    expect(await told('standbys')).toMatch(/^ok .*standby at 127\.0\.0\.1: sync$/);
    await receive(null, 'archive');
    expect(await told('standbys')).toMatch(/^ok standby at 127\.0\.0\.1: sync$/);
    const second = await receive('standby_2', 'second');
    expect(await told('standbys')).toMatch(/^fault .*Asynchronous standbys: standby_2 at 127\.0\.0\.1/);
    await stop(second);

    const owner = createPool({ connectionString: pair.primaryUrl, max: 1 });
    await owner.query('create role clerk login; grant pg_read_all_data to clerk');
    const url = new URL(pair.primaryUrl);
    Object.assign(url, { username: 'clerk', pathname: '/shop' });
    expect(await told('standbys', { DATABASE_URL: url.href })).toMatch(
      /^fault .*grant pg_monitor to "clerk"/,
    );
    await owner.query("alter system set fsync = 'off'");
    await owner.query('select pg_reload_conf()');
    expect(await told('durability')).toMatch(/^fault .*fsync = off/);
    expect(await told('keys')).toMatch(/^ok /);
    expect(await portside(['backup', join(folder, 'tuesday')])).toMatchObject({ status: 0, stderr: '' });
    await owner.end();
  },
);

test.skipIf(!hasPostgres)(
  'a start is refused beside an asynchronous standby, and says how to mend it',
  { timeout: LONG },
  async () => {
    const pair = await startPair(false);
    const owner = createPool({ connectionString: pair.primaryUrl, max: 1 });
    await expect(requireDurablePostgres(owner, false)).rejects.toThrow(
      /^A failover .* lose orders[^]*Asynchronous standbys: standby at 127\.0\.0\.1\.[^]*ACCEPT_ASYNC_STANDBY=1/,
    );
    await requireDurablePostgres(owner, true);

    await pair.makeSynchronous();
    await requireDurablePostgres(owner, false);
    await owner.query('set synchronous_commit = local');
    await expect(requireDurablePostgres(owner, false)).rejects.toThrow('synchronous_commit = local');
    await owner.query('reset synchronous_commit');

    await owner.query('create role clerk login');
    const url = new URL(pair.primaryUrl);
    url.username = 'clerk';
    const clerk = createPool({ connectionString: url.href, max: 1 });
    await expect(requireDurablePostgres(clerk, false)).rejects.toThrow('grant pg_monitor to "clerk"');
    await owner.query('grant pg_monitor to clerk');
    await requireDurablePostgres(clerk, false);
    await Promise.all([owner.end(), clerk.end()]);
    pair.stop();
  },
);
