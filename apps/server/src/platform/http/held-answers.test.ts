import type { FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { HeldAnswers } from './held-answers.ts';

/** A route whose answers the test gives, one reading at a time. */
function open(budgetMs = Infinity) {
  const answers = new HeldAnswers(systemClock, budgetMs);
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
  answers.tell('admin');
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
  answers.tell('stock');
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
  answers.tell('stock');
  answers.tell('admin');
  const next = get();
  await readingsAre(2);
  readings[1]!('two');
  expect(await next).toBe('two');
});

test('a reading that fails is held by nobody', async () => {
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
