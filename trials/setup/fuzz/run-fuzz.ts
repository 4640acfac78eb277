import { contract, type Endpoint, errorNameOf, errors, type EndpointName } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { CALL_HEADERS } from '../../../apps/server/src/platform/http/security-headers.ts';
import { imageForm, pngBytes } from '../../../apps/server/src/testing/image-form.ts';
import { createRandom, type Random } from '../random.ts';
import { edgeCalls, wrongCalls, type FuzzCall } from './calls.ts';
import type { Caller, FuzzWorld } from './open-world.ts';
import { operationsOf, type OpenApi, type Operation } from './operations.ts';

type FuzzOptions = {
  readonly seed: number;
  /** Wrong calls of each operation, chosen by the seed; null for all. */
  readonly each: number | null;
  /** Calls at the edges of each operation's texts, chosen by the seed; null for all. */
  readonly edges: number | null;
  /** The name of the one operation to call; null for all. */
  readonly only: string | null;
  say?(line: string): void;
};

type FuzzReport = {
  readonly operations: number;
  readonly calls: number;
  readonly faults: readonly string[];
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The slowest first. Times depend on the machine as well: the caller decides whether they are faults. */
  readonly slowest: readonly { readonly ms: number; readonly call: string }[];
};

const SLOWEST = 10;

/**
 * Sends wrong calls of every operation that the shop's document names, and checks each answer. The seed repeats them.
 */
export async function runFuzz(
  world: FuzzWorld,
  { seed, each, edges: ofEdges, only, say }: FuzzOptions,
): Promise<FuzzReport> {
  const { body } = await world.shop.call('GET', '/api/openapi.json');
  const operations = operationsOf(body as OpenApi).filter(({ name }) => only === null || name === only);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let slowest: { ms: number; call: string }[] = [];
  let calls = 0;
  for (const [index, operation] of operations.entries()) {
    // Seeded by name, so that `only` repeats what was sent among all.
    const random = createRandom(seed * 10_007 + hashOf(operation.name));
    const chosenOf = (calls: Iterable<FuzzCall>, count: number | null): readonly FuzzCall[] =>
      count === null ? [...calls] : random.shuffle([...calls]).slice(0, count);
    const chosen = chosenOf(wrongCalls(operation, world.known, random), each);
    const edges = new Set(chosenOf(edgeCalls(operation, world.known, random), ofEdges));
    for (const call of [...chosen, ...edges]) {
      const isWrongCaller = !edges.has(call) && random.chance(0.1);
      const caller = isWrongCaller ? random.pick(OTHERS) : callerOf(operation, random);
      const { status, fault, ms } = await tryCall(world, caller, call);
      calls += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const told = `${call.method} ${call.url.slice(0, 200)} (${operation.name}, as ${caller}): ${call.what}`;
      if (fault !== null) faults.push(`${told}: ${fault}`);
      if (fault !== null) say?.(`FAULT ${faults.at(-1)}`);
      slowest.push({ ms, call: told });
      if (slowest.length > 10 * SLOWEST) slowest = slowestOf(slowest);
    }
    if (index % 20 === 19) say?.(`${index + 1} of ${operations.length} operations, ${calls} calls`);
  }
  return { operations: operations.length, calls, faults, statuses, slowest: slowestOf(slowest) };
}

const slowestOf = <T extends { readonly ms: number }>(calls: readonly T[]): T[] =>
  calls.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);

const hashOf = (name: string): number =>
  Array.from(name).reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7) >>> 0;

const OTHERS = ['visitor', 'buyer', 'payer'] as const;

/** A caller who may make the call. */
function callerOf({ name }: Operation, random: Random): Caller {
  const { access }: Endpoint = contract[name];
  if (access === 'visitor') return random.pick(['visitor', 'buyer'] as const);
  if (access === 'payer') return random.pick(['buyer', 'payer'] as const);
  return access === 'user' ? 'buyer' : 'owner';
}

/** So that one unanswered call does not end the run. */
const HANGS_AFTER_MS = 60_000;

/** Codes that mean that the caller's own session or profile no longer works. */
const USELESS = new Set([401, 200_002, 300_016, 300_017, 300_018]);

async function tryCall({ shop, headersOf, forget }: FuzzWorld, caller: Caller, call: FuzzCall) {
  const form = call.operation.takesImage && call.body === undefined ? await imageForm(pngBytes()) : null;
  const started = performance.now();
  const asked = shop.app.http.inject({
    method: call.method as 'GET',
    url: call.url,
    headers: { ...(await headersOf(caller)), ...form?.headers, ...call.headers },
    ...(form ? { payload: form.payload } : call.body !== undefined && { payload: call.body }),
  });
  const answer = await Promise.race([asked, sleep(HANGS_AFTER_MS, null, { ref: false })]);
  if (answer === null) return { status: 0, ms: HANGS_AFTER_MS, fault: 'no answer' };
  const ms = performance.now() - started;
  const { statusCode: status, headers, body: text } = answer;
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (isJson && status >= 400 && text !== '' && USELESS.has((JSON.parse(text) as { code: number }).code))
    forget(caller);
  return { status, ms, fault: judge(call, { status, headers, text }) };
}

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
