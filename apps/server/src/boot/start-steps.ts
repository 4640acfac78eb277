import type { Config } from '../config/config.ts';
import type { Sandbox } from '@portside/contract';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Prints what is being done and how long it took. */
export async function reportStep<T>(what: string, step: () => Promise<T>): Promise<T> {
  const start = performance.now();
  process.stdout.write(`  ${what} … `);
  const result = await step();
  print(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/** Prints the sign-ins of a sandbox. */
export function reportSandbox(signIns: Sandbox['sign_ins']): void {
  print('\n  This is a sandbox: test money on local chains, nothing leaves this machine.\n  Sign in as');
  for (const { role, username, password } of signIns)
    print(`    ${role.padEnd(10)} ${username.padEnd(10)} ${password}`);
}

/** Prints where the shop is served. */
export function reportReady({ publicUrl, dataDir, mode }: Config): void {
  print(`\n  The shop is open: ${publicUrl}`);
  if (mode === 'sandbox') print(`  E-mails (not sent, shown here): ${publicUrl}/sandbox?mails`);
  print(`  Data folder: ${dataDir}\n`);
}

/** Registers how to undo a completed step. */
export type Undo = (step: () => unknown) => void;

/** Starts in steps. When one fails, the completed ones are undone in reverse order; `stop` does the same. */
export async function startInSteps<T>(
  start: (undo: Undo) => Promise<T>,
): Promise<{ readonly started: T; stop(): Promise<void> }> {
  const steps: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of steps.splice(0).toReversed()) await step();
  };
  try {
    return { started: await start((step) => void steps.push(step)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
