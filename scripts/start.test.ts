import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { freePort } from './test/free-port.ts';

const ROOT = join(import.meta.dirname, '..');
const SYSTEM_NODE = '/usr/bin/node';

/** Starts the sandbox by that command, asks it to stop once it is open, and returns how it ended. */
async function startAndStop(command: string, args: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portside-start-'));
  const port = await freePort();
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: dataDir,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      SANDBOX: 'empty',
    },
  });
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes('The shop is open')) break;
    child.stdout.resume();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    const isStillOpen = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    return { code: code as number | null, isStillOpen };
  } finally {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// By `exec`: the shell between npm and Node would end and leave the shop alone. Where a shell has no such word, Node
// runs by its second name.
test('npm start passes SIGTERM on: the shop stops by itself', async () => {
  const { code, isStillOpen } = await startAndStop('npm', ['start']);
  expect(code).toBe(0);
  expect(isStillOpen).toBe(false);
});

const isOld =
  Number(/^v(\d+)/.exec(spawnSync(SYSTEM_NODE, ['--version']).stdout?.toString() ?? '')?.[1]) < 24;

test.runIf(isOld)('an older Node finds the one that came along, and passes signals on', async () => {
  const { code, isStillOpen } = await startAndStop(SYSTEM_NODE, ['scripts/start.js']);
  expect(code).toBe(0);
  expect(isStillOpen).toBe(false);
});

// npm 9 leaves no node_modules/.bin/node, where the units of systemd and the build look for it.
test.skipIf(process.platform === 'win32')(
  'an installation ends with a link to the Node that came along',
  () => {
    const modules = mkdtempSync(join(tmpdir(), 'portside-modules-'));
    const link = join(modules, '.bin/node');
    const installed = (): string => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/link-node.js', modules], {
        cwd: ROOT,
      });
      expect(status, String(stderr)).toBe(0);
      return readlinkSync(link);
    };
    try {
      const bundled = `node-${process.platform}-${process.arch}/bin`;
      mkdirSync(join(modules, bundled), { recursive: true });
      writeFileSync(join(modules, bundled, 'node'), '');
      expect(installed()).toBe(`../${bundled}/node`);
      rmSync(link);
      symlinkSync('../gone/bin/node', link);
      expect(installed()).toBe(`../${bundled}/node`);
    } finally {
      rmSync(modules, { recursive: true });
    }
  },
);
