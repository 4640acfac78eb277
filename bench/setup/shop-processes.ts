import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitUntilOpen } from '../../apps/server/src/testing/multi-process-shop.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));

type ShopProcess = { readonly pid: number; readonly host: string; readonly port: number };

/** Where a process runs: on this host, or in a network namespace of it with an address of its own. */
type Place = { readonly namespace?: string; readonly host: string; readonly port: number };

/** Starts a process of the shop in each place; resolves when all accept calls. */
export async function startShopProcesses(
  settings: Readonly<Record<string, string | undefined>>,
  places: readonly Place[],
): Promise<{ readonly processes: readonly ShopProcess[]; stop(): Promise<void> }> {
  const children: ChildProcess[] = [];
  const processes: ShopProcess[] = [];
  // One after the other: the first migrates the database.
  for (const { namespace, host, port } of places) {
    const command = [process.execPath, MAIN];
    const [program, ...args] =
      namespace === undefined ? command : ['ip', 'netns', 'exec', namespace, ...command];
    const child = spawn(program!, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...settings, HOST: host, PORT: String(port) },
    });
    children.push(child);
    await waitUntilOpen(child);
    processes.push({ pid: child.pid!, host, port });
  }
  return {
    processes,
    async stop() {
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
