import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for several processes. */
type Balancer = { readonly url: string; stop(): Promise<void> };

/** Gives each connection to the next of the ports in turn, and to the one after it where nobody listens. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((caller) => {
    open.add(caller);
    caller.once('close', () => open.delete(caller)).on('error', () => caller.destroy());
    turn += 1;
    passOn(caller, ports, turn, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const caller of open) caller.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

function passOn(caller: Socket, ports: readonly number[], turn: number, triesLeft: number): void {
  if (caller.destroyed) return;
  if (triesLeft === 0) return void caller.resetAndDestroy();
  const shop = connect(ports[turn % ports.length]!, '127.0.0.1');
  let isConnected = false;
  shop.once('connect', () => {
    isConnected = true;
    caller.pipe(shop).pipe(caller);
    caller.once('close', () => shop.destroy());
  });
  shop.on('error', () => {
    shop.destroy();
    if (isConnected) caller.destroy();
    else passOn(caller, ports, turn + 1, triesLeft - 1);
  });
  shop.once('close', () => {
    // What the shop said before it ended still goes out.
    if (isConnected) caller.end();
  });
}
