import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { anvilBinary } from './anvil-binary.ts';
import { createRpc, type Rpc } from './rpc.ts';

const START_LIMIT_MS = 10_000;
const STOP_LIMIT_MS = 3_000;

type Anvil = { rpc: Rpc; pid: number; stop(): Promise<void> };
type AnvilOptions = { chainId: number; gasIsFree: boolean; startsAt?: Date | undefined };

/** Starts an EVM node that mines only on request. Rejects with the node's last output when it does not start. */
export async function startAnvil({ chainId, gasIsFree, startsAt }: AnvilOptions): Promise<Anvil> {
  const free = gasIsFree
    ? ['--gas-price', '0', '--block-base-fee-per-gas', '0', '--gas-limit', '1000000000']
    : [];
  // prettier-ignore
  const args = [
    '--host', '127.0.0.1', '--port', '0', '--no-cors', '--color', 'never',
    '--chain-id', String(chainId), '--no-mining', '--auto-impersonate', '--accounts', '0',
    // Later forks write a history contract that grows with every block.
    '--hardfork', 'cancun',
    // Older states would be written to the home folder, one file per block; keeping more costs memory per block.
    '--prune-history', '16',
    '--no-request-size-limit', ...free,
    ...(startsAt ? ['--timestamp', String(Math.floor(startsAt.getTime() / 1_000))] : []),
  ];
  // In its own process group, so that Ctrl-C in a terminal does not end it before its state is saved.
  const child = spawn(anvilBinary(), args, {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtExit(child);
  try {
    const rpc = createRpc(await listeningUrl(child));
    await rpc('anvil_setLoggingEnabled', false);
    return { rpc, pid: child.pid ?? 0, stop: () => stopChild(child) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let words = '';
    const fail = (reason: string) =>
      reject(new Error(`The EVM node did not start: ${reason}\n${words}`.trim()));
    const timer = setTimeout(() => fail(`no answer within ${START_LIMIT_MS} ms`), START_LIMIT_MS);
    const listen = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4_000);
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(words)?.[1];
      if (!found) return;
      clearTimeout(timer);
      // The output is drained unread: a full pipe would block the node.
      child.stdout?.off('data', listen).resume();
      child.stderr?.off('data', listen).resume();
      resolve(`http://${found}`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`it ended with ${signal ?? code}`);
    });
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}

const running = new Set<ChildProcess>();

let isListening = false;

/**
 * Kills the child when this process exits first. All children share one listener: Node reports more than ten as a
 * leak, and two sets of local chains are ten nodes.
 */
export function killAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
  if (isListening) return;
  isListening = true;
  process.once('exit', () => running.forEach((one) => one.kill('SIGKILL')));
}
