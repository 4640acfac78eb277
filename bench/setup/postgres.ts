import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/test/free-port.ts';
import { startGuard } from './guard.ts';

const run = promisify(execFile);

export type BenchPostgres = {
  readonly url: string;
  readonly port: number;
  readonly bin: string;
  readonly dataDir: string;
  /** Runs one of PostgreSQL's programs and returns its output. */
  run(program: string, args: readonly string[]): Promise<string>;
  stop(): void;
};

/**
 * Starts a PostgreSQL for this run with full durability, in a new folder or in a kept one. Needs the server's programs
 * on this machine (Debian: apt-get install postgresql).
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  kept: string | null = null,
): Promise<BenchPostgres> {
  const bin = findPrograms();
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'portside-bench-'));
  const dataDir = join(folder, 'data');
  const isNew = !existsSync(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o755);
  const isRoot = userInfo().uid === 0;
  if (isRoot) chownSync(dataDir, idOf('-u'), idOf('-g'));
  // PostgreSQL refuses to run as root.
  const as = (program: string, args: readonly string[]): [string, string[]] =>
    isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]]
      : [join(bin, program), [...args]];
  const execute = async (program: string, args: readonly string[]): Promise<string> =>
    (await run(...as(program, args), { maxBuffer: 64 * 1024 * 1024 })).stdout;

  const port = await freePort();
  const all = {
    max_connections: '600',
    shared_buffers: '1GB',
    max_wal_size: '8GB',
    checkpoint_timeout: '15min',
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  if (isNew) await execute('initdb', ['-D', dataDir, '-A', 'trust', '-U', 'postgres']);
  const server = `-p ${port} -h 127.0.0.1 -k ${dataDir} ${options.join(' ')}`;
  // As a daemon it would outlive this process. SIGQUIT stops it at once, with all of its own processes.
  const guard = startGuard(
    'kill -QUIT "$(head -n 1 "$1/postmaster.pid")" && sleep 1; [ -z "$2" ] || rm -rf "$2"',
    [dataDir, kept === null ? folder : ''],
  );
  await execute('pg_ctl', ['-D', dataDir, '-w', '-l', join(dataDir, 'log'), '-o', server, 'start']);
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    port,
    bin,
    dataDir,
    run: execute,
    stop: () => {
      spawnSync(...as('pg_ctl', ['-D', dataDir, '-m', 'fast', 'stop']));
      if (kept === null) rmSync(folder, { recursive: true, force: true });
      guard.cancel();
    },
  };
}

export function findPrograms(): string {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed();
  if (newest === undefined)
    throw new Error('no PostgreSQL server on this machine (Debian: apt-get install postgresql)');
  return dirname(newest);
}

export const idOf = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
