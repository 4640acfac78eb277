import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { faultsOf } from './field-faults.ts';
import { contract } from '../index.ts';

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
