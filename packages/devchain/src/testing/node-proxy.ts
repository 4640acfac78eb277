import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

type RpcCall = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
/** The JSON-RPC envelope from the node behind. */
type Envelope = { result?: unknown; error?: unknown };
/** An HTTP answer; `body` is sent as it is where it is a text. */
export type Reply = { readonly status?: number; readonly body: unknown };
/** Changes or replaces an answer; null never answers. */
export type Misbehaviour = (
  call: RpcCall,
  forward: () => Promise<Envelope>,
) => Promise<Reply | null> | Reply | null;

export type NodeProxy = {
  readonly url: string;
  /** The methods it was asked for. */
  readonly asked: RpcCall[];
  misbehave: Misbehaviour;
  /** Refuses connections from now on. */
  stop(): Promise<void>;
};

/** Forwards the answer of the node behind unchanged. */
export const honest: Misbehaviour = async (_, forward) => ({ body: await forward() });

/** A node on loopback that forwards to a real one and misbehaves as configured. */
export async function startNodeProxy(target: string, misbehave: Misbehaviour = honest): Promise<NodeProxy> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${port}/`,
    asked: [],
    misbehave,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const call = JSON.parse(body) as RpcCall;
    proxy.asked.push(call);
    const forward = async (): Promise<Envelope> => {
      const answered = await fetch(target, { method: 'POST', body });
      return (await answered.json()) as Envelope;
    };
    const reply = await proxy.misbehave(call, forward);
    if (reply === null) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  }

  return proxy;
}

/** Answers like the real node, but gives only this many blocks of logs at once; the refusal is configurable. */
export const limitsRange =
  (most: number, refuse: (call: RpcCall) => Reply): Misbehaviour =>
  async (call, forward) => {
    if (call.method === 'eth_getLogs') {
      const { fromBlock, toBlock } = call.params[0] as { fromBlock: string; toBlock: string };
      if (Number(toBlock) - Number(fromBlock) + 1 > most) return refuse(call);
    }
    return { body: await forward() };
  };

/** Answers honestly after a delay. */
export const slow =
  (ms: number): Misbehaviour =>
  async (_, forward) => {
    await pause(ms);
    return { body: await forward() };
  };
