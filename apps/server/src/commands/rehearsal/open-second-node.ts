import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Undo } from '../../start-in-steps.ts';

/** A second address of a local node, so that two must agree as in production. Returns its URL. */
export async function openSecondNode(rpcUrl: string, undo: Undo): Promise<string> {
  const { port, hostname } = new URL(rpcUrl);
  const server = createServer((asking) => {
    const node = connect(Number(port), hostname);
    asking.pipe(node).pipe(asking);
    for (const [one, other] of [
      [asking, node],
      [node, asking],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo(() => {
    server.close();
  });
  const url = new URL(rpcUrl);
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}
