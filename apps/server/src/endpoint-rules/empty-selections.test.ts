import { contract, errors, isSelection, paths, type EndpointName } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { ENDPOINTS, endpointOf } from '../testing/cells.ts';
import { signInAdmin, type TestAdmin } from '../testing/people.ts';

// Absent, a selection means everything; so an empty one, which cleaning would take away, is refused.

let shop: TestShop;
let owner: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAdmin(shop.ctx);
});

const selections = ENDPOINTS.flatMap((name) => {
  const { body } = endpointOf(name);
  const { shape } = (body ?? {}) as Partial<z.ZodMiniObject>;
  return Object.entries(shape ?? {}).flatMap(([field, schema]) =>
    isSelection(schema) ? [{ name, field }] : [],
  );
});

/** What the other fields need, so that only the selection can be refused. */
const REST: Partial<Record<EndpointName, object>> = {
  withdrawStock: { goods_id: '1', reason: 'a reason' },
  replaceItems: { reason: 'a reason' },
  refundOrder: { reason: 'a reason' },
  decideHeldLines: { decision: 'sell' },
};

test('selections are in every call that takes all without one', () => {
  expect(selections.map(({ name, field }) => `${name} ${field}`).toSorted()).toEqual([
    'decideHeldLines kind',
    'decideHeldLines lines',
    'refundOrder claim_id',
    'refundOrder item_ids',
    'replaceItems claim_id',
    'replaceItems item_ids',
    'withdrawStock batch_id',
    'withdrawStock gender',
    'withdrawStock item_ids',
  ]);
});

test.each(selections)('$name refuses an empty $field and names it', async ({ name, field }) => {
  const [method, path] = paths[name];
  for (const empty of [[], '', null, [null], ['']]) {
    const answer = await shop.app.http.inject({
      method,
      url: path.replace(':order_no', '20260101AAAAAAAA').replace(':id', '1'),
      payload: { ...REST[name], [field]: empty },
      headers: owner.headers,
    });
    const { code, faults } = answer.json();
    expect({ code, faults }, JSON.stringify(empty)).toEqual({
      code: errors.invalidFormat.code,
      faults: [{ field, fault: 'few' }],
    });
  }
});

test('a call whose selection is left out is not refused for it', () => {
  for (const { name } of selections)
    expect(contract[name as 'withdrawStock'].body.safeParse(REST[name]).success, name).toBe(true);
});
