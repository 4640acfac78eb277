export type NodeErrorKind = 'unreachable' | 'rate-limited' | 'bad-answer' | 'rpc';

/** The only error a node call throws. The message has the node's name, never its URL, which may hold an API key. */
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

/** Whether a shorter block range might succeed: nodes limit the blocks, logs and bytes of one `eth_getLogs`. */
export function isRangeRefused(error: NodeError): boolean {
  if (error.method !== 'eth_getLogs') return false;
  if (error.kind === 'rpc' && error.code === -32005) return true;
  return /block range|range (is )?too (large|wide)|too many (results|logs)|query returned more than|response.*(too large|size)/i.test(
    error.message,
  );
}
