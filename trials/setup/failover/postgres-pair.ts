import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../apps/server/src/testing/free-port.ts';
import { findPrograms, idOf } from '../../../bench/setup/postgres.ts';
import { copyCluster } from '../postgres-cluster.ts';
import { freezeServer, killServer } from '../server-processes.ts';
import type { Template } from '../target.ts';
import { startHeldLink, type HeldLink } from './held-link.ts';

const execute = promisify(execFile);

type Node = { readonly dataDir: string; readonly port: number };

/** A primary and its standby, as Patroni would keep them, and what Patroni would do with them. */
export type PostgresPair = {
  /** Of both, whichever accepts writes, with the name of a new database; it has all tables already, unless `template` is the empty one. */
  createDatabase(name: string, template?: Template): Promise<string>;
  /** Of the present primary. */
  readonly primaryUrl: string;
  /** Makes commits wait for the standby from now on. */
  makeSynchronous(): Promise<void>;
  /** The network from the primary to the standby. */
  readonly link: HeldLink;
  /** Kills every process of the primary, or holds them still as if its host had vanished. */
  loosePrimary(how: 'killed' | 'vanished'): Promise<void>;
  /** Makes the standby the primary, alone at first. */
  promote(): Promise<void>;
  /** Makes of the former primary the new standby; how that was done. Resolves when it has everything. */
  rebuild(): Promise<'rewound' | 'copied'>;
  stop(): void;
};

const SETTINGS = {
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  wal_level: 'replica',
  wal_log_hints: 'on',
  wal_keep_size: '1GB',
  hot_standby: 'on',
  synchronous_commit: 'on',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
};
const CAUGHT_UP_WITHIN_MS = 60_000;

/** `isSynchronous` false plants what the shop refuses: a standby that may lack what was acknowledged. */
export async function startPair(isSynchronous: boolean): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-pair-'));
  chmodSync(folder, 0o755);
  const nodes: [Node, Node] = [await newNode(folder, 'a'), await newNode(folder, 'b')];
  let [primary, standby] = nodes;
  let frozen: readonly number[] | null = null;
  const link = await startHeldLink(() => primary.port);
  const startStandby = async (): Promise<void> => {
    // pg_rewind and pg_basebackup write the address that they copied from; the standby is to come over the link.
    const info = `host=127.0.0.1 port=${link.port} user=postgres application_name=standby`;
    await startNode(standby, { primary_conninfo: info });
    await attach(primary, isSynchronous);
  };
  const stop = (): void => {
    process.off('exit', stop);
    for (const pid of frozen ?? []) process.kill(pid, 'SIGKILL');
    for (const { dataDir } of nodes) spawnSync(...as('pg_ctl', ['-D', dataDir, '-m', 'immediate', 'stop']));
    link.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // Also where the trial is broken off.
  process.once('exit', stop);
  await copyCluster(primary.dataDir);
  await startNode(primary, {});
  makeFolder(standby.dataDir);
  await copyFrom(primary, standby);
  await startStandby();
  return {
    link,
    get primaryUrl() {
      return urlOf(primary);
    },
    makeSynchronous: () => attach(primary, true),
    async createDatabase(name, template = 'template1') {
      await runProgram('psql', [urlOf(primary), '-qc', `create database ${name} template ${template}`]);
      const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
      return `postgresql://postgres@${hosts}/${name}?target_session_attrs=read-write`;
    },
    async loosePrimary(how) {
      const pids = freezeServer(primary.dataDir);
      if (how === 'killed') await killServer(primary.dataDir, primary.port, pids);
      else frozen = pids;
      link.cut();
    },
    async promote() {
      await runProgram('pg_ctl', ['-D', standby.dataDir, '-w', 'promote']);
      [primary, standby] = [standby, primary];
      await setSynchronous(primary, '');
    },
    async rebuild() {
      // One that had only vanished must not come back as a second primary.
      if (frozen !== null) await killServer(standby.dataDir, standby.port, frozen);
      frozen = null;
      const how = await rewind(primary, standby);
      await startStandby();
      return how;
    },
    stop,
  };
}

async function newNode(folder: string, name: string): Promise<Node> {
  return { dataDir: join(folder, name), port: await freePort() };
}

/** PostgreSQL wants it to be its own. */
function makeFolder(dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, idOf('-u'), idOf('-g'));
}

const isRoot = userInfo().uid === 0;

/** PostgreSQL refuses to run as root. */
const as = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['runuser', ['-u', 'postgres', '--', join(findPrograms(), program), ...args]]
    : [join(findPrograms(), program), [...args]];

const runProgram = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(...as(program, args))).stdout.trim();

const urlOf = ({ port }: Node): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;

async function startNode({ dataDir, port }: Node, more: Readonly<Record<string, string>>): Promise<void> {
  const options = Object.entries({ ...SETTINGS, ...more }).map(([name, value]) => `-c ${name}="${value}"`);
  const server = `-p ${port} -h 127.0.0.1 -k ${dataDir} ${options.join(' ')}`;
  await runProgram('pg_ctl', ['-D', dataDir, '-w', '-l', join(dataDir, 'log'), '-o', server, 'start']);
}

const copyFrom = (from: Node, to: Node): Promise<string> =>
  runProgram('pg_basebackup', ['-d', urlOf(from), '-D', to.dataDir, '-R', '-c', 'fast']);

/** What the former primary wrote and nobody else has is undone; if that fails, everything is copied again. */
async function rewind(from: Node, to: Node): Promise<'rewound' | 'copied'> {
  try {
    // Before the checkpoint that ends a recovery, the new primary still names the former time line.
    await runProgram('psql', [urlOf(from), '-qc', 'checkpoint']);
    await runProgram('pg_rewind', ['-D', to.dataDir, '--source-server', urlOf(from), '-R']);
    return 'rewound';
  } catch {
    rmSync(to.dataDir, { recursive: true, force: true });
    makeFolder(to.dataDir);
    await copyFrom(from, to);
    return 'copied';
  }
}

/** Resolves when the standby has everything that was committed before commits waited for it. */
async function attach(primary: Node, isSynchronous: boolean): Promise<void> {
  const ask = (question: string): Promise<string> => runProgram('psql', [urlOf(primary), '-qAtc', question]);
  await until(
    async () => (await ask("select count(*) from pg_stat_replication where state = 'streaming'")) === '1',
  );
  if (!isSynchronous) return;
  await setSynchronous(primary, 'standby');
  await until(
    async () => (await ask("select count(*) from pg_stat_replication where sync_state = 'sync'")) === '1',
  );
  const position = await ask('select pg_current_wal_lsn()');
  await until(
    async () =>
      (await ask(`select count(*) from pg_stat_replication where flush_lsn >= '${position}'`)) === '1',
  );
}

async function setSynchronous(node: Node, names: string): Promise<void> {
  await runProgram('psql', [urlOf(node), '-qc', `alter system set synchronous_standby_names = '${names}'`]);
  await runProgram('psql', [urlOf(node), '-qAtc', 'select pg_reload_conf()']);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + CAUGHT_UP_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('the standby did not catch up');
    await sleep(100);
  }
}
