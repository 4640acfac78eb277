import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

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
