import type { Config } from './config.ts';
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
  if (mode === 'sandbox') print(`  E-mails (not sent, shown here): ${publicUrl}/api/sandbox/mails`);
  print(`  Data folder: ${dataDir}\n`);
}
