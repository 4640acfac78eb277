// @vitest-environment happy-dom
import type { User } from '@portside/contract';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { updateStored } from '../lib/stored/stored-state.ts';
import { renewOnLostCode } from './after-paint.tsx';

const reload = vi.fn();
beforeAll(() => {
  // What the page that was loaded before this one has kept.
  const fields = [['TEXTAREA textarea Story 0', 'of one person']];
  sessionStorage.setItem(
    'portside.typed',
    JSON.stringify({ path: location.pathname + location.search, fields }),
  );
  renewOnLostCode();
});
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  reload.mockClear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const loseCode = async (): Promise<void> => {
  dispatchEvent(new Event('vite:preloadError'));
  await new Promise((done) => setTimeout(done));
};
const type = (text: string): void => {
  const field = document.body.appendChild(document.createElement('textarea'));
  field.ariaLabel = 'Accounts';
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

test('what one person typed is not filled in for the next', async () => {
  updateStored({ user: { id: '2' } as User });
  const field = document.createElement('textarea');
  field.setAttribute('aria-label', 'Story');
  document.body.append(field);
  await new Promise((done) => setTimeout(done, 50));
  expect(field.value).toBe('');
});

test('lost code loads the page again, once, and keeps what was typed', async () => {
  type('one');
  await loseCode();
  await loseCode();
  expect(reload).toHaveBeenCalledOnce();
  expect(sessionStorage.getItem('portside.typed')).toContain('one');
});

test('the page stays where more was typed than can be kept', async () => {
  type('a:b\n'.repeat(60_000));
  await loseCode();
  expect(reload).not.toHaveBeenCalled();
});

test('the page stays while an import runs', async () => {
  const warn = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  await loseCode();
  removeEventListener('beforeunload', warn);
  expect(reload).not.toHaveBeenCalled();
  await loseCode();
  expect(reload).toHaveBeenCalledOnce();
});
