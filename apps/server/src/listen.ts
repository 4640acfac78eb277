import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { App } from './app.ts';
import { StartError } from './platform/start-error.ts';

type Place = { readonly host: string; readonly port: number };

/** Takes calls. With `reusePort` other processes of the shop listen there too, and the system shares the calls out. */
export async function listen(app: App, place: Place & { readonly reusePort?: boolean }): Promise<void> {
  try {
    await app.http.listen(place);
  } catch (error) {
    throw cannotListen(place, error);
  }
}

/**
 * Finds out that the workers can listen there together and that nobody else does, whom they would share their
 * calls with unnoticed. Answers the port, chosen by the system where it was 0.
 */
export async function probeSharedPort(place: Place): Promise<number> {
  const port = await probe({ ...place, reusePort: false });
  return probe({ ...place, port, reusePort: true });
}

async function probe(place: Place & { readonly reusePort: boolean }): Promise<number> {
  const server = createServer();
  try {
    server.listen(place);
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(place, error);
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function cannotListen({ host, port }: Place, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another number.`, error);
  if (code === 'ENOTSUP')
    return new StartError('WORKERS: on this system processes cannot share a port; leave it at 1.', error);
  return new StartError(`HOST or PORT: the shop cannot listen on ${host}:${port} (${message})`, error);
}
