import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../node_modules');
const BUNDLED = join(MODULES, '.bin/node');

const isNew = () => Number(process.versions.node.split('.')[0]) >= 24;

/**
 * Ends the process, and says what to do, on a Node that is too old. npm and npx put the Node that came along as
 * a package first; where none fits the machine, the machine's own must do.
 */
export function requireNode24() {
  if (isNew()) return;
  const advice = existsSync(BUNDLED)
    ? 'Node 24 came along in node_modules/.bin, where npm and npx find it: npm test -- PATH, npx vitest run PATH.'
    : `No bundled one fits ${process.platform}-${process.arch}: please install Node 24 and run the command again.`;
  process.stderr.write(`Portside needs Node 24. This is Node ${process.versions.node}.\n${advice}\n`);
  process.exit(1);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * On a Node that is too old, runs the same command on the one that came along, passes signals on and ends as it ends;
 * never returns then. Where none came along, ends the process and says what to do.
 */
export async function continueOnNode24() {
  if (isNew()) return;
  const bundled = [BUNDLED, join(MODULES, `node-win-${process.arch}/bin/node.exe`)].find(runsHere);
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

const runsHere = (path) => path.endsWith('.exe') === (process.platform === 'win32') && existsSync(path);
