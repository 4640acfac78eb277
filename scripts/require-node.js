import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Node 18 (Debian 12) lacks import.meta.dirname.
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));

const isNew = () => Number(process.versions.node.split('.')[0]) >= 24;

/** Path of the Node package for this system in a folder of packages; undefined if none came along. */
export function findBundledNode(modules) {
  const { platform, arch } = process;
  const file = platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const name = `${platform === 'win32' ? 'win' : platform}-${arch}`;
  return [`node-${name}`, `node-bin-${name}`]
    .map((folder) => join(modules, folder, file))
    .find((path) => existsSync(path));
}

/**
 * On a Node that is too old, ends the process and says what to do. npm and npx prefer the Node that came along as a
 * package; if none fits the machine, the machine's own must be new enough.
 */
export function requireNode24() {
  if (isNew()) return;
  const advice = findBundledNode(MODULES)
    ? 'Node 24 came along in node_modules/.bin, where npm and npx find it: npm test -- PATH, npx vitest run PATH.'
    : `No bundled one fits ${process.platform}-${process.arch}: please install Node 24 and run the command again.`;
  process.stderr.write(`Portside needs Node 24. This is Node ${process.versions.node}.\n${advice}\n`);
  process.exit(1);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * On a Node that is too old, runs the same command on the one that came along, passes signals on and exits like it;
 * never returns then. If none came along, ends the process and says what to do.
 */
export async function continueOnNode24() {
  if (isNew()) return;
  const bundled = findBundledNode(MODULES);
  if (bundled === undefined) return requireNode24();
  const child = spawn(bundled, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', (...end) => resolve(end));
  });
  if (signal === null) process.exit(code);
  for (const one of SIGNALS) process.removeAllListeners(one);
  process.kill(process.pid, signal);
  await new Promise(() => undefined);
}
