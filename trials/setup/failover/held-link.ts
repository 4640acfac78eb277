import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** An address of this machine on which only a single other one is answered. */
type LinkEnd = { readonly here: string; readonly caller: string };
type Address = { readonly host: string; readonly port: number };

/** The network between a standby and its primary. */
export type HeldLink = {
  /** Where a standby finds its primary, one for each end. */
  readonly addresses: readonly Address[];
  /** While held, nothing comes through; what is under way is lost when it is cut. */
  hold(isHeld: boolean): void;
  cut(): void;
  stop(): void;
};

/** `primary` is asked at every connection. */
export async function startHeldLink(ends: readonly LinkEnd[], primary: () => Address): Promise<HeldLink> {
  const open = new Set<Socket>();
  let isHeld = false;
  const join = (standby: Socket): void => {
    const { host, port } = primary();
    const other = connect(port, host);
    for (const [socket, opposite] of [
      [standby, other],
      [other, standby],
    ] as const) {
      open.add(socket);
      if (isHeld) socket.pause();
      socket.on('data', (bytes) => opposite.write(bytes));
      socket.on('error', () => opposite.destroy());
      socket.once('close', () => {
        open.delete(socket);
        opposite.destroy();
      });
    }
  };
  const servers = await Promise.all(ends.map((end) => listen(end, join)));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    addresses: servers.map((server, index) => ({
      host: ends[index]!.here,
      port: (server.address() as AddressInfo).port,
    })),
    hold(wanted) {
      isHeld = wanted;
      for (const socket of open) void (wanted ? socket.pause() : socket.resume());
    },
    cut,
    stop() {
      cut();
      for (const server of servers) server.close();
    },
  };
}

async function listen({ here, caller }: LinkEnd, join: (standby: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    if (socket.remoteAddress === caller) join(socket);
    else socket.destroy();
  }).listen(0, here);
  await once(server, 'listening');
  return server;
}
