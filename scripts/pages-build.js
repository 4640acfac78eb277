import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';

// Node 18 imports this file, and must be able to.
const SOURCES = [
  'apps/web',
  'packages/chain/src',
  'packages/checkout/src',
  'packages/accounts/src',
  'packages/contract/src',
  'examples',
  'package-lock.json',
];
const NO_SOURCES = new Set(['dist', 'node_modules']);
const BUILT = 'apps/web/dist/index.html';
/** What the pages were built from, as far as this script knows. */
const STAMP = 'node_modules/.cache/pages.json';

/**
 * Builds the web pages unless those that are there are of the present sources: no source is newer, or all have the same
 * content as when they were built. A checkout of another branch and back, or a copied folder, needs no new build. A quick
 * build takes less than half the processor time: it leaves out the React compiler and brotli's highest level, so that its
 * compressed files are a tenth larger; only who asks for one takes it. Resolves with null, or with the exit code of a
 * build that failed.
 */
export async function buildPagesOnce(root, { isQuick = false } = {}) {
  const files = SOURCES.flatMap((source) => listFiles(join(root, source)));
  const stamp = join(root, STAMP);
  const last = readStamp(stamp);
  const builtAt = modifiedAt(join(root, BUILT));
  const isOurs = builtAt > 0 && last.builtAt === builtAt;
  const isGoodEnough = isQuick || !(isOurs && last.isQuick);
  // What changes during a build may not be in it.
  const newestIn = isOurs ? last.begunAt : builtAt;
  if (isGoodEnough && newestIn >= Math.max(...files.map(modifiedAt))) return null;
  const begunAt = Date.now();
  // Of what is built, and not of what somebody changes meanwhile.
  const content = hashOf(files);
  if (isGoodEnough && isOurs && last.content === content) return null;
  process.stdout.write('  Building the web pages … ');
  const start = performance.now();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // Under the test runner's NODE_ENV the bundle would hold React for developers.
  const { NODE_ENV: _, ...env } = process.env;
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
    env: { ...env, ...(isQuick && { QUICK_BUILD: '1' }) },
  });
  // Whoever fills a sandbox meanwhile is what a start waits for.
  setPriority(build.pid, 10);
  const [code] = await once(build, 'exit');
  if (code !== 0) return code ?? 1;
  process.stdout.write(`${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ builtAt: modifiedAt(join(root, BUILT)), begunAt, content, isQuick }));
  return null;
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !NO_SOURCES.has(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

/** 0 where there is no such file. */
const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function readStamp(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
