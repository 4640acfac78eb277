// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import ReplyPicker from '../saved-replies/saved-replies.tsx';
import { Composer } from './composer.tsx';

test('a saved reply follows what is written, and what it has no fact for stays to be seen', async () => {
  updateStored({ permissions: { menus: [], actions: ['user.read', 'support.read', 'support.answer'] } });
  const texts = { en: 'Hello', ru: '{name}, заказ {order}: {nmae}' };
  const replies = { items: [{ id: '1', name: 'Ready', texts, updated_at: '' }], next_cursor: null, total: 1 };
  const user = { username: 'ana', balance: '5', language: 'ru', latest_orders: [] };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 200, message: 'ok', data: url.includes('/overview') ? user : replies }),
  );
  const { page, show } = openPage();
  const send = async () => undefined;
  const renderTools = (put: (text: string) => void) => <ReplyPicker userId="7" onPick={put} />;
  await show(<Composer sendText={send} sendImage={send} renderTools={renderTools} />);
  const field = () => page.querySelector('textarea')!;
  const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
  await typeInto(field(), 'Half a sentence');
  await vi.waitFor(async () => {
    await act(async () => page.querySelector<HTMLInputElement>('input:not([type=file])')!.click());
    expect(options()).toHaveLength(1);
  }, 60_000);
  await act(async () => options()[0]!.click());
  expect(field().value).toBe('Half a sentence\nana, заказ {order}: {nmae}');
});
