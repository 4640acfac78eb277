import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeneratedChain } from './generated-chain.ts';

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/** The time, which a follower also asks for and which advances with each request. Null at the end. */
type AskTime = () => number | null;

type ServedChain = { readonly url: string; stop(): Promise<void> };

/** Serves the chain's nodes over HTTP, each under its name, and the shop's clock under `clock`. */
export async function serveChain(chain: GeneratedChain, askTime: AskTime): Promise<ServedChain> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const name = request.url!.slice(1);
      response.setHeader('content-type', 'application/json');
      if (name === 'clock') return response.end(JSON.stringify({ now: askTime() }));
      const { id, method, params } = JSON.parse(body) as Asked;
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: chain.answer(name, method, params) }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
