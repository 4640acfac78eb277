export type NodeErrorKind = 'unreachable' | 'rate-limited' | 'bad-answer' | 'rpc';

/** The one way a node fails. Its text names the node, never its URL, which may hold an API key. */
export class NodeError extends Error {
  readonly kind: NodeErrorKind;
  readonly node: string;
  readonly method: string;
  /** JSON-RPC error code, for kind `rpc`. */
  readonly code: number | null;

  constructor(
    kind: NodeErrorKind,
    about: { node: string; method: string; code?: number; cause?: unknown },
    detail: string,
  ) {
    super(`Node ${about.node}, ${about.method}: ${detail}`, { cause: about.cause });
    this.name = 'NodeError';
    this.kind = kind;
    this.node = about.node;
    this.method = about.method;
    this.code = about.code ?? null;
  }
}

/** Whether fewer blocks might be answered: nodes limit the blocks, the logs and the bytes of one question. */
export function asksForTooMuch(error: NodeError): boolean {
  if (error.method !== 'eth_getLogs') return false;
  if (error.kind === 'rpc' && error.code === -32005) return true;
  return /block range|range (is )?too (large|wide)|too many (results|logs)|query returned more than|response.*(too large|size)/i.test(
    error.message,
  );
}
