import { paths, type EndpointName } from '@portside/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createWorld } from '../../testing/world.ts';
import { AnswerCache } from './answer-cache.ts';
import { bindRoutes } from './routes.ts';
import { compileSerializer } from './serializer.ts';

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
