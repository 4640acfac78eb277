import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between viewers and the shop that cuts connections. */
type CuttingProxy = {
  readonly url: string;
  /** How many connections were cut. */
  readonly cuts: number;
  /** Cuts every open connection, also within a message. */
  cut(): void;
  stop(): Promise<void>;
};

export async function startCuttingProxy(targetUrl: string): Promise<CuttingProxy> {
  const port = Number(new URL(targetUrl).port);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((viewer) => {
    const shop = connect(port, '127.0.0.1');
    open.add(viewer);
    const end = (): void => {
      open.delete(viewer);
      viewer.destroy();
      shop.destroy();
    };
    for (const socket of [viewer, shop]) {
      socket.once('close', end);
      socket.on('error', end);
    }
    viewer.pipe(shop);
    shop.pipe(viewer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    cuts += open.size;
    for (const viewer of open) viewer.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cut,
    async stop() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
