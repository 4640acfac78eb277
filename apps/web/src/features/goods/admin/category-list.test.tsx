// @vitest-environment happy-dom
import { errors } from '@portside/contract/wire/errors';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { connectToasts } from '../../../ui/messages/toasts.tsx';
import { CategoryList } from './category-list.tsx';
import { useUndoGoods } from './use-goods-changed.ts';
import { openPage } from '../../../testing/open-page.tsx';

test('categories that the role may not see are no failure to try again', async () => {
  const refusal = { code: errors.noPermission.code, message: 'no', data: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 403 })));
  const { page, show } = openPage();
  await show(<CategoryList />);
  await act(() => vi.waitFor(() => expect(page.querySelector('table')).toBeNull()));
  expect(page.textContent).toContain('frame.notAllowed');
  expect(page.textContent).not.toContain('shell.retry');
});

test.each([
  [2, 0, 'bulk.undo.done'],
  [1, 1, 'bulk.undo.done prices.proposed'],
  [0, 1, 'prices.proposed'],
  [0, 0, 'bulk.undo.nothing'],
])('an undo of %i products and %i proposals says so', async (changed, proposed, said) => {
  const data = { changed, proposed, created: 0, audit_id: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 200, message: 'ok', data })));
  const toasts: string[] = [];
  connectToasts(({ message }) => void toasts.push(message));
  const { page, show } = openPage();
  function Undo() {
    const { undo } = useUndoGoods();
    return (
      <button type="button" onClick={() => void undo('7')}>
        Undo
      </button>
    );
  }
  await show(<Undo />);
  act(() => page.querySelector('button')!.click());
  await act(() => vi.waitFor(() => expect(toasts).toEqual([said])));
});
