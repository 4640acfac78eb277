import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The network between a standby and its primary. */
export type HeldLink = {
  readonly port: number;
  /** While held, nothing comes through; what is under way is lost when it is cut. */
  hold(isHeld: boolean): void;
  cut(): void;
  stop(): void;
};

/** `primaryPort` is asked at every connection. */
export async function startHeldLink(primaryPort: () => number): Promise<HeldLink> {
  const open = new Set<Socket>();
  let isHeld = false;
  const server = createServer((standby) => {
    const primary = connect(primaryPort(), '127.0.0.1');
    for (const [socket, other] of [
      [standby, primary],
      [primary, standby],
    ] as const) {
      open.add(socket);
      if (isHeld) socket.pause();
      socket.on('data', (bytes) => other.write(bytes));
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    hold(wanted) {
      isHeld = wanted;
      for (const socket of open) void (wanted ? socket.pause() : socket.resume());
    },
    cut,
    stop() {
      cut();
      server.close();
    },
  };
}
