import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BUNDLED = join(import.meta.dirname, '../node_modules/.bin/node');

/**
 * Ends the process, and says what to do, on a Node that is too old. npm and npx put the Node that came along as
 * a package first; where none fits the machine, the machine's own must do.
 */
export function requireNode24() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  const advice = existsSync(BUNDLED)
    ? 'Node 24 came along in node_modules/.bin, where npm and npx find it: npm test -- PATH, npx vitest run PATH.'
    : `No bundled one fits ${process.platform}-${process.arch}: please install Node 24 and run the command again.`;
  process.stderr.write(`Portside needs Node 24. This is Node ${process.versions.node}.\n${advice}\n`);
  process.exit(1);
}

/**
 * Runs that script on the Node that came along where this one is too old, passes signals on, and ends with its exit
 * code. Returns false where this Node will do; ends the process where there is none that does.
 */
export function runOnNode24(script) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= 24) return false;
  if (!existsSync(BUNDLED)) requireNode24();
  const child = spawn(BUNDLED, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
  return true;
}
