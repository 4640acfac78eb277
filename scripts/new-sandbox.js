import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Begins to fill a new sandbox in a process of its own, which ends with this one. Returns null where there is none to
 * fill; else `end`, which shows what it prints and resolves with its exit code.
 */
export function fillNewSandbox(root) {
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
  const child = fork(join(root, 'apps/server/src/fill-new-sandbox.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    async end() {
      child.stdout.pipe(process.stdout, { end: false });
      const [code] = await ended;
      return code ?? 1;
    },
  };
}
