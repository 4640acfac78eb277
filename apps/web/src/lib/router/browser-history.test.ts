// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createBrowserHistory } from './history.ts';
import { createLocation, resolvePath } from './path.ts';
import { createScrollMemory } from './scroll-memory.ts';

type TestWindow = { readonly happyDOM: { setURL(url: string): void } };

const to = (address: string, state?: unknown) =>
  createLocation(resolvePath(address, { pathname: '/', search: '', hash: '' }), state);

beforeEach(() => {
  (window as unknown as TestWindow).happyDOM.setURL('http://shop.test/typed?a=1#b');
  sessionStorage.clear();
});

test('the entry that a page was opened with has a key of its own, which a reload keeps', () => {
  history.replaceState(null, '');
  const opened = createBrowserHistory().current();
  expect(opened).toEqual({
    pathname: '/typed',
    search: '?a=1',
    hash: '#b',
    state: null,
    key: expect.stringMatching(/^[0-9a-z]+$/),
  });
  expect(createBrowserHistory().current()).toEqual(opened);
  history.replaceState(null, '');
  expect(createBrowserHistory().current().key).not.toBe(opened.key);
});

test('an entry that the browser made itself has none', () => {
  const tab = createBrowserHistory();
  history.replaceState(null, '');
  expect(tab.current()).toMatchObject({ state: null, key: 'default' });
});

test('an entry keeps its state and key, and listeners hear of steps', () => {
  const tab = createBrowserHistory();
  const moved = vi.fn();
  tab.listen(moved);
  const opened = to('/order?open=7', { trail: [null] });
  tab.push(opened);
  expect(tab.current()).toEqual(opened);
  const replaced = to('/order?open=8');
  tab.replace(replaced);
  dispatchEvent(new PopStateEvent('popstate'));
  expect(moved.mock.calls).toEqual([[replaced]]);
});

test('positions are kept by entry, those of typed addresses by address, over a reload', () => {
  const memory = createScrollMemory();
  const typed = { ...to('/list?page=2'), key: 'default' };
  const opened = to('/list?page=2');
  vi.stubGlobal('scrollY', 300);
  memory.keep(typed);
  vi.stubGlobal('scrollY', 40);
  memory.keep(opened);
  memory.store();
  vi.unstubAllGlobals();
  const after = createScrollMemory();
  expect([after.of(typed), after.of(opened), after.of(to('/list?page=2'))]).toEqual([300, 40, null]);
  expect(after.of({ ...to('/list'), key: 'default' })).toBeNull();
});

test('a damaged memory opens pages at their top', () => {
  sessionStorage.setItem('scroll-positions', '{');
  expect(createScrollMemory().of(to('/'))).toBeNull();
});
