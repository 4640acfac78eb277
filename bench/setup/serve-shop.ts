import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { createApp, type App } from '../../apps/server/src/compose/app.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { boundHeapGrowth } from '../../apps/server/src/boot/run-until-stopped.ts';

/** Serves the whole shop over HTTP and returns its port: no rate limits, no e-mails, no chains. */
export async function serveShop(
  ctx: Ctx,
  pagesFolder: string | null = null,
): Promise<{ app: App; port: number }> {
  boundHeapGrowth();
  const options = {
    publicUrl: 'http://localhost',
    trustedProxies: [],
    perMinute: null,
    pagesFolder,
  };
  const ports = {
    ...ctx,
    mailer: { send: () => Promise.resolve() },
    telegram: null,
    chains: {},
    sandbox: null,
  };
  const app = await createApp(options, ports);
  return { app, port: await listenOnLoopback(app.http) };
}

/** Resolves with its port. */
export async function listenOnLoopback(http: FastifyInstance): Promise<number> {
  await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}
