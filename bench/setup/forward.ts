import { connect, createServer, type Server } from 'node:net';
import type { NamespaceHost } from './namespace-hosts.ts';

/** Lets hosts reach a server that listens on this machine's loopback only, under the same port. */
export async function forward(port: number, hosts: readonly NamespaceHost[]): Promise<() => void> {
  const servers = await Promise.all(
    hosts.map(
      ({ inside, outside }) =>
        new Promise<Server>((resolve, reject) => {
          const server = createServer((inner) => {
            // A neighbour of this machine could send to that address, too.
            if (inner.remoteAddress !== inside) {
              inner.destroy();
              return;
            }
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
