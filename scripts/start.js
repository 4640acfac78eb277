// Builds the web pages where they are not those of the sources, and meanwhile fills a new sandbox; then starts the server
// in this process, on the Node that came along where this one is too old.
// As a whole: an older Node, which only starts the one that came along, has no compile cache.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { buildPagesOnce } from './pages-build.js';
import { continueOnNode24 } from './require-node.js';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
// The environment, for the processes of the local chains and of a new sandbox.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const filling = fillNewSandbox(root);
const failedBuild = await buildPagesOnce(root, { isQuick: true });
// Loads while the sandbox is still being filled.
if (filling && failedBuild === null) await import('../apps/server/src/boot/start-shop.ts');
const failed = failedBuild ?? (await filling?.end());
if (failed) process.exit(failed);
await import('../apps/server/src/main.ts');

/**
 * Begins to fill a new sandbox in a process of its own, which ends with this one. Returns null where there is none to
 * fill; else `end`, which shows what it prints and resolves with its exit code.
 */
function fillNewSandbox(root) {
  try {
    process.loadEnvFile();
  } catch {
    // There is no .env; one that cannot be read is for the server to say.
  }
  const { DATABASE_URL, SANDBOX, DATA_DIR } = process.env;
  const has = (name) => existsSync(join(DATA_DIR || './data', name));
  // `filling`: a start before was broken off.
  const isFilled = has('database') && !has('filling');
  if (DATABASE_URL || SANDBOX || isFilled) return null;
  const child = fork(join(root, 'apps/server/src/boot/fill-new-sandbox.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  // Node discards what an ended process has printed and nobody has read.
  const printed = child.stdout.pipe(new PassThrough());
  return {
    async end() {
      printed.pipe(process.stdout, { end: false });
      const [[code]] = await Promise.all([ended, finished(printed)]);
      return code ?? 1;
    },
  };
}
