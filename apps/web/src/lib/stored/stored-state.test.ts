// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  carryOver,
  clearStored,
  followOtherTabs,
  forgetUser,
  storedState,
  updateStored,
} from './stored-state.ts';

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
