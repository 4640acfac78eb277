// @vitest-environment happy-dom
import type { User } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import {
  choicesIn,
  findIntent,
  findIntentFor,
  forgetIntent,
  keepIntent,
  pathOfIntent,
  pathWithIntent,
  type OrderIntent,
  claimIntent,
  saveIntent,
} from './order-intent.ts';
import { updateStored } from './stored-state.ts';

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

test('an order whose session expired waits for its buyer, and shows its e-mail address to nobody else', () => {
  const ann = { id: '7' } as User;
  const clear = (then: () => void) => {
    sessionStorage.clear();
    updateStored({ token: null, user: null });
    then();
  };
  updateStored({ user: ann });
  keepIntent(intent);
  clear(saveIntent());
  expect(findIntent()).toEqual({ ...intent, email: null });
  updateStored({ user: ann });
  claimIntent('7');
  expect(findIntent()).toEqual(intent);

  clear(saveIntent());
  updateStored({ user: { id: '8' } as User });
  claimIntent('8');
  expect(findIntent()).toBeNull();
  expect(sessionStorage.length).toBe(0);

  // Typed before anybody had signed in: it is for whoever does.
  updateStored({ user: null });
  keepIntent(intent);
  claimIntent('8');
  expect(findIntent()).toEqual(intent);

  // Whose it was is unknown.
  clear(saveIntent());
  claimIntent('8');
  expect(findIntent()).toEqual({ ...intent, email: null });

  sessionStorage.clear();
  saveIntent()();
  expect(findIntent()).toBeNull();
});

test('a page is come back to with what was typed into its form', () => {
  expect(pathWithIntent(intent.path, intent)).toBe(pathOfIntent(intent));
  expect(pathWithIntent('/client/main', intent)).toBe('/client/main');
  expect(pathWithIntent(intent.path, null)).toBe(intent.path);
});
