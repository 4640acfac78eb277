// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('while the shop is asked whether it answers', () => {
  let answer: (response: Response) => void;
  beforeEach(async () => {
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    await begin();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(reload).not.toHaveBeenCalled();
  });
  const answered = async (): Promise<void> => {
    answer(new Response());
    await vi.advanceTimersByTimeAsync(0);
  };

  test('nothing else happens: the page is loaded again', async () => {
    await answered();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('what is typed is not lost', async () => {
    type();
    await answered();
    expect(reload).not.toHaveBeenCalled();
  });

  test('the part is loaded at an occasion: the page stays', async () => {
    isThere = true;
    document.dispatchEvent(new Event('focusout'));
    await answered();
    expect(onLoaded).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
  });

  test('something begins that asks before the page is left', async () => {
    const warn = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', warn);
    await answered();
    removeEventListener('beforeunload', warn);
    expect(reload).not.toHaveBeenCalled();
  });

  test('it ends', async () => {
    end();
    await answered();
    expect(reload).not.toHaveBeenCalled();
  });
});

test('it ends while the part is asked for: nothing comes after it', async () => {
  let fail: (error: Error) => void;
  const onAsked = vi.fn(() => new Promise<Part>((_, reject) => (fail = reject)));
  end = loadAfterPaint(onLoaded, onAsked);
  end();
  fail!(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(onAsked).toHaveBeenCalledOnce();
});
