import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const CHILDREN = 12;

/** A process of its own: other test files of this one may have started nodes. */
const PROGRAM = `
  import { spawn } from 'node:child_process';
  import { killAtExit } from ${JSON.stringify(join(import.meta.dirname, 'anvil.ts'))};
  const children = Array.from({ length: ${CHILDREN} }, () => spawn('sleep', ['60']));
  children.forEach(killAtExit);
  console.log(JSON.stringify({ listeners: process.listenerCount('exit'), pids: children.map(({ pid }) => pid) }));
  process.exit();
`;

test('any number of children take one listener, and end with the process', async () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
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
