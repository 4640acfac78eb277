import { contract, type EndpointName } from '@portside/contract';
import fc from 'fast-check';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerSerializer } from './answer-writers.ts';

const route = (schema: z.core.$ZodType) => ({ schema, method: 'GET', url: '/' });
const asZod = (schema: z.core.$ZodType) => serializerCompiler(route(schema));
const asWe = (schema: z.core.$ZodType) => answerSerializer(route(schema));

/** The JSON, or that the answer is refused. */
function answerOf(serialize: (value: unknown) => string, value: unknown): unknown {
  try {
    const text = serialize(value);
    return text === undefined ? 'nothing' : { json: JSON.parse(text) as unknown, text };
  } catch (error) {
    return { refused: (error as Error).constructor.name };
  }
}

const Inner = z.object({
  text: z.string().check(z.maxLength(4)),
  when: z.optional(z.iso.datetime()),
  trimmed: z.optional(z.string().check(z.trim())),
});
const Everything = z.object({
  id: z.string().check(z.regex(/^\d{1,3}$/), z.describe('An id')),
  'a "key"': z.optional(z.boolean()),
  count: z.int().check(z.gte(0)),
  share: z.nullable(z.number()),
  kind: z.enum(['one', 'two "quoted"']),
  only: z.literal(200),
  inner: z.nullable(Inner),
  rows: z.array(Inner).check(z.maxLength(2)),
  none: z.null(),
  some: z.optional(z.nullable(z.union([z.string(), Inner]))),
  by: z.optional(z.record(z.string(), z.int())),
  any: z.optional(z.unknown()),
  state: z.optional(z._default(z.enum(['on', 'off']), 'on')),
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(' a ', '\ud800', '"\\\n', 'ж'.repeat(90)),
);
const odd = fc.constantFrom<unknown>(
  undefined,
  null,
  5,
  -0,
  1e21,
  Number.NaN,
  'x',
  true,
  [],
  {},
  new Date(0),
  1n,
);
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
const inner = fc.record(
  {
    text: mostly(text.map((one) => one.slice(0, 4))),
    when: mostly(fc.constantFrom('2026-11-20T12:00:00.000Z', undefined)),
    trimmed: mostly(text),
    unknown: text,
  },
  { requiredKeys: ['text'] },
);
const everything = fc.record(
  {
    id: mostly(fc.nat(999).map(String)),
    'a "key"': mostly(fc.boolean()),
    count: mostly(fc.nat()),
    share: mostly(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))),
    kind: mostly(fc.constantFrom('one', 'two "quoted"')),
    only: mostly(fc.constant(200)),
    inner: mostly(fc.option(inner)),
    rows: mostly(fc.array(inner, { maxLength: 2 })),
    none: mostly(fc.constant(null)),
    some: mostly(fc.option(fc.oneof(text, inner))),
    by: mostly(fc.dictionary(text, fc.nat())),
    any: mostly(fc.jsonValue()),
    state: mostly(fc.constantFrom('on', 'off')),
    unknown: fc.anything(),
  },
  { requiredKeys: ['id', 'count', 'share', 'kind', 'only', 'inner', 'rows', 'none'] },
);

const LEAST = { id: '0', count: 0, share: null, kind: 'one', only: 200, inner: null, rows: [], none: null };

test('an answer is written, or refused, as zod would', () => {
  const [zod, ours] = [asZod(Everything), asWe(Everything)];
  let written = 0;
  fc.assert(
    fc.property(everything, (value) => {
      const expected = answerOf(zod, value);
      expect(answerOf(ours, value)).toEqual(expected);
      if ('json' in (expected as object)) written += 1;
    }),
    {
      numRuns: 2_000,
      examples: [[{ ...LEAST, any: 1n, state: [] }]],
    },
  );
  expect(written).toBeGreaterThan(200);
});

test('what a schema does not name is left out, and a wrong answer is refused', () => {
  const serialize = asWe(z.object({ name: z.string(), rows: z.array(z.object({ id: z.int() })) }));
  expect(serialize({ password: 'x', name: 'Ann', rows: [{ id: 1, secret: 'y' }] })).toBe(
    '{"name":"Ann","rows":[{"id":1}]}',
  );
  expect(() => serialize({ name: 'Ann', rows: [{ id: '1' }] })).toThrow();
  expect(() => serialize({ rows: [] })).toThrow();
});

test('every answer of the contract has a writer', () => {
  const names = Object.keys(contract) as EndpointName[];
  for (const name of names) {
    const { data } = contract[name] as { data: z.core.$ZodType };
    for (const value of [null, {}, [], 'x', { rows: [], total: 1 }])
      expect([name, answerOf(asWe(data), value)]).toEqual([name, answerOf(asZod(data), value)]);
  }
});
