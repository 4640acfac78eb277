import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { contract, type Endpoint, type EndpointName } from '../index.ts';

/**
 * No input schema lets through what the database, the clock or a chain cannot hold: texts that are not Unicode or
 * contain NUL, days outside the calendar's four digits, numbers without a bound of their own.
 */

type Def = {
  readonly type: string;
  readonly shape?: Record<string, z.core.$ZodType>;
  readonly options?: readonly z.core.$ZodType[];
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly format?: string;
};

type Leaf = { readonly at: string; readonly schema: z.ZodMiniType; readonly def: Def };

const defOf = (schema: z.core.$ZodType): Def => (schema as unknown as { readonly def: Def }).def;

function leavesOf(schema: z.core.$ZodType, at: string): Leaf[] {
  const def = defOf(schema);
  if (def.shape) return Object.entries(def.shape).flatMap(([key, one]) => leavesOf(one, `${at}.${key}`));
  if (def.options) return def.options.flatMap((one, index) => leavesOf(one, `${at}|${index}`));
  // Of a record the keys are an enum.
  const inner = def.innerType ?? def.element ?? def.valueType;
  if (inner) return leavesOf(inner, at);
  return [{ at, schema: schema as z.ZodMiniType, def }];
}

const leaves = (Object.keys(contract) as EndpointName[]).flatMap((name) => {
  const { params, query, body }: Endpoint = contract[name];
  return [params, query, body].flatMap((part) => (part ? leavesOf(part, name) : []));
});

/** Only these types are allowed at a leaf; a new one needs a decision here about what it rejects. */
const CHECKED = ['string', 'number', 'boolean', 'enum', 'literal'];
test('every leaf has a type that is checked here', () => {
  expect(leaves.filter(({ def }) => !CHECKED.includes(def.type)).map(({ at }) => at)).toEqual([]);
  expect(leaves.length).toBeGreaterThan(200);
});

const texts = leaves.filter(({ def }) => def.type === 'string');
/** Lengths that any minimum and maximum of a text leaves room for. */
const LENGTHS = [0, 1, 2, 5, 11, 19, 41, 42, 63];
const accepted = (schema: z.ZodMiniType, bad: string): string[] =>
  LENGTHS.flatMap((length) => [bad.padEnd(length, 'a'), `${'1'.repeat(length)}${bad}`]).filter(
    (text) => schema.safeParse(text).success,
  );

test.each([
  ['a high surrogate without its low one', '\ud83d'],
  ['a low surrogate alone', '\ude00'],
])('no text takes %s', (_, bad) => {
  expect(texts.filter(({ schema }) => accepted(schema, bad).length > 0).map(({ at }) => at)).toEqual([]);
});

/** Kept as hashes only, or refused line by line where stock is read. */
const MAY_HOLD_NUL = new Set([
  'register.password',
  'login.password',
  'resetPassword.password',
  'changePassword.old_password',
  'changePassword.password',
  'sendEmailCode.password',
  'beginTwoFactor.password',
  'turnOffTwoFactor.password',
  'addUser.password',
  'previewImport.text',
  'addImportLines.text',
  'findItems.accounts',
]);

test('no text that is stored takes NUL', () => {
  const taking = texts.filter(({ schema }) => accepted(schema, '\0').length > 0).map(({ at }) => at);
  expect(taking.filter((at) => !MAY_HOLD_NUL.has(at))).toEqual([]);
});

const DAYS = ['0000-01-01', '0001-06-15', '1969-12-31', '3000-01-01', '9999-12-31', '+012026-01-01'];
test('no time and no day is outside the years that the shop can meet', () => {
  const dated = texts.filter(({ schema }) =>
    ['2026-11-22', '2026-11-22T10:00:00Z'].some(
      (text) => schema.safeParse(text).success && !schema.safeParse('x'.repeat(text.length)).success,
    ),
  );
  expect(dated.length).toBeGreaterThan(15);
  for (const { at, schema } of dated)
    for (const day of DAYS)
      for (const text of [day, `${day}T00:00:00Z`, `${day}T23:59:59.999999999Z`])
        expect(schema.safeParse(text).success, `${at} takes ${text}`).toBe(false);
});

/** More than any count, size or height: beyond it PostgreSQL's columns and JavaScript's arithmetic end. */
const TOO_MUCH = [2 ** 48, -(2 ** 48), 2 ** 63, 1e308, Infinity, '9'.repeat(19), '1e300'];

test('every number has bounds of its own', () => {
  const numbers = leaves.filter(({ def }) => def.type === 'number');
  expect(numbers.length).toBeGreaterThan(50);
  for (const { at, schema } of numbers)
    for (const number of TOO_MUCH)
      expect(schema.safeParse(number).success, `${at} takes ${number}`).toBe(false);
});
