import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract, type Endpoint, type EndpointName } from '../index.ts';
import { cleanPayload, isCleanPayload } from './clean-payload.ts';
import { faultsOf } from './field-faults.ts';
import { wording } from './error-wording.ts';
import { errors, type ErrorName } from './errors.ts';

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

/** A pattern that takes the square of a text's length takes minutes for one of these, and the process with it. */
const HOSTILE = ['a', ':', 'a ', '1,', '.a', 'a@', '0', '-', ' ', '\n', 'https://a.b/', '=%', '中a', 'я'].map(
  (part) => `中${part.repeat(400_000 / part.length)}`,
);

test.each(HOSTILE.flatMap((text) => [text, text.slice(1)]))('no text is checked for long', (text) => {
  for (const schema of new Set(texts.map((one) => one.schema))) schema.safeParse(text);
});

/** Kept as hashes only, or refused line by line where stock is read. */
const MAY_HOLD_NUL = new Set([
  'register.password',
  'login.password',
  'resetPassword.password',
  'acceptInvitation.password',
  'changePassword.old_password',
  'changePassword.password',
  'sendEmailCode.password',
  'beginTwoFactor.password',
  'createApiKey.password',
  'requestPayout.password',
  'requestBalancePayout.password',
  'confirmPayoutWallet.password',
  'turnOffTwoFactor.password',
  'addUser.password',
  'previewImport.text',
  'addImportLines.text',
  'importOwnStock.text',
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

/** JSON, which leaves out undefined in objects; the tree without what is empty. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

test('what is empty is removed at every level, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const sent = structuredClone(value);
      expect(cleanPayload(sent)).toEqual(withoutEmpty(value));
      expect(sent).toEqual(value);
      // JSON has no undefined: as text the two differ where something was removed.
      expect(isCleanPayload(value)).toBe(JSON.stringify(withoutEmpty(value)) === JSON.stringify(value));
    }),
  );
  expect(cleanPayload({ a: undefined, b: [null, '', {}, [[]]], c: { d: '' } })).toBeUndefined();
  expect(cleanPayload({ a: 0, b: false, c: [1, null, ''] })).toEqual({ a: 0, b: false, c: [1] });
});

test('a payload that is nested too deep is refused, also behind what is removed', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(cleanPayload(deep(19))).toEqual(deep(19));
  expect(() => cleanPayload(deep(20))).toThrow(RangeError);
  expect(isCleanPayload(deep(19))).toBe(true);
  expect(() => isCleanPayload(deep(20))).toThrow(RangeError);
  expect(() => cleanPayload({ a: '', b: deep(30) })).toThrow(RangeError);
});

const faults = (schema: z.ZodMiniType, body: unknown) =>
  faultsOf(z.safeParse(schema, body).error?.issues ?? [], body);

test.each([
  [{ password: 'abc' }, [{ field: 'password', fault: 'short', limit: 6 }]],
  [{ username: 'x'.repeat(33) }, [{ field: 'username', fault: 'long', limit: 32 }]],
  [{ email: 'nobody' }, [{ field: 'email', fault: 'wrong' }]],
  [{ email: undefined }, [{ field: 'email', fault: 'missing' }]],
  [{ username: '  ' }, [{ field: 'username', fault: 'missing' }]],
  [{}, []],
])('a new user with %j: %j', (part, found) => {
  const body = { username: 'ann', email: 'ann@example.test', password: 'harbour-9', ...part };
  expect(faults(contract.addUser.body, body)).toEqual(found);
});

test.each([
  [{ max_quantity: 20_000 }, [{ field: 'max_quantity', fault: 'large', limit: 10_000 }]],
  [{ warranty_hours: -1 }, [{ field: 'warranty_hours', fault: 'small', limit: 0 }]],
  [{ columns: Array(21).fill('x') }, [{ field: 'columns', fault: 'many', limit: 20 }]],
  [{ genders: [] }, [{ field: 'genders', fault: 'few', limit: 1 }]],
  [{ price_tiers: [{ min_quantity: 5, price: 'x' }] }, [{ field: 'price_tiers.0.price', fault: 'wrong' }]],
  [{ names: { pt: 'x'.repeat(121) } }, [{ field: 'names.pt', fault: 'long', limit: 120 }]],
])('a product with %j: %j', (part, found) => {
  const body = { category_id: '1', names: { en: 'Box' }, price: '1', ...part };
  expect(faults(contract.createGoods.body, body)).toEqual(found);
});

test('the number of faults is limited', () => {
  const body = { lines: Array(900).fill('') };
  expect(faults(contract.upholdReport.body, body).length).toBe(20);
});

/** The specification's section 8, word for word. */
const SPECIFIED: Record<number, string> = {
  501: 'failed to get list',
  502: 'username cannot be empty',
  503: 'agent not found',
  504: 'query failed, try later',
  505: 'creation failed',
  506: 'does not exist',
  507: 'update failed',
  508: 'agent does not exist',
  509: 'delete failed',
  510: 'missing required parameters',
  511: 'incorrect username or password',
  512: 'login failed, try later',
  513: 'failed to get statistics',
  514: 'failed to get income trend',
  515: 'please select file to upload',
  516: 'failed to get order list',
  517: 'failed to get details',
  518: 'failed to get enabled payment methods',
  519: 'invalid parameter format',
  401: 'user does not exist or login status is invalid',
  100001: 'parameter error',
  100002: 'verification code wrong',
  100003: 'verification code expired',
  100004: 'verification code still valid, retry later',
  100005: 'wrong password',
  100006: 'code expired',
  200001: 'user does not exist',
  200002: 'account frozen, cannot log in',
  200003: 'invalid user, re-login',
  200004: 'original password incorrect',
  400001: 'data does not exist',
  400002: 'token expired',
  400003: 'failed to get permissions',
  400005: 'invalid phone format',
  400006: 'rented accounts cannot chat with each other',
  400007: 'target number not found',
  400008: 'user already exists',
  500001: 'service error, refresh',
  500002: 'data already exists',
  500003: 'operation count exceeded limit',
  500004: 'limit operation, re-login',
  500005: 'server busy',
  500006: 'chat with target exists',
};

test('every code that the specification words has exactly those words', () => {
  const said = Object.entries(errors)
    .filter(([, { code }]) => code in SPECIFIED)
    .map(([name, { code }]) => [code, wording[name as ErrorName].toLowerCase()]);
  expect(Object.fromEntries(said)).toEqual(SPECIFIED);
});
