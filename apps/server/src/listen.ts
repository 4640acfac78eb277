import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import type { MetricsConfig } from './config-parts.ts';
import { StartError } from './platform/start-error.ts';

type ListenAddress = { readonly host: string; readonly port: number };
type Listening = ListenAddress & { readonly metrics: MetricsConfig | null };

/** Starts to accept calls. Throws a StartError where that is not possible. */
export async function listen(app: App, { host, port, metrics }: Listening): Promise<void> {
  await listenOn(app.http, { host, port });
  if (app.metricsHttp && metrics?.port != null) await listenOn(app.metricsHttp, { host, port: metrics.port });
}

async function listenOn(http: FastifyInstance, address: ListenAddress): Promise<void> {
  try {
    await http.listen(address);
  } catch (error) {
    throw cannotListen(address, error);
  }
}

function cannotListen({ host, port }: ListenAddress, error: unknown): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use. Stop what uses it, or set PORT to another number.`, error);
  return new StartError(`HOST or PORT: the shop cannot listen on ${host}:${port} (${message})`, error);
}
