import { spawnSync } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';

/** A host of its own in a network namespace: `inside` is its address, `outside` the other end of its cable. */
export type NamespaceHost = { readonly namespace: string; readonly inside: string; readonly outside: string };

/** Two hosts, each joined to this one by a cable of its own. Needs root and Debian's iproute2. */
export function makeHosts(): { readonly hosts: readonly NamespaceHost[]; remove(): void } {
  const hosts = [1, 2].map((n) => ({
    namespace: `portside-${process.pid}-${n}`,
    inside: `10.77.${n}.2`,
    outside: `10.77.${n}.1`,
  }));
  for (const [index, { namespace, inside, outside }] of hosts.entries()) {
    const [here, there] = [
      `ps${index}a${process.pid}`.slice(0, 15),
      `ps${index}b${process.pid}`.slice(0, 15),
    ];
    ip('netns', 'add', namespace);
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace);
    ip('addr', 'add', `${outside}/24`, 'dev', here);
    ip('link', 'set', here, 'up');
    ip('-n', namespace, 'addr', 'add', `${inside}/24`, 'dev', there);
    ip('-n', namespace, 'link', 'set', there, 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }
  return { hosts, remove: () => hosts.forEach(({ namespace }) => ip('netns', 'del', namespace)) };
}

function ip(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Lets hosts reach a server that listens on this machine's loopback only, under the same port. */
export async function forward(port: number, hosts: readonly NamespaceHost[]): Promise<() => void> {
  const servers = await Promise.all(
    hosts.map(
      ({ outside }) =>
        new Promise<Server>((resolve, reject) => {
          const server = createServer((inner) => {
            const outer = connect(port, '127.0.0.1');
            inner.pipe(outer).pipe(inner);
            const end = (): void => void (inner.destroy(), outer.destroy());
            inner.on('error', end).on('close', end);
            outer.on('error', end).on('close', end);
          });
          server.once('error', reject).listen(port, outside, () => resolve(server));
        }),
    ),
  );
  return () => servers.forEach((server) => server.close());
}
