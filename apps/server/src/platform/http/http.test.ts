import { contract, SupportEmail, type EndpointName, paths } from '@portside/contract';
import fc from 'fast-check';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createWorld } from '../../testing/world.ts';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import { Refusal } from '../refusal.ts';
import { systemClock } from '../clock.ts';
import { hasDoubledKey } from './parse-json.ts';
import { createHttp } from './http.ts';
import { compileSerializer } from './validation.ts';
import { AnswerCache } from './answer-cache.ts';
import { bindRoutes } from './routes.ts';

async function createCounted(hub: HubLink, perMinute: number) {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: ['127.0.0.1'], perMinute, hub });
  for (const path of ['/one', '/two']) http.get(path, () => ({ code: 200 }));
  http.get('/strict', { config: { perMinute: 2 } }, () => ({ code: 200 }));
  return async (url: string, address = '203.0.113.1') => {
    const { statusCode, headers } = await http.inject({ url, headers: { 'x-forwarded-for': address } });
    return { status: statusCode, retryAfter: headers['retry-after'] };
  };
}

test('a limit holds over all that share a hub, per address, and says when to retry', async () => {
  const hub = new Hub();
  const [one, other] = [await createCounted(hub, 4), await createCounted(hub, 4)];
  for (const ask of [one, other, one, other]) expect((await ask('/one')).status).toBe(200);
  for (const ask of [one, other]) {
    const { status, retryAfter } = await ask('/two');
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  expect((await one('/one', '203.0.113.2')).status).toBe(200);
});

test('an endpoint with its own limit has its own counter, shared too', async () => {
  const hub = new Hub();
  const [one, other] = [await createCounted(hub, 100), await createCounted(hub, 100)];
  const answers = [await one('/strict'), await other('/strict'), await one('/strict'), await other('/one')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
});

test('one IPv6 network is one caller, and a call is counted once, also where only its headers are asked for', async () => {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: ['127.0.0.1'], perMinute: 10 });
  http.get('/', () => ({ code: 200 }));
  const ask = async (method: 'GET' | 'HEAD', address: string) => {
    const { headers } = await http.inject({ method, url: '/', headers: { 'x-forwarded-for': address } });
    return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']];
  };
  expect(await ask('GET', '2001:db8::1')).toEqual(['10', '9', '60']);
  expect(await ask('HEAD', '2001:db8::2')).toEqual(['10', '8', '60']);
  expect(await ask('GET', '2001:db8:0:1::1')).toEqual(['10', '9', '60']);
});

test('a call is counted before its other hooks, and one that is refused by them too', async () => {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: [], perMinute: 2 });
  http.get('/', { onRequest: async () => Promise.reject(new Refusal('notSignedIn')) }, () => ({ code: 200 }));
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await http.inject('/')).statusCode);
  expect(statuses).toEqual([401, 401, 429]);
});

test('a connection that is reset before its call is read makes no failure', async () => {
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) });
  const http = await createHttp({ log, trustedProxies: [], perMinute: 100_000 });
  http.get('/', () => 'ok');
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const reset = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5), () => socket.resetAndDestroy()),
      );
      socket.once('close', () => resolve());
    });
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, reset));
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  await http.close();
  expect(failures).toEqual([]);
});

/** A route whose answers the test gives, one reading at a time. */
function open(budgetMs = Infinity) {
  const answers = new AnswerCache(systemClock, budgetMs);
  const readings: ((text: string) => void)[] = [];
  const read = (): Promise<string> => new Promise((resolve) => void readings.push(resolve));
  const app = Fastify();
  atEndOfFile(() => app.close());
  app.get('/', (request, reply) =>
    answers.send(request as FastifyRequest, reply as unknown as FastifyReply, 'key', read),
  );
  const get = async () => (await app.inject({ method: 'GET', url: '/' })).body;
  const readingsAre = (count: number) => expect.poll(() => readings.length).toBe(count);
  return { answers, readings, get, readingsAre };
}

test('callers share one reading, and then its answer', async () => {
  const { readings, get, readingsAre } = open();
  const both = [get(), get()];
  await readingsAre(1);
  readings[0]!('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  expect(await get()).toBe('first');
  expect(readings).toHaveLength(1);
});

test('a reading that began before an admin’s change is no answer to who asks after it', async () => {
  const { answers, readings, get, readingsAre } = open();
  const before = get();
  await readingsAre(1);
  answers.invalidate('admin');
  const after = get();
  await readingsAre(2);
  readings[1]!('new');
  expect(await after).toBe('new');
  readings[0]!('old');
  expect(await before).toBe('old');
  expect(await get()).toBe('new');
});

test('stock that changed while it was read is read again', async () => {
  const { answers, readings, get, readingsAre } = open();
  const first = get();
  await readingsAre(1);
  answers.invalidate('stock');
  readings[0]!('three');
  await first;
  const next = get();
  await readingsAre(2);
  readings[1]!('two');
  expect(await next).toBe('two');
});

test('where there is no time for it, a change of stock waits, but not an admin’s', async () => {
  const { answers, readings, get, readingsAre } = open(0);
  const first = get();
  await readingsAre(1);
  readings[0]!('three');
  await first;
  answers.invalidate('stock');
  answers.invalidate('admin');
  const next = get();
  await readingsAre(2);
  readings[1]!('two');
  expect(await next).toBe('two');
});

test('a reading that fails is not cached', async () => {
  const { readings, get, readingsAre } = open();
  const failing = get();
  await readingsAre(1);
  readings[0]!(null as never);
  expect(await failing).toContain('500');
  const next = get();
  await readingsAre(2);
  readings[1]!('there');
  expect(await next).toBe('there');
});

const MAX_AGE_MS = 60_000;
const NONE = { items: [], next_cursor: null, total: null };

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

test('what a caller answered with 304 began to read is the answer of the next one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ctx } = await createWorld();
  const readings: (() => void)[] = [];
  const read = () => new Promise((resolve) => void readings.push(() => resolve(NONE)));
  const names = Object.keys(paths) as EndpointName[];
  const app = Fastify({ routerOptions: { maxParamLength: 500 } });
  atEndOfFile(() => app.close());
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(compileSerializer);
  bindRoutes(app, Object.fromEntries(names.map((name) => [name, read])) as never, {
    limitFactor: 1,
    contextOf: () => ({ ...ctx }),
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    authenticateBlocked: () => Promise.reject(new Error('nobody signs in here')),
    cache: {
      answers: new AnswerCache(systemClock, Infinity, MAX_AGE_MS),
      isCacheable: (name) => name === 'listCategories',
    },
  });
  const get = async (etag?: string) =>
    await app.inject({
      method: 'GET',
      url: '/api/categories',
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    });
  const readingsAre = async (count: number) => {
    while (readings.length < count) await nextTurn();
  };

  const first = get();
  await readingsAre(1);
  readings[0]!();
  const etag = (await first).headers['etag'] as string;
  vi.advanceTimersByTime(0.75 * MAX_AGE_MS);
  expect((await get(etag)).statusCode).toBe(304);
  await readingsAre(2);
  vi.advanceTimersByTime(0.75 * MAX_AGE_MS);
  const next = get();
  await nextTurn();
  readings[1]!();
  const { statusCode, body } = await next;
  expect([statusCode, JSON.parse(body)]).toEqual([200, { code: 200, message: 'ok', data: NONE }]);
});

describe('JSON', () => {
  const isDoubled = (text: string): boolean => hasDoubledKey(text, JSON.parse(text));

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{"c":[{"d":1,"d":1}]}}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"\"":1,"\u0022":2}`,
    '{"a" \n\t\r :1,"a"\t: 2}',
    '{"":1,"":2}',
    '[[{"a":{},"a":[]}]]',
    '{"1":"x","1":"y"}',
  ])('%s names a key twice', (text) => {
    expect(isDoubled(text)).toBe(true);
  });

  test.each([
    '{"a":1,"A":2}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":":"}}}',
    String.raw`{"a":"\"a\":1","b":"\\"}`,
    String.raw`{"a\\":1,"a\\\"":2}`,
    String.raw`["a\":", "\\", ":"]`,
    '"a"',
    '":"',
    '7',
    'null',
    '{}',
  ])('%s names each key once', (text) => {
    expect(isDoubled(text)).toBe(false);
  });

  test('no JSON that was written from a value is refused, and each with one key more is', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.string(),
        fc.integer({ min: 0, max: 3 }),
        (value, key, space) => {
          expect(isDoubled(JSON.stringify(value, null, space))).toBe(false);
          const name = JSON.stringify(key);
          const inner = JSON.stringify(value, null, space);
          expect(isDoubled(`{${name}:${inner},"other":0,${name}:${inner}}`)).toBe(true);
        },
      ),
    );
  });

  test('a text nested deeper than the stack is counted', () => {
    const depth = 200_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    let value: unknown[] = [];
    for (let level = 1; level < depth; level += 1) value = [value];
    expect(hasDoubledKey(nested, value)).toBe(false);
  });
});

describe('serialising', () => {
  type Json = {
    readonly type?: string;
    readonly enum?: readonly unknown[];
    readonly anyOf?: readonly Json[];
    readonly oneOf?: readonly Json[];
    readonly properties?: Readonly<Record<string, Json>>;
    readonly additionalProperties?: Json;
    readonly required?: readonly string[];
    readonly items?: Json;
  };

  const PLANTED = 'planted';

  /** A value of the schema, with a field in each object that the schema does not name. */
  function plant({ type, enum: values, anyOf, oneOf = anyOf, properties, items, ...record }: Json): unknown {
    if (values) return values[0];
    if (oneOf) return plant(oneOf[0]!);
    if (properties)
      return {
        [PLANTED]: PLANTED,
        ...Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, plant(one)])),
      };
    if (type === 'object') {
      const keys = record.required ?? ['key'];
      return Object.fromEntries(keys.map((key) => [key, plant(record.additionalProperties!)]));
    }
    if (items) return [plant(items), plant(items)];
    return type === 'string' ? 'text' : type === 'boolean' ? true : 7;
  }

  const withoutPlanted = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, one: unknown) => (key === PLANTED ? undefined : one));

  test.each(Object.keys(contract) as EndpointName[])(
    '%s answers with all its fields and no others',
    (name) => {
      const { data } = contract[name] as { data: z.ZodMiniType };
      const answer = plant(z.toJSONSchema(data, { target: 'openapi-3.0', io: 'input' }) as Json);
      expect(JSON.parse(compileSerializer({ schema: data })(answer))).toEqual(withoutPlanted(answer));
    },
  );

  const Answer = z.object({
    id: z.string(),
    note: z.nullable(z.string()),
    more: z.optional(z.object({ at: z.iso.datetime() })),
    form: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text') }),
      z.object({ kind: z.literal('csv'), delimiter: z.string() }),
    ]),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  });
  const PLAIN = {
    id: '1',
    note: null,
    form: { kind: 'csv', delimiter: ',' },
    facts: { a: 1, b: 'x', c: null },
  };
  const write = compileSerializer({ schema: Answer });

  test('null, absent fields, unions and records are written as they are', () => {
    expect(write({ ...PLAIN, more: undefined })).toBe(JSON.stringify({ ...PLAIN, more: undefined }));
    const more = { at: '2026-11-20T12:00:00.000Z' };
    expect(JSON.parse(write({ ...PLAIN, note: '"\n', more }))).toEqual({ ...PLAIN, note: '"\n', more });
  });

  test('an answer without a field it must have, or outside a union, is refused', () => {
    expect(() => write({ ...PLAIN, id: undefined })).toThrow('id');
    expect(() => write({ ...PLAIN, form: { kind: 'pdf' } })).toThrow('form');
    expect(() => write({ ...PLAIN, facts: { a: { secret: 'x' } } })).toThrow('facts');
  });

  test('an address that may come in goes out, though the validator that chooses a branch of unions would refuse it', () => {
    const write = compileSerializer({ schema: z.object({ email: SupportEmail }) });
    for (const email of ['support@foo-.com', ''])
      expect([email, JSON.parse(write({ email }))]).toEqual([email, { email: SupportEmail.parse(email) }]);
  });
});
