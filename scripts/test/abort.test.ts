import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './parse-arguments.ts';

type Process = { readonly pid: number; readonly parent: number; readonly name: string };

function listProcesses(): Process[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, name]) => ({ pid: Number(pid), parent: Number(parent), name: name! }));
}

/** Everything that a process has started, also through others. */
function startedBy(pid: number, all = listProcesses()): Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...startedBy(one.pid, all)]);
}

/** Without what tells this run's workers from others'. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));

test.skipIf(process.platform === 'win32')('a terminated npm test leaves nothing running', async () => {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts/test.js'), 'packages/devchain/src/start-devchain.test.ts'],
    {
      cwd: ROOT,
      stdio: 'ignore',
      env,
    },
  );
  await expect
    .poll(() => startedBy(child.pid!).map(({ name }) => name), { interval: 200 })
    .toContain('anvil');
  // A moment lies between a node's start and its guard's knowing of it.
  await sleep(500);
  const running = startedBy(child.pid!);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(143);
  const pids = new Set(running.map(({ pid }) => pid));
  const left = (): Process[] => listProcesses().filter(({ pid }) => pids.has(pid));
  // At once: by themselves the tests would end later.
  await expect.poll(left, { interval: 100, timeout: 5_000 }).toEqual([]);
});
