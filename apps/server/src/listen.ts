import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { App } from './app.ts';
import { StartError } from './platform/start-error.ts';

type ListenAddress = { readonly host: string; readonly port: number };

/**
 * Starts to accept calls. With `reusePort` several processes listen there, and the system distributes the calls.
 * Throws a StartError where that is not possible.
 */
export async function listen(
  app: App,
  address: ListenAddress & { readonly reusePort?: boolean },
): Promise<void> {
  try {
    await app.http.listen(address);
  } catch (error) {
    throw cannotListen(address, error);
  }
}

/**
 * Makes sure that the workers can share the port and that no other program listens there, which would silently get
 * some of their calls. Returns the port, chosen by the system for 0. Throws a StartError otherwise.
 */
export async function probeSharedPort(address: ListenAddress): Promise<number> {
  const port = await probe({ ...address, reusePort: false });
  return probe({ ...address, port, reusePort: true });
}

async function probe(address: ListenAddress & { readonly reusePort: boolean }): Promise<number> {
  const server = createServer();
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(address, error);
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function cannotListen({ host, port }: ListenAddress, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another number.`, error);
  if (code === 'ENOTSUP')
    return new StartError('WORKERS: on this system processes cannot share a port; leave it at 1.', error);
  return new StartError(`HOST or PORT: the shop cannot listen on ${host}:${port} (${message})`, error);
}
