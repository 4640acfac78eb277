import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/test/free-port.ts';
import { readFlags, figures, table } from './setup/report.ts';

/**
 * How long do the sandbox's first start (with a month of history) and its second take under `npm start`, and what do
 * its idle processes use afterwards? Linux only.
 */
const { seconds, settle } = readFlags({ seconds: [60], settle: [60] });
const root = join(import.meta.dirname, '..');
const TICKS_PER_SECOND = 100;

type Use = { readonly ticks: number; readonly rssKb: number; readonly pssKb: number };

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

function listTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    read(pid, `task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}

/** Per process: processor time, resident memory, and the same with shared pages divided among their users. */
function useOf(pid: number): Use {
  const stat = read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  const memory = read(pid, 'smaps_rollup');
  const kbOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(memory)?.[1] ?? 0);
  return { ticks: Number(stat[11]) + Number(stat[12]), rssKb: kbOf('Rss'), pssKb: kbOf('Pss') };
}

const sumOf = (pid: number): Use =>
  listTree(pid)
    .map(useOf)
    .reduce((sum, one) => ({
      ticks: sum.ticks + one.ticks,
      rssKb: sum.rssKb + one.rssKb,
      pssKb: sum.pssKb + one.pssKb,
    }));

async function start(dataDir: string): Promise<{ readonly child: ChildProcess; readonly tookMs: number }> {
  const begun = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error' };
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const isOpen = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('The shop is open') && resolve());
    lines.once('close', () => reject(new Error('npm start ended before the shop was open')));
  });
  await isOpen;
  return { child, tookMs: performance.now() - begun };
}

async function measureRest(child: ChildProcess): Promise<Use> {
  await sleep(settle[0]! * 1_000);
  const before = sumOf(child.pid!);
  await sleep(seconds[0]! * 1_000);
  const after = sumOf(child.pid!);
  return { ...after, ticks: after.ticks - before.ticks };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const dataDir = mkdtempSync(join(tmpdir(), 'portside-rest-'));
try {
  const rows: string[][] = [];
  for (const name of ['first', 'second']) {
    const { child, tookMs } = await start(dataDir);
    const toOpen = sumOf(child.pid!);
    const rest = await measureRest(child);
    await stop(child);
    rows.push([
      name,
      (tookMs / 1_000).toFixed(1),
      (toOpen.ticks / TICKS_PER_SECOND).toFixed(1),
      figures(rest.rssKb / 1_024),
      figures(rest.pssKb / 1_024),
      ((rest.ticks / TICKS_PER_SECOND / seconds[0]!) * 100).toFixed(1),
      loadavg()[0]!.toFixed(1),
    ]);
  }
  table(['start', 'open after s', 'CPU s until open', 'MB RSS', 'MB PSS', '% of a core', 'load'], rows);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
