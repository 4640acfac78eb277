import {
  BaseError,
  HttpRequestError,
  http,
  RpcError,
  RpcRequestError,
  TimeoutError,
  type Hex,
  toFunctionSelector,
} from 'viem';
import {
  isRangeRefused,
  NodeError,
  TIMED_OUT,
  TOO_LARGE,
  type NodeErrorKind,
  createRedactor,
} from './node-error.ts';
import { AnswerTooLarge, startPause, callRpc, dataAnswer, quantityAnswer, readAnswer } from './rpc.ts';
import type { ChainNode } from '../types.ts';

const RETRIES = 2;
const RETRY_DELAY_MS = 150;
/** JSON-RPC's code for an error inside the node. */
const INTERNAL_ERROR = -32603;

type NodeOptions = {
  /** Identifies the node in messages and logs; the URL stays secret. */
  name: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Timeout of one attempt; there are up to three attempts. */
  timeoutMs: number;
};

/** Client of a JSON-RPC endpoint over HTTP, without caching. Every failure is a `NodeError`. */
export function createNode({ name, url, headers = {}, timeoutMs }: NodeOptions): ChainNode {
  const redact = createRedactor(url, headers, name);
  const { request } = http(url, {
    fetchFn: fetchEnvelope,
    fetchOptions: { headers, redirect: 'error' },
    // viem would measure only what has been read already.
    maxResponseBodySize: false,
    // Retried below: viem would also retry a refused block range, which only a shorter one can answer.
    retryCount: 0,
    timeout: timeoutMs,
  })({});

  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await request({ method, params });
    } catch (error) {
      const { kind, detail, code, status } = explain(error);
      // viem's error contains the URL, so only its redacted message is kept as the cause.
      const cause = new Error(redact(error instanceof Error ? error.message : String(error)));
      const about = {
        node: name,
        method,
        cause,
        ...(code !== undefined && { code }),
        ...(status !== undefined && { status }),
      };
      throw new NodeError(kind, about, redact(detail));
    }
  };

  return {
    name,
    async request(method, params) {
      for (let left = RETRIES; ; left--) {
        try {
          return await ask(method, params);
        } catch (error) {
          if (left === 0 || !(error instanceof NodeError) || !mayRecover(error)) throw error;
          await startPause(RETRY_DELAY_MS * 2 ** (RETRIES - left)).over;
        }
      }
    },
  };
}

/** Whether the same call may succeed in a moment. A timed-out one has taken long enough. */
function mayRecover(error: NodeError): boolean {
  if (isRangeRefused(error) || error.detail === TIMED_OUT) return false;
  return error.kind === 'unreachable' || error.kind === 'rate-limited' || error.code === INTERNAL_ERROR;
}

/** The response is not a JSON-RPC envelope; java-tron rejects requests with such a body and HTTP 200. */
class InvalidEnvelope extends Error {}

// Reads the body within viem's timeout and drops the headers: a Retry-After could delay a scan for hours.
async function fetchEnvelope(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const text = await readAnswer(response);
  if (response.ok && !isEnvelope(text)) {
    if (/lack of computing resources|rate limit|too many requests/i.test(text)) {
      return new Response(null, { status: 429 });
    }
    throw new InvalidEnvelope(`no JSON-RPC answer: ${text.slice(0, 500)}`);
  }
  const { status, statusText } = response;
  return new Response(text, { status, statusText });
}

function isEnvelope(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer);
  } catch {
    return false;
  }
}

type Explained = { kind: NodeErrorKind; detail: string; code?: number; status?: number };

function explain(error: unknown): Explained {
  if (!(error instanceof BaseError)) throw error;
  const noEnvelope = error.walk((cause) => cause instanceof InvalidEnvelope);
  if (noEnvelope) return { kind: 'bad-answer', detail: noEnvelope.message, status: 200 };
  if (error.walk((cause) => cause instanceof AnswerTooLarge))
    return { kind: 'bad-answer', detail: TOO_LARGE, status: 200 };
  const rpc = error.walk((cause) => cause instanceof RpcRequestError);
  if (rpc instanceof RpcRequestError) return explainRpc(rpc);
  if (error instanceof RpcError) return { kind: 'rpc', detail: error.details, code: error.code };
  const request = error.walk((cause) => cause instanceof HttpRequestError);
  if (request instanceof HttpRequestError && request.status !== undefined) {
    const { status } = request;
    return { kind: kindOfStatus(status), detail: `HTTP ${status} ${request.details}`.trim(), status };
  }
  if (error.walk((cause) => cause instanceof TimeoutError)) return { kind: 'unreachable', detail: TIMED_OUT };
  return { kind: 'unreachable', detail: error.details || error.shortMessage };
}

function kindOfStatus(status: number): NodeErrorKind {
  if (status === 429 || status === 403) return 'rate-limited';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unreachable';
}

function explainRpc(error: RpcRequestError): Explained {
  const { code, details } = error;
  const limited =
    code === 429 || code === -32007 || /rate limit|requests? per second|daily request/i.test(details);
  return { kind: limited ? 'rate-limited' : 'rpc', detail: `${details} (${code})`, code };
}

const DECIMALS = toFunctionSelector('decimals()');
const MAX_DECIMALS = 255n;

/**
 * The node's chain id, and whether the token contract exists there; `decimals` is null when it has none. Throws
 * `NodeError`.
 */
export async function inspectNode(node: ChainNode, token: Hex) {
  const chainId = await callRpc(node, quantityAnswer, 'eth_chainId');
  const code = await callRpc(node, dataAnswer, 'eth_getCode', token, 'latest');
  const codeExists = code !== '0x';
  return { chainId, decimals: codeExists ? await readDecimals(node, token) : null, codeExists };
}

async function readDecimals(node: ChainNode, token: Hex): Promise<number | null> {
  try {
    const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data: DECIMALS }, 'latest');
    const decimals = answer.length === 66 ? BigInt(answer) : MAX_DECIMALS + 1n;
    return decimals <= MAX_DECIMALS ? Number(decimals) : null;
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc') return null;
    throw error;
  }
}

/**
 * The contract code at an address, one entry for each node of that chain that answers. A lagging node may
 * still answer `0x`. Nodes that fail or follow another chain are left out.
 */
export async function readCodes(nodes: readonly ChainNode[], chainId: number, address: Hex): Promise<Hex[]> {
  const codes = await Promise.all(nodes.map((node) => readFrom(node, chainId, address)));
  return codes.filter((code) => code !== null);
}

async function readFrom(node: ChainNode, chainId: number, address: Hex): Promise<Hex | null> {
  try {
    if ((await callRpc(node, quantityAnswer, 'eth_chainId')) !== chainId) return null;
    return await callRpc(node, dataAnswer, 'eth_getCode', address, 'latest');
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
