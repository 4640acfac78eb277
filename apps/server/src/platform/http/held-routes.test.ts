import { paths, type EndpointName } from '@portside/contract';
import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createWorld } from '../../testing/world.ts';
import { compileSerializer } from './serializer.ts';
import { HeldAnswers } from './held-answers.ts';
import { bindRoutes } from './routes.ts';

const HELD_MS = 60_000;
const NONE = { items: [], next_cursor: null, total: null };

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('what a caller answered with 304 began to read is the answer of the next one', async () => {
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
    held: {
      answers: new HeldAnswers(systemClock, Infinity, HELD_MS),
      isHeld: (name) => name === 'listCategories',
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
  vi.advanceTimersByTime(0.75 * HELD_MS);
  expect((await get(etag)).statusCode).toBe(304);
  await readingsAre(2);
  vi.advanceTimersByTime(0.75 * HELD_MS);
  const next = get();
  await nextTurn();
  readings[1]!();
  const { statusCode, body } = await next;
  expect([statusCode, JSON.parse(body)]).toEqual([200, { code: 200, message: 'ok', data: NONE }]);
});
