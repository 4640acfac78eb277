// @vitest-environment happy-dom
import type { User } from '@portside/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  carryOver,
  clearStored,
  followOtherTabs,
  forgetUser,
  storedState,
  updateStored,
} from './stored-state.ts';
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
  findUnanswered,
  keepUnanswered,
  saveIntent,
} from './order-intent.ts';

test('state is kept in local storage under one name, with its version', () => {
  updateStored({ language: 'ru', promotionCode: 'HARBOUR1' });
  const kept = JSON.parse(localStorage.getItem('portside') ?? '{}');
  expect(kept.version).toBe(1);
  expect(kept.state).toMatchObject({ language: 'ru', promotionCode: 'HARBOUR1', size: 'default' });
});

test('forgetting the user leaves the rest', () => {
  const permissions = { menus: [{ path: '/admin/user' }], actions: ['user.read'] };
  updateStored({ token: 't', permissions, promotionCode: 'HARBOUR1' });
  forgetUser();
  expect(storedState()).toMatchObject({
    token: null,
    permissions: { menus: [], actions: [] },
    promotionCode: 'HARBOUR1',
  });
});

test('clearing empties the storage', () => {
  updateStored({ token: 't', theme: 'dark' });
  localStorage.setItem('portside-visitor', 'abcdefgh');
  clearStored();
  expect(localStorage.length).toBe(0);
  expect(storedState()).toMatchObject({ token: null, theme: 'auto' });
});

test('another version keeps the preferences and drops the session', () => {
  const carried = carryOver({ token: 'old', theme: 'dark', language: 'pt', user: { name: 'x' } });
  expect(carried).toMatchObject({ token: null, user: null, theme: 'dark', language: 'pt' });
});

test('what another tab stores is taken over and not written back', () => {
  updateStored({ token: 'mine', theme: 'dark' });
  let others = 0;
  const stop = followOtherTabs(() => (others += 1));
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  const theirs = JSON.stringify({ state: { token: 'mine', theme: 'light' }, version: 1 });
  localStorage.setItem('portside', theirs);
  tell('portside');
  expect(storedState()).toMatchObject({ token: 'mine', theme: 'light' });
  expect(others).toBe(0);

  localStorage.clear();
  tell(null);
  expect(storedState()).toMatchObject({ token: null, theme: 'auto' });
  expect(others).toBe(1);
  expect(localStorage.length).toBe(0);

  localStorage.setItem('portside', theirs);
  tell('portside-visitor');
  expect(storedState().token).toBeNull();
  stop();
  tell('portside');
  expect(storedState().token).toBeNull();
});

describe('the intent to order', () => {
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

  test('purchases without an answer outlive an expired session, for their buyer only', () => {
    const [one, other] = [{ idempotencyKey: 'a' }, { idempotencyKey: 'b' }];
    keepUnanswered('7', '12', one);
    keepUnanswered('7', 'cart', other);
    const putBack = saveIntent();
    sessionStorage.clear();
    putBack();
    claimIntent('7');
    expect([findUnanswered('7', '12'), findUnanswered('7', 'cart')]).toEqual([one, other]);
    expect(findUnanswered('8', '12')).toBeUndefined();
    claimIntent('8');
    expect(sessionStorage.length).toBe(0);
  });

  test('a page is come back to with what was typed into its form', () => {
    expect(pathWithIntent(intent.path, intent)).toBe(pathOfIntent(intent));
    expect(pathWithIntent('/client/main', intent)).toBe('/client/main');
    expect(pathWithIntent(intent.path, null)).toBe(intent.path);
  });
});
