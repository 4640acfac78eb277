import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/test/free-port.ts';
import type { NamespaceHost } from '../../../bench/setup/namespace-hosts.ts';
import { findPrograms, idOf } from '../../../bench/setup/postgres.ts';

const execute = promisify(execFile);

/** One of the two PostgreSQL servers: on a host of its own, or on this machine. */
export type Node = {
  readonly dataDir: string;
  readonly host: NamespaceHost | null;
  readonly address: string;
  readonly port: number;
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
export const LOOPBACK = '127.0.0.1';

/** Prepares a node, without data and not started. It will answer this machine only. */
export async function newNode(folder: string, name: string, host: NamespaceHost | null): Promise<Node> {
  const node = {
    dataDir: join(folder, name),
    host,
    address: host?.inside ?? LOOPBACK,
    port: await freePort(),
  };
  const caller = `${host?.outside ?? LOOPBACK}/32`;
  const access = ['local all all', `host all all ${caller}`, `host replication all ${caller}`];
  writeFileSync(accessFileOf(node), access.map((line) => `${line} trust\n`).join(''));
  chmodSync(accessFileOf(node), 0o644);
  return node;
}

/** Outside the data folder, which is copied from one to the other. */
const accessFileOf = ({ dataDir }: Node): string => `${dataDir}.hba.conf`;

/** PostgreSQL requires that its user owns the data folder. */
export function makeFolder(dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, idOf('-u'), idOf('-g'));
}

const isRoot = userInfo().uid === 0;

/** PostgreSQL refuses to run as root. */
const as = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['runuser', ['-u', 'postgres', '--', join(findPrograms(), program), ...args]]
    : [join(findPrograms(), program), [...args]];

export const runProgram = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(...as(program, args))).stdout.trim();

export const urlOf = ({ address, port }: Node): string => `postgresql://postgres@${address}:${port}/postgres`;

/** Asks over its Unix socket, which needs no network. */
export const ask = ({ dataDir, port }: Node, question: string): Promise<string> =>
  runProgram('psql', ['-h', dataDir, '-p', `${port}`, '-U', 'postgres', '-qAtc', question]);

export async function startNode(node: Node, more: Readonly<Record<string, string>>): Promise<void> {
  const { dataDir, host, address, port } = node;
  const settings = { ...SETTINGS, hba_file: accessFileOf(node), ...more };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}="${value}"`);
  const server = `-p ${port} -h ${address} -k ${dataDir} ${options.join(' ')}`;
  const [program, args] = as('pg_ctl', [
    '-D',
    dataDir,
    '-w',
    '-l',
    join(dataDir, 'log'),
    '-o',
    server,
    'start',
  ]);
  if (host === null) await execute(program, args);
  else await execute('ip', ['netns', 'exec', host.namespace, program, ...args]);
}

export const stopNode = ({ dataDir }: Node): void =>
  void spawnSync(...as('pg_ctl', ['-D', dataDir, '-m', 'immediate', 'stop']));

export const promoteNode = ({ dataDir }: Node): Promise<string> =>
  runProgram('pg_ctl', ['-D', dataDir, '-w', 'promote']);

export const copyFrom = (from: Node, to: Node): Promise<string> =>
  runProgram('pg_basebackup', ['-d', urlOf(from), '-D', to.dataDir, '-R', '-c', 'fast']);

/** Undoes what only the former primary wrote; if that fails, copies everything again. */
export async function rewind(from: Node, to: Node): Promise<'rewound' | 'copied'> {
  try {
    // Until the checkpoint that ends its recovery, the new primary still names the former timeline.
    await ask(from, 'checkpoint');
    await runProgram('pg_rewind', ['-D', to.dataDir, '--source-server', urlOf(from), '-R']);
    return 'rewound';
  } catch {
    rmSync(to.dataDir, { recursive: true, force: true });
    makeFolder(to.dataDir);
    await copyFrom(from, to);
    return 'copied';
  }
}
