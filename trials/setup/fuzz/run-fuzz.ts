import { contract, type Endpoint } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { imageForm, pngBytes } from '../../../apps/server/src/testing/image-form.ts';
import { createRandom, type Random } from '../random.ts';
import { edgeCalls, wrongCalls, type FuzzCall } from './calls.ts';
import { judge } from './judge.ts';
import type { Caller, FuzzWorld } from './open-world.ts';
import { operationsOf, type OpenApi, type Operation } from './operations.ts';

type FuzzOptions = {
  readonly seed: number;
  /** Wrong calls of each operation, chosen by the seed, besides all at the edges of its texts; null for all. */
  readonly each: number | null;
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
export async function runFuzz(world: FuzzWorld, { seed, each, only, say }: FuzzOptions): Promise<FuzzReport> {
  const { body } = await world.shop.call('GET', '/api/openapi.json');
  const operations = operationsOf(body as OpenApi).filter(({ name }) => only === null || name === only);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let slowest: { ms: number; call: string }[] = [];
  let calls = 0;
  for (const [index, operation] of operations.entries()) {
    // Seeded by name, so that `only` repeats what was sent among all.
    const random = createRandom(seed * 10_007 + hashOf(operation.name));
    const all = [...wrongCalls(operation, world.known, random)];
    const chosen = each === null ? all : random.shuffle(all).slice(0, each);
    const edges = new Set(edgeCalls(operation, world.known, random));
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
