import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache');
const LOCK = join(CACHE, 'building-pages');
const LOOK_AGAIN_MS = 250;
/** A build takes seconds: one that has gone on for so long was broken off. */
const ABANDONED_MS = 600_000;

/** Builds the web pages, which the shop needs to start, if they are missing; one process at a time. */
export function buildPages(): void {
  mkdirSync(CACHE, { recursive: true });
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  try {
    if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) build();
  } finally {
    rmdirSync(LOCK);
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const begunAt = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
    if (begunAt !== undefined && Date.now() - begunAt > ABANDONED_MS) rmdirSync(LOCK);
    return false;
  }
}

function build(): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(ROOT, 'apps/web'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the web pages could not be built: ${stderr}`);
}
