import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anvilBinary } from './anvil.ts';
import { lockFolder } from './lock-folder.ts';

const CHILDREN = 12;

/** A process of its own: other test files of this one may have started nodes. */
const program = (end: string) => `
  import { spawn } from 'node:child_process';
  import { killAtExit } from ${JSON.stringify(join(import.meta.dirname, 'anvil.ts'))};
  const children = Array.from({ length: ${CHILDREN} }, () => killAtExit(() => spawn('sleep', ['60'])));
  console.log(JSON.stringify({ listeners: process.listenerCount('exit'), pids: children.map(({ pid }) => pid) }));
  ${end};
`;

test.each([
  ['by itself', 'process.exit()'],
  ['by a signal', "process.kill(process.pid, 'SIGTERM')"],
  ['killed', "process.kill(process.pid, 'SIGKILL')"],
])('any number of children take one listener, and end with the process: %s', async (_, end) => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program(end)], {
    encoding: 'utf8',
  });
  const { listeners, pids } = JSON.parse(stdout) as { listeners: number; pids: number[] };
  expect(listeners).toBe(1);
  expect(pids).toHaveLength(CHILDREN);
  expect(stderr).not.toContain('MaxListenersExceededWarning');
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('finds the program of this machine', () => {
  expect(statSync(anvilBinary()).isFile()).toBe(true);
});

test('names the platform and the package when there is none', () => {
  expect(() => anvilBinary('sunos', 'x64')).toThrow(/@foundry-rs\/anvil-sunos-amd64.*sunos on x64/s);
});

test('a second process waits for the lock, or gives up', async () => {
  const folder = await newFolder();
  const unlock = await lockFolder(folder, 0);
  await expect(lockFolder(folder, 150)).rejects.toThrow(/in use by another process/);

  let isFree = false;
  setTimeout(() => {
    isFree = true;
    void unlock();
  }, 200);
  const unlockSecond = await lockFolder(folder, 5_000);
  expect(isFree).toBe(true);
  await unlockSecond();
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['of a process that is gone', JSON.stringify({ port: 1, id: 'gone' })],
  ['that is damaged', '{'],
])('a lock %s is taken over', async (_what, content) => {
  const folder = await newFolder();
  await writeFile(join(folder, 'lock'), content);
  await (
    await lockFolder(folder, 0)
  )();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'devchain-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
