import { execFile } from 'node:child_process';
import { COMPILED } from './server.ts';

/**
 * Runs a script in a process of its own, which may kill itself at a crash point; resolves with its output, or null if
 * killed.
 */
export const runScript = (script: string, input: unknown): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
    execFile(process.execPath, [script, JSON.stringify(input)], { env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else if (error.signal === 'SIGKILL') resolve(null);
      else reject(new Error(`${script} failed: ${stderr}`));
    });
  });
