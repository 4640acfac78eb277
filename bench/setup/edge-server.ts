import { serveShop, listenOnLoopback } from './serve-shop.ts';
import { LAYERS, serveLayers, serveWholeEdge, type Layer } from './edge-layers.ts';
import { openShop } from './shop.ts';

/** A process with one server, so that its processor time is the server's cost. */
export type EdgeServerJob = {
  readonly databaseUrl: string;
  readonly serve: Layer | 'whole edge' | 'shop';
};
type EdgeServerMessage = { readonly port: number } | { readonly cpuMs: number };

process.on('message', (message: EdgeServerJob | 'cpu' | 'stop') => {
  if (message === 'stop') process.exit(0);
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMs: (user + system) / 1_000 } satisfies EdgeServerMessage);
    return;
  }
  void serve(message).then((port) => process.send!({ port } satisfies EdgeServerMessage));
});

async function serve({ databaseUrl, serve: what }: EdgeServerJob): Promise<number> {
  const { ctx } = await openShop({ url: databaseUrl });
  if (what === 'shop') return (await serveShop(ctx)).port;
  const isLayer = (LAYERS as readonly string[]).includes(what);
  return listenOnLoopback(isLayer ? await serveLayers(ctx, what as Layer) : await serveWholeEdge(ctx));
}
