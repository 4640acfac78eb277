import { NETWORKS, type Network } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Undo } from '../../start-in-steps.ts';

/** An address of a local chain that can be taken off and put on again, as if a provider were down. */
type RehearsedNode = {
  readonly rpcUrl: string;
  /** TRON's HTTP API; null on other networks. */
  readonly httpUrl: string | null;
  /** Breaks off its connections and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

export type RehearsedNodes = Readonly<Record<Network, readonly [RehearsedNode, RehearsedNode]>>;

/**
 * Two nodes for every local chain, so that two must agree as in production. Both lead to the same chain: a local chain
 * has no peers, so either can be lost, but they cannot disagree.
 */
export async function openNodes({ chains }: Pick<Devchain, 'chains'>, undo: Undo): Promise<RehearsedNodes> {
  const opened: [Network, readonly [RehearsedNode, RehearsedNode]][] = [];
  for (const network of NETWORKS)
    opened.push([network, [await openNode(chains[network], undo), await openNode(chains[network], undo)]]);
  return Object.fromEntries(opened) as RehearsedNodes;
}

type NodeUrls = { readonly rpcUrl: string; readonly httpUrl: string | null };

async function openNode({ rpcUrl, httpUrl }: NodeUrls, undo: Undo): Promise<RehearsedNode> {
  const { port, hostname } = new URL(rpcUrl);
  const sockets = new Set<Socket>();
  const server = createServer((asking) => {
    const node = connect(Number(port), hostname);
    asking.pipe(node).pipe(asking);
    for (const [one, other] of [
      [asking, node],
      [node, asking],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  undo(stop);
  return {
    rpcUrl: atPort(rpcUrl, own),
    httpUrl: httpUrl && atPort(httpUrl, own),
    stop,
    start: async () => (server.listening ? undefined : listen(own)),
  };
}

function atPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}
