import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPagesOnce } from '../pages-build.js';
import { ROOT } from './parse-arguments.ts';

const CACHE = join(ROOT, 'node_modules/.cache');
const LOCK = join(CACHE, 'building-pages');
const LOOK_AGAIN_MS = 250;
/** A build takes seconds: one that takes longer than this was interrupted. */
const ABANDONED_MS = 600_000;

/** Builds the web pages if the sources have changed; one process at a time. Throws if the build fails. */
export async function buildPages(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  while (!takeLock()) await sleep(LOOK_AGAIN_MS);
  try {
    if ((await buildPagesOnce(ROOT)) !== null) throw new Error('the web pages could not be built');
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
