// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Module from './after-paint.tsx';
import { loadAfterPaint } from './load-after-paint.ts';

type Part = typeof Module;
const PART = { AfterPaint: () => null } as unknown as Part;

/** Counts how often the part was asked for; it comes once `isThere`. */
let isThere = false;
let asked: number[] = [];
const load = (failures: number): Promise<Part> => {
  asked.push(failures);
  return isThere ? Promise.resolve(PART) : Promise.reject(new TypeError('Failed to fetch'));
};
const onLoaded = vi.fn();
const reload = vi.fn();
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [isThere, asked] = [false, []];
  onLoaded.mockClear();
  reload.mockClear();
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.spyOn(location, 'reload').mockImplementation(reload);
  history.replaceState(null, '', '/one');
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const begin = async (): Promise<void> => {
  end = loadAfterPaint(onLoaded, load);
  await vi.advanceTimersByTimeAsync(0);
};
const type = (): void => {
  const field = document.body.appendChild(document.createElement('input'));
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

test('it is asked for again by itself, less and less often, until it is there', async () => {
  type();
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toEqual([0, 1, 2]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(onLoaded).toHaveBeenCalledExactlyOnceWith(PART);
  await vi.advanceTimersByTimeAsync(600_000);
  dispatchEvent(new Event('online'));
  expect(asked).toEqual([0, 1, 2, 3]);
});

test.each(['online', 'focusout', 'visibilitychange'])('%s is an occasion to ask at once', async (name) => {
  await begin();
  isThere = true;
  document.dispatchEvent(new Event(name));
  if (name === 'online') dispatchEvent(new Event(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(onLoaded).toHaveBeenCalledOnce();
});

test('a field in focus and a browser that calls itself offline end nothing', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await begin();
  isThere = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onLoaded).toHaveBeenCalledOnce();
});

test('where the shop answers without it, the page is loaded again, once a minute at most', async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('not where the shop does not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await begin();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reload).not.toHaveBeenCalled();
});

test('not over what was typed, until another page is shown', async () => {
  await begin();
  type();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reload).not.toHaveBeenCalled();
  history.replaceState(null, '', '/two');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('not while something runs that asks before the page is left', async () => {
  const warn = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  await begin();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reload).not.toHaveBeenCalled();
  removeEventListener('beforeunload', warn);
});
