/** Calls a method of a node. `Answer` is the method's known result type. Rejects with `RpcError` on an error answer. */
export type Rpc = <Answer>(method: string, ...params: unknown[]) => Promise<Answer>;

/** A JSON-RPC error answer. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function createRpc(url: string): Rpc {
  return async <Answer>(method: string, ...params: unknown[]): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as RpcAnswer<Answer>;
    if (answer.error) throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
    return answer.result;
  };
}

type RpcAnswer<Answer> =
  | { result: Answer; error?: never }
  | { error: { code: number; message: string; data?: unknown } };

/** Runs tasks sequentially in the order of the calls. A failing task does not stop the next. */
export type SerialQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
