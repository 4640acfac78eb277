import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RpcError } from './node/rpc.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export type JsonServer = { url: string; stop(): Promise<void> };
/** Answers the value to send as JSON; `undefined` is a 404. */
type JsonHandler = (path: string, body: string, query: URLSearchParams) => Promise<unknown>;

/** A small HTTP server on loopback. Allows cross-origin calls, since the payment page has another origin. */
export async function startJsonServer(port: number, handle: JsonHandler): Promise<JsonServer> {
  const server = createServer((request, response) => {
    answer(request, response, handle).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(JSON.stringify({ Error: error instanceof Error ? error.message : String(error) }));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${boundPort}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: JsonHandler,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*');
  if (request.method === 'OPTIONS') {
    response.end();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    chunks.push(chunk);
  }
  const url = new URL(request.url ?? '/', 'http://loopback');
  const content = await handle(url.pathname, Buffer.concat(chunks).toString(), url.searchParams);
  response.setHeader('content-type', 'application/json');
  if (content === undefined) response.statusCode = 404;
  response.end(JSON.stringify(content ?? { Error: `nothing at ${url.pathname}` }));
}

export type JsonRpcMethods = Record<string, (params: unknown[]) => Promise<unknown>>;

/** Answers a JSON-RPC request or batch from a table of methods; an unknown method gets "not found". */
export async function answerJsonRpc(body: string, methods: JsonRpcMethods): Promise<unknown> {
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return refusal(null, -32700, 'JSON parse error');
  }
  if (Array.isArray(request)) return Promise.all(request.map((one) => answerOne(one, methods)));
  return answerOne(request, methods);
}

async function answerOne(request: unknown, methods: JsonRpcMethods): Promise<unknown> {
  if (typeof request !== 'object' || request === null || !('method' in request)) {
    return refusal(null, -32600, 'invalid request');
  }
  const id = 'id' in request ? request.id : null;
  const name = String(request.method);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) return refusal(id, -32601, `the method ${name} does not exist/is not available`);
  const params = 'params' in request && Array.isArray(request.params) ? request.params : [];
  try {
    return { jsonrpc: '2.0', id, result: (await method(params)) ?? null };
  } catch (error) {
    if (error instanceof RpcError) return refusal(id, error.code, error.message, error.data);
    return refusal(id, -32603, error instanceof Error ? error.message : String(error));
  }
}

function refusal(id: unknown, code: number, message: string, data?: unknown) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}
