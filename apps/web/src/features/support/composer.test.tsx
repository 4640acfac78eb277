// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { hasUnsaved } from '../../lib/browser/unsaved.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import ReplyPicker from '../saved-replies/saved-replies.tsx';
import { BlockedConversation } from './blocked-conversation.tsx';
import { Notes } from '../timelines/notes.tsx';
import { Composer } from './composer.tsx';
import { ConversationView } from './conversation-view.tsx';
import { Inbox } from './inbox.tsx';

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

test('what is typed or attached while a message is being sent stays, and an image alone is unsaved', async () => {
  const { page, show } = openPage();
  const field = () => page.querySelector('textarea')!;
  const [text, image] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await show(<Composer sendText={() => text.promise} sendImage={() => image.promise} />);
  const attach = (name: string) =>
    act(async () => {
      const input = page.querySelector<HTMLInputElement>('input[type=file]')!;
      const files = [new File(['…'], name, { type: 'image/png' })];
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await attach('first.png');
  expect(hasUnsaved()).toBe(true);
  await typeInto(field(), 'Both');
  await act(async () => page.querySelector<HTMLButtonElement>('[type=submit]')!.click());
  await attach('second.png');
  await act(async () => image.resolve());
  expect(page.textContent).toContain('second.png');
  await typeInto(field(), 'Both, and more');
  await act(async () => text.resolve());
  expect(field().value).toBe(', and more');
});

test.each(['message', 'note'])('the next %s is sent without two seconds between them', async (what) => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    if (body) sent.push((JSON.parse(body as string) as { text: string }).text);
    return Response.json({ code: 200, message: 'ok', data: { items: [], next_cursor: null, total: 0 } });
  });
  const { page, show } = openPage();
  const sendText = async (text: string) => void sent.push(text);
  await show(
    what === 'note' ? (
      <Notes about="user" id="7" />
    ) : (
      <Composer sendText={sendText} sendImage={sendText as never} />
    ),
  );
  const field = () => page.querySelector('textarea')!;
  for (const text of ['One', 'Two']) {
    await typeInto(field(), text);
    await act(async () => field().form!.requestSubmit());
    await act(() => vi.waitFor(() => expect(field().value).toBe(''), 1_000));
  }
  expect(sent).toEqual(['One', 'Two']);
});

test('what a blocked person was writing outlives their pass', async () => {
  let hasEnded = false;
  vi.stubGlobal('fetch', async () =>
    hasEnded
      ? Response.json({ code: 401, message: 'ended', data: null }, { status: 401 })
      : Response.json({ code: 200, message: 'ok', data: { items: [], next_cursor: null, total: 0 } }),
  );
  const client = createQueryClient();
  const { page, show } = openPage({ client });
  await show(<BlockedConversation proof="pass" hasSession={false} />);
  await typeInto(page.querySelector('textarea')!, 'It was not me.');
  hasEnded = true;
  await act(async () => client.invalidateQueries());
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('banned.ended'), 60_000));
  expect(page.querySelector('textarea')!.value).toBe('It was not me.');
  expect(hasUnsaved()).toBe(true);
});

test('a conversation names who looks after it, also when they may not answer any more', async () => {
  updateStored({ permissions: { menus: [], actions: ['support.read', 'support.answer'] } });
  const user = { id: '7', username: 'ana', email: 'ana@box.example', status: 'active' };
  const conversation = { user, reference: 'A', unread: 0, last_message: null, state: 'open' };
  const assigned = { ...conversation, assigned_to: { id: '9', username: 'former' } };
  vi.stubGlobal('fetch', async (url: string) => {
    const items = url.includes('/colleagues') ? [{ id: '8', username: 'colleague' }] : [];
    const data = { items, conversation: assigned, next_cursor: null, total: items.length };
    return Response.json({ code: 200, message: 'ok', data });
  });
  const { page, show } = openPage();
  await show(<ConversationView userId="7" onBack={() => undefined} />);
  const assignee = () => page.querySelector<HTMLSelectElement>('select');
  await act(() => vi.waitFor(() => expect(assignee()?.options).toHaveLength(3), 60_000));
  expect(assignee()!.selectedOptions[0]!.textContent).toBe('former');
});

test('where no conversation is in a state, the inbox does not say that there are none', async () => {
  updateStored({ permissions: { menus: [], actions: ['support.read'] } });
  const data = { items: [], unread_conversations: 0, next_cursor: null, total: 0 };
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data }));
  const { page, show } = openPage();
  await show(<Inbox />);
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('support.nobody'), 60_000));
  await act(async () => {
    const state = page.querySelector('select')!;
    state.value = 'closed';
    state.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('table.nothingFound'), 60_000));
});

test('a note that is being changed is left as it was by Cancel, and by Escape if nothing was typed', async () => {
  const note = {
    id: '5',
    text: 'Prefers mail',
    written_by: 'colleague',
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    is_own: true,
  };
  const data = { items: [note], next_cursor: null, total: 1 };
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data }));
  const { page, show } = openPage();
  await show(<Notes about="user" id="7" />);
  const press = (words: string) =>
    act(async () => [...page.querySelectorAll('button')].find((one) => one.textContent === words)!.click());
  const field = () => page.querySelector<HTMLTextAreaElement>('li textarea');
  const escape = () =>
    act(async () => field()!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  await act(() => vi.waitFor(() => expect(page.textContent).toContain('Prefers mail'), 60_000));
  await press('notes.change');
  await escape();
  expect(field()).toBeNull();
  await press('notes.change');
  await typeInto(field()!, 'Prefers Telegram');
  await escape();
  expect(field()!.value).toBe('Prefers Telegram');
  await press('translation:shell.cancel');
  expect(page.querySelector('li')!.textContent).toContain('Prefers mail');
});
