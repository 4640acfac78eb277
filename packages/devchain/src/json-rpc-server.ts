import { RpcError } from './node/rpc.ts';

export type JsonRpcMethods = Record<string, (params: unknown[]) => Promise<unknown>>;

/** Answers a JSON-RPC request or batch from a table of methods; other methods are answered as not found. */
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
