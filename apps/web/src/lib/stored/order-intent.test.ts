// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import {
  choicesIn,
  findIntent,
  findIntentFor,
  forgetIntent,
  keepIntent,
  pathOfIntent,
  type OrderIntent,
} from './order-intent.ts';

const intent: OrderIntent = {
  goodsId: '12',
  name: 'Quiet mailbox',
  path: '/product/12-quiet-mailbox?promotion_code=HARBOUR1',
  entry: '4k2',
  quantity: 50,
  gender: 'male',
  email: 'else@example.test',
};

beforeEach(() => sessionStorage.clear());

test('what is being ordered outlives a reload, until it is placed', () => {
  expect(findIntent()).toBeNull();
  keepIntent(intent);
  expect(findIntent()).toEqual(intent);
  expect(findIntentFor('12')).toEqual(intent);
  expect(findIntentFor('13')).toBeNull();
  forgetIntent('13');
  expect(findIntent()).toEqual(intent);
  forgetIntent('12');
  expect(findIntent()).toBeNull();
});

test('damaged storage holds nothing', () => {
  for (const text of ['{', 'null', '7', '{"goodsId":1}']) {
    sessionStorage.setItem('portside-order-intent', text);
    expect(findIntent()).toBeNull();
  }
});

test('the address carries product, quantity and gender, and nothing personal', () => {
  const path = pathOfIntent(intent);
  expect(path).toBe('/product/12-quiet-mailbox?promotion_code=HARBOUR1&quantity=50&gender=male');
  expect(choicesIn(new URL(path, 'http://shop.invalid').search)).toEqual({ quantity: 50, gender: 'male' });
  expect(pathOfIntent({ ...intent, path, quantity: null, gender: 'random' })).toBe(intent.path);
});

test.each([
  '?quantity=0',
  '?quantity=-1&gender=random',
  '?quantity=1e3',
  '?quantity=1234567',
  '?gender=both',
])('%s carries no choice', (search) => expect(choicesIn(search)).toEqual({ quantity: null, gender: null }));
