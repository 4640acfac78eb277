import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../scripts/test/free-port.ts';
import { findPrograms } from '../bench/setup/postgres.ts';
import { hasPostgres } from './setup/target.ts';

/**
 * deploy/compose's two PostgreSQL servers without containers: its own scripts on this machine's PostgreSQL, each
 * server on its own loopback address. Only what the official image adds is repeated here. The scripts drop root, so
 * they must start with it.
 */
const isRunnable = hasPostgres && userInfo().uid === 0;
const COMPOSE = join(import.meta.dirname, '../deploy/compose');
const LONG = 300_000;
const WITHIN_MS = 60_000;

const GOSU = '#!/bin/bash\nexec setpriv --reuid "$1" --regid "$1" --clear-groups -- "${@:2}"\n';
const ENTRYPOINT = `#!/bin/bash
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >"$SOCKETS/password"
  gosu postgres initdb -D "$PGDATA" -U "$POSTGRES_USER" --auth-local=trust --auth-host=scram-sha-256 \\
    --pwfile="$SOCKETS/password" >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  gosu postgres pg_ctl -D "$PGDATA" -w -l "$SOCKETS/log" -o "-c listen_addresses='' -k $SOCKETS" start >/dev/null
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  gosu postgres bash "$FIRST_START"
  gosu postgres pg_ctl -D "$PGDATA" -w stop >/dev/null
fi
exec gosu postgres "$@" -D "$PGDATA" -c listen_addresses="$OWN_HOST" -k "$SOCKETS"
`;

const folder = mkdtempSync(join(tmpdir(), 'portside-containers-'));
type Name = 'postgres-1' | 'postgres-2';
const HOSTS: Record<Name, string> = { 'postgres-1': '127.0.0.61', 'postgres-2': '127.0.0.62' };
const otherOf = (name: Name): Name => (name === 'postgres-1' ? 'postgres-2' : 'postgres-1');
const running = new Map<Name, ChildProcess>();
let port = 0;

beforeAll(async () => {
  if (!isRunnable) return;
  port = await freePort();
  chmodSync(folder, 0o755);
  for (const name of ['bin', 'cluster']) mkdirSync(join(folder, name));
  for (const [name, text] of [
    ['gosu', GOSU],
    ['docker-entrypoint.sh', ENTRYPOINT],
  ] as const)
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  for (const name of ['postgres-1', 'postgres-2'] as const)
    spawnSync('install', ['-d', '-o', 'postgres', '-g', 'postgres', dataOf(name), socketsOf(name)]);
});
afterAll(async () => {
  for (const name of running.keys()) await crash(name);
  rmSync(folder, { recursive: true, force: true });
});

const dataOf = (name: Name): string => join(folder, `${name}-data`);
const socketsOf = (name: Name): string => join(folder, `${name}-sockets`);

/** The settings of a container. */
const envOf = (name: Name): NodeJS.Dict<string> => ({
  PATH: `${join(folder, 'bin')}:${findPrograms()}:${process.env['PATH']}`,
  NODE: name,
  PEER: otherOf(name),
  PEER_HOST: HOSTS[otherOf(name)],
  OWN_HOST: HOSTS[name],
  CLUSTER: join(folder, 'cluster'),
  FIRST_START: join(COMPOSE, 'first-start.sh'),
  POSTGRES_USER: 'portside',
  POSTGRES_DB: 'portside',
  POSTGRES_PASSWORD: 'a password',
  REPLICATION_PASSWORD: 'another one',
  PGDATA: dataOf(name),
  SOCKETS: socketsOf(name),
  PGHOST: socketsOf(name),
  PGPORT: String(port),
});

function start(name: Name): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn('bash', [join(COMPOSE, 'postgres.sh'), 'start'], {
    env: envOf(name),
    stdio: [...stdio],
  });
  running.set(name, child);
  return child;
}

/** Crashes it: nothing more is written. */
async function crash(name: Name): Promise<void> {
  const child = running.get(name)!;
  running.delete(name);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGQUIT');
  await ended;
}

function command(name: Name, ...words: readonly string[]) {
  const options = { env: envOf(name), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('bash', [join(COMPOSE, 'postgres.sh'), ...words], options);
  return { status, told: `${stdout}${stderr}` };
}

/** Asks by address, because the server that fills a new database has none; empty without an answer. */
function ask(name: Name, question: string): string {
  const args = ['-h', HOSTS[name], '-U', 'portside', '-d', 'portside', '-qAtc', question];
  const env = { ...envOf(name), PGPASSWORD: 'a password' };
  return spawnSync('psql', args, { env, encoding: 'utf8', timeout: WITHIN_MS }).stdout.trim();
}

async function until(name: Name, question: string, answer: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (let told = ask(name, question); told !== answer; told = ask(name, question)) {
    if (performance.now() > deadline) throw new Error(`${name}: ${question}: ${told}`);
    await sleep(200);
  }
}

const isFollowing = 'select pg_is_in_recovery()';
const followers = 'select application_name, sync_state from pg_stat_replication';
const notes = "select string_agg(text, ' ' order by text) from notes";

test.skipIf(!isRunnable)(
  'the standby takes over, the former primary follows it, and never writes beside it',
  { timeout: LONG },
  async () => {
    start('postgres-1');
    start('postgres-2');
    await until('postgres-1', followers, 'postgres_2|sync');
    ask('postgres-1', "create table notes (text text); insert into notes values ('a')");
    expect(command('postgres-2', 'promote')).toMatchObject({
      status: 1,
      told: expect.stringContaining('postgres-1 still answers'),
    });

    await crash('postgres-1');
    expect(command('postgres-2', 'promote')).toMatchObject({ status: 0 });
    ask('postgres-2', "insert into notes values ('b')");
    expect(ask('postgres-2', notes)).toBe('a b');
    expect(command('postgres-2', 'wait-for-standby')).toMatchObject({ status: 1 });

    // As its restart policy would.
    start('postgres-1');
    await until('postgres-1', isFollowing, 't');
    await until('postgres-2', followers, 'postgres_1|async');
    await until('postgres-1', notes, 'a b');
    // No commit waited for it yet: as the primary it would erase what only the other one has.
    await crash('postgres-2');
    expect(command('postgres-1', 'promote')).toMatchObject({
      status: 1,
      told: expect.stringContaining('Commits did not wait for postgres-1'),
    });
    expect(ask('postgres-1', isFollowing)).toBe('t');
    start('postgres-2');
    await until('postgres-2', followers, 'postgres_1|async');
    expect(command('postgres-2', 'wait-for-standby')).toMatchObject({ status: 0 });
    await until('postgres-2', followers, 'postgres_1|sync');
    ask('postgres-2', "insert into notes values ('c')");
    expect(ask('postgres-1', notes)).toBe('a b c');

    // Both restart, as with the machine.
    for (const name of ['postgres-2', 'postgres-1'] as const) await crash(name);
    for (const name of ['postgres-1', 'postgres-2'] as const) start(name);
    await until('postgres-2', followers, 'postgres_1|sync');
    expect([ask('postgres-1', isFollowing), ask('postgres-2', isFollowing)]).toEqual(['t', 'f']);
  },
);

test.skipIf(!isRunnable)(
  'a primary without its data does not begin anew beside a standby that has it',
  { timeout: LONG },
  async () => {
    await crash('postgres-2');
    rmSync(dataOf('postgres-2'), { recursive: true });
    spawnSync('install', ['-d', '-o', 'postgres', '-g', 'postgres', dataOf('postgres-2')]);
    const child = start('postgres-2');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(command('postgres-1', 'promote')).toMatchObject({ status: 0 });
    expect(ask('postgres-1', notes)).toBe('a b c');
    start('postgres-2');
    await until('postgres-2', notes, 'a b c');
    // The primary's data is lost before commits waited for the standby, which takes over only if told to.
    await crash('postgres-1');
    expect(command('postgres-2', 'promote')).toMatchObject({ status: 1 });
    expect(command('postgres-2', 'promote', 'accept-loss')).toMatchObject({ status: 0 });
    expect(ask('postgres-2', notes)).toBe('a b c');
  },
);

test.skipIf(!isRunnable)(
  'nothing is erased for a server that began anew, where who was the primary is no longer noted',
  { timeout: LONG },
  async () => {
    await crash('postgres-2');
    for (const lost of [join(folder, 'cluster'), dataOf('postgres-1')])
      for (const name of readdirSync(lost)) rmSync(join(lost, name), { recursive: true });
    expect(await once(start('postgres-2'), 'exit')).toEqual([1, null]);
    start('postgres-1');
    await until('postgres-1', isFollowing, 'f');
    expect(await once(start('postgres-2'), 'exit')).toEqual([1, null]);
    await crash('postgres-1');
    writeFileSync(join(folder, 'cluster/primary'), 'postgres-2\n');
    start('postgres-2');
    await until('postgres-2', notes, 'a b c');
  },
);
