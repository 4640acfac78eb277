import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import { startGuard } from './guard.ts';

/**
 * A host of its own in a network namespace, joined to this machine by a cable and to nothing else: `inside` is its
 * address, `outside` this machine's end of the cable.
 */
export type NamespaceHost = {
  readonly namespace: string;
  readonly inside: string;
  readonly outside: string;
  /** Unplugs the cable, or plugs it in again. The host keeps running, and neither side is told. */
  plug(isIn: boolean): void;
};

export type NamespaceHosts = {
  readonly hosts: readonly NamespaceHost[];
  /** Kills everything on them. Happens by itself when this process ends, even by SIGKILL. */
  remove(): void;
};

/** Why this process cannot make such hosts; null if it can. */
export function whyNoHosts(): string | null {
  if (spawnSync('ip', ['-V']).error !== undefined) return 'iproute2 is missing';
  if (userInfo().uid !== 0) return 'root is needed';
  try {
    makeHosts(1).remove();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Needs root and Debian's iproute2. */
export function makeHosts(count: number): NamespaceHosts {
  const run = randomBytes(3).toString('hex');
  const namespaces = Array.from({ length: count }, (_, index) => `portside-${run}-${index + 1}`);
  const guard = startGuard(REMOVE, namespaces);
  const remove = (): void => {
    process.off('exit', remove);
    for (const namespace of namespaces) removeHost(namespace);
    guard.cancel();
  };
  process.once('exit', remove);
  try {
    return {
      hosts: namespaces.map((namespace, index) => makeHost(namespace, `ps${run}${index + 1}`)),
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Without a default route and on a net of two addresses: only this machine can reach it. */
function makeHost(namespace: string, cable: string): NamespaceHost {
  const net = findFreeNet();
  const [outside, inside] = [net(1), net(2)];
  const [here, there] = [`${cable}a`, `${cable}b`];
  ip('netns', 'add', namespace);
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace);
  ip('addr', 'add', `${outside}/30`, 'dev', here);
  ip('link', 'set', here, 'up');
  ip('-n', namespace, 'addr', 'add', `${inside}/30`, 'dev', there);
  ip('-n', namespace, 'link', 'set', 'lo', 'up');
  // The host's own end: if only this machine's end were down, packets to the host would leave by the default route.
  const plug = (isIn: boolean): void => void ip('-n', namespace, 'link', 'set', there, isIn ? 'up' : 'down');
  plug(true);
  return { namespace, inside, outside, plug };
}

const TRIES = 50;

/** Four addresses to which this machine has no route yet, each by its number. */
function findFreeNet(): (number: number) => string {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [third, fourth] = [randomInt(256), 4 * randomInt(64)];
    const net = (number: number): string => `10.77.${third}.${fourth + number}`;
    const routes = ip('-o', 'route', 'show', 'to', 'match', net(0)).split('\n');
    if (routes.every((route) => route === '' || route.startsWith('default'))) return net;
  }
  throw new Error('no addresses are free in 10.77.0.0/16');
}

/** The cable goes with its namespace. */
function removeHost(namespace: string): void {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' });
  for (const pid of stdout?.split('\n').filter(Boolean) ?? []) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Has just ended by itself.
    }
  }
  spawnSync('ip', ['netns', 'del', namespace]);
}

/** A kill leaves this process no time to remove them. */
const REMOVE = `
for namespace in "$@"; do
  pids=$(ip netns pids "$namespace") && { [ -z "$pids" ] || kill -9 $pids; ip netns del "$namespace"; }
done`;

function ip(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}
