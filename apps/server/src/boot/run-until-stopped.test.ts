import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FORCED_STOP } from './run-until-stopped.ts';

const LONGEST_MS = 300;

/** Asks a process to stop whose stop is `body`; what it said and how it ended. */
async function stopOne(body: string): Promise<{ said: string; code: number | null }> {
  const script = `
    import { runUntilStopped } from ${JSON.stringify(join(import.meta.dirname, 'run-until-stopped.ts'))};
    setInterval(() => undefined, 1_000);
    await runUntilStopped(async () => ({ stop: async () => { ${body} } }), ['SIGTERM'], ${LONGEST_MS});
    process.stdout.write('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { said, code: code as number | null };
}

test('a stop that does not end is forced in time, and says so', async () => {
  const { said, code } = await stopOne('await new Promise(() => undefined);');
  expect(said).toContain(FORCED_STOP);
  expect(code).toBe(0);
});

test('a stop that ends prints nothing; one that fails exits with 1, and says why', async () => {
  expect(await stopOne('')).toEqual({ said: '', code: 0 });
  const { said, code } = await stopOne('throw new Error("the database is gone");');
  expect(said).toContain('the database is gone');
  expect(code).toBe(1);
});
