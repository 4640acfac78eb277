import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

const UNTIL_END = 'while read -r _; do :; done';

/**
 * A process that runs a shell script once this one is gone, also by a kill, which leaves no time to clean up. `args` are
 * the script's `$1` and on. `cancel` when there is nothing to clean up any more.
 */
export function startGuard(script: string, args: readonly string[]): { cancel(): void } {
  const child = spawn('sh', ['-c', `${UNTIL_END}\n${script}`, 'sh', ...args], {
    // A signal to the whole process group must not kill the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as Socket).unref();
  return { cancel: () => void child.kill('SIGKILL') };
}
