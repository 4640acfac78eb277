import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
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
  const child = killAtExit(() =>
    spawn(anvilBinary(), args, { detached: true, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  try {
    const rpc = createRpc(await listeningUrl(child));
    await rpc('anvil_setLoggingEnabled', false);
    if (!startsAt) await setToPresent(rpc);
    return { rpc, pid: child.pid ?? 0, stop: () => stopChild(child) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/**
 * The next blocks have the present time. The node keeps whole seconds between its clock and the machine's, and would
 * stay a second behind if one ended while it starts or while the call is on its way.
 */
export async function setToPresent(rpc: Rpc): Promise<void> {
  const second = () => Math.floor(Date.now() / 1_000);
  let set: number;
  do await rpc('evm_setTime', (set = second()));
  while (set !== second());
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

let guard: ChildProcess | null = null;

/**
 * Kills the child when this process ends first, also by a signal that leaves it no time to do so itself. All children
 * share one guard, which runs before the first of them does.
 */
export function killAtExit<Child extends ChildProcess>(start: () => Child): Child {
  guard ??= startGuard();
  const child = start();
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    tellGuard();
  });
  tellGuard();
  return child;
}

/** Reads the ids of what runs, a line at each change; its input ends with the process that writes there. */
const KILL_AFTERWARDS = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill -9 $pids';

function startGuard(): ChildProcess {
  // Windows has no shell of that kind.
  process.once('exit', () => running.forEach((one) => one.kill('SIGKILL')));
  // In its own process group, so that no signal to all of this one's ends the guard.
  const child = spawn('sh', ['-c', KILL_AFTERWARDS], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.once('error', () => undefined).unref();
  child.stdin.once('error', () => undefined);
  (child.stdin as Socket).unref();
  return child;
}

const tellGuard = (): void => void guard?.stdin?.write(`${[...running].map(({ pid }) => pid).join(' ')}\n`);

const require = createRequire(import.meta.url);

/** Path of the EVM node's executable for this platform. Throws, naming the platform, when there is none. */
export function anvilBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  const cpu = architecture === 'x64' ? 'amd64' : architecture;
  const program = platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    // The executable itself, not npm's wrapper: a signal to the wrapper would leave the node running.
    return require.resolve(`@foundry-rs/anvil-${platform}-${cpu}/bin/${program}`);
  } catch (cause) {
    throw new Error(
      `The local chains need the npm package @foundry-rs/anvil-${platform}-${cpu}, which is not installed. ` +
        `Either npm left out optional packages, or there is none for ${platform} on ${architecture}.`,
      { cause },
    );
  }
}
