import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALL_HEADERS } from '../apps/server/src/platform/http/security-headers.ts';
import type { FuzzCall } from './setup/fuzz/calls.ts';
import { judge, runFuzz } from './setup/fuzz/run-fuzz.ts';
import { openFuzzWorld, type FuzzWorld } from './setup/fuzz/open-world.ts';
import { fieldsOf, withValueAt, type Operation } from './setup/fuzz/operations.ts';
import { TRIAL_SEED } from './setup/random.ts';

/** Of some two hundred an operation, and of those at the edges of its texts. `node trials/run.ts fuzz` makes all. */
const EACH = 8;
const EDGES = 16;

let world: FuzzWorld;
beforeAll(async () => {
  world = await openFuzzWorld();
});
afterAll(() => world.stop());

test(`wrong calls of every operation are refused as the contract tells (seed ${TRIAL_SEED})`, async () => {
  const report = await runFuzz(world, { seed: TRIAL_SEED, each: EACH, edges: EDGES, only: null });
  expect(report.faults).toEqual([]);
  // Some get past the edge.
  for (const status of [200, 400, 401, 403, 404, 405]) expect(report.statuses.get(status)).toBeGreaterThan(0);
});

const operation: Operation = {
  name: 'listGoods',
  method: 'GET',
  path: '/api/goods',
  parameters: [],
  body: null,
  takesImage: false,
  isStream: false,
};
const call: FuzzCall = {
  operation,
  what: '',
  method: 'GET',
  url: '/api/goods',
  headers: {},
  body: undefined,
};
const headers = { ...CALL_HEADERS, 'content-type': 'application/json' };
const refusal = { code: 519, message: 'Format error', data: null };
const given = (status: number, body: unknown, changed: object = {}) =>
  judge(call, {
    status,
    headers: { ...headers, ...changed },
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('what the contract allows is no fault', () => {
  const data = { items: [], next_cursor: null, total: 0 };
  expect(given(200, { code: 200, message: 'ok', data })).toBeNull();
  expect(given(400, refusal)).toBeNull();
  expect(given(405, { ...refusal, code: 405 }, { allow: 'GET' })).toBeNull();
});

test.each([
  ['a failure', 500, { ...refusal, code: 500_001 }, {}],
  ['a page of the framework', 404, { statusCode: 404, error: 'Not Found' }, {}],
  ['text', 400, 'Bad Request', {}],
  ['another status', 404, refusal, {}],
  ['a code that there is not', 400, { ...refusal, code: 7 }, {}],
  ['a code that is never sent', 400, { ...refusal, code: 100_005 }, {}],
  ['something in its data', 400, { ...refusal, data: {} }, {}],
  ['a stack', 400, { ...refusal, message: 'at async verb (verb.ts:7)' }, {}],
  ['one field more', 400, { ...refusal, stack: '' }, {}],
  ['data outside the contract', 200, { code: 200, message: 'ok', data: { items: [{ id: 7 }] } }, {}],
  ['no policy', 400, refusal, { 'content-security-policy': undefined }],
  ['no rule for caches', 400, refusal, { 'cache-control': undefined }],
  ['no time to come again', 503, { ...refusal, code: 500_005 }, {}],
  ['no methods', 405, { ...refusal, code: 405 }, {}],
])('an answer with %s is found', (_, status, body, changed) => {
  expect(given(status, body, changed)).not.toBeNull();
});

test('fields are found in lists and alternatives, and set there', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
      c: { anyOf: [{ type: 'object', properties: { d: { type: 'string' } } }, { type: 'null' }] },
    },
  };
  const fields = fieldsOf(schema);
  expect(fields.map(({ at }) => at.join('.'))).toEqual(['', 'a', 'a.0', 'a.0.b', 'c', 'c.d']);
  expect(withValueAt({ c: 1 }, ['a', 0, 'b'], 7)).toEqual({ c: 1, a: [{ b: 7 }] });
  expect(withValueAt({ c: 1 }, [], [])).toEqual([]);
});
