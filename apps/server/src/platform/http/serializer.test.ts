import { contract, SupportEmail, type EndpointName } from '@portside/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { compileSerializer } from './serializer.ts';

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

test.each(Object.keys(contract) as EndpointName[])('%s answers with all its fields and no others', (name) => {
  const { data } = contract[name] as { data: z.ZodMiniType };
  const answer = plant(z.toJSONSchema(data, { target: 'openapi-3.0', io: 'input' }) as Json);
  expect(JSON.parse(compileSerializer({ schema: data })(answer))).toEqual(withoutPlanted(answer));
});

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
