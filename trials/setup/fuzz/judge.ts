import { contract, errorNameOf, errors, type Endpoint, type EndpointName } from '@portside/contract';
import { CALL_HEADERS } from '../../../apps/server/src/platform/http/security-headers.ts';
import type { FuzzCall } from './calls.ts';

type FuzzAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** What is wrong with an answer; null for one that the contract allows. */
export function judge(call: FuzzCall, answer: FuzzAnswer): string | null {
  const { status, headers } = answer;
  const lacking = Object.keys(CALL_HEADERS).filter((name) => headers[name] === undefined);
  if (lacking.length > 0) return `${status} without ${lacking.join(', ')}`;
  if (call.statuses && !call.statuses.includes(status))
    return `${status} instead of ${call.statuses.join(' or ')}`;
  if (call.method === 'HEAD') return status >= 500 ? `${status}` : null;
  return status === 200 ? judgeData(call, answer) : judgeRefusal(call.operation.name, answer);
}

function judgeData({ operation, method }: FuzzCall, { headers, text }: FuzzAnswer): string | null {
  const endpoint: Endpoint = contract[operation.name];
  const type = String(headers['content-type']);
  // Belongs to another call with the same path.
  if (method !== operation.method) return null;
  if (!type.startsWith('application/json')) {
    const isPromised = endpoint.raw?.types.some((one) => type.startsWith(one));
    return isPromised ? null : `200 of the type ${type}`;
  }
  const body = parse(text) as { code?: unknown; data?: unknown } | null;
  if (body?.code !== 200) return '200 without the envelope';
  return endpoint.data.safeParse(body.data).success ? null : '200 with data outside the contract';
}

/** Calls that may answer `serverBusy`, because nodes of this world may not answer. */
const ASKS_NODES = new Set<EndpointName>(['rescanChain', 'resumeChain']);

const FIELDS = new Set(['code', 'message', 'data', 'faults', 'request_id']);

function judgeRefusal(operation: EndpointName, { status, headers, text }: FuzzAnswer): string | null {
  const body = parse(text) as { code?: number; message?: unknown; data?: unknown } | null;
  const name = typeof body?.code === 'number' ? errorNameOf(body.code) : undefined;
  if (!body || name === undefined) return `${status} without a code of the table: ${text.slice(0, 100)}`;
  if (name === 'serviceError') return `500: ${text.slice(0, 200)}`;
  if (name === 'serverBusy' && !ASKS_NODES.has(operation)) return '503, though nobody else calls';
  if (errors[name].status !== status) return `${status} with the code ${body.code}`;
  if (errors[name].isReserved) return `${status} with a reserved code`;
  if (body.data !== null || typeof body.message !== 'string') return `${status} without the envelope`;
  const unknown = Object.keys(body).filter((key) => !FIELDS.has(key));
  if (unknown.length > 0) return `${status} with ${unknown.join(', ')}`;
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined)
    return `${status} without retry-after`;
  if (status === 405 && !headers['allow']) return '405 without allow';
  return /node_modules|\.ts:\d|at async/.test(text) ? `${status} tells of the code` : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
