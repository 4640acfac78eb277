import { beforeAll, expect, test } from 'vitest';
import { MOST_IMAGE_BYTES } from '../../platform/uploads/read-image.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { encodeForm, imageForm, pngBytes, pngOfBytes } from '../../testing/image-form.ts';
import { buyOnce } from '../../testing/sale.ts';
import { setUserStatus } from '../users/index.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
});

type Headers = Record<string, string>;
const ask = (who: Headers, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, who);
const asAdmin = (method: string, path: string, body?: unknown) =>
  ask(admin.headers, method, `admin/support/${path}`, body);

async function buildWriter() {
  const user = await shop.register();
  await buyOnce(shop, user);
  const as = bearer(user.token);
  const write = async (text: string) => (await ask(as, 'POST', 'support/messages', { text })).data;
  return { ...user, as, write };
}

async function send(who: Headers, path: string, form: Awaited<ReturnType<typeof imageForm>>) {
  const headers = { ...form.headers, ...who };
  return shop.app.http.inject({ method: 'POST', url: `/api/${path}`, payload: form.payload, headers });
}

const readFile = (who: Headers, path: string) =>
  shop.app.http.inject({ method: 'GET', url: `/api/${path}`, headers: who });

test('a conversation, from both sides', async () => {
  const { as, id, username, email, write } = await buildWriter();
  const asked = await write('  Where is my order?\nIt was paid.  ');
  expect(asked).toMatchObject({ from: 'user', text: 'Where is my order?\nIt was paid.', has_image: false });
  const path = `conversations/${id}`;
  const before = (await asAdmin('GET', path)).data;
  expect(before.conversation).toMatchObject({ user: { id, username, email }, unread: 1 });
  expect(before.items).toEqual([{ ...asked, answered_by: null }]);
  const answer = (await asAdmin('POST', `${path}/messages`, { text: 'On its way' })).data;
  expect(answer).toMatchObject({ from: 'shop', answered_by: admin.user.username });
  expect((await asAdmin('POST', `${path}/read`, { up_to: answer.id })).code).toBe(200);
  expect((await asAdmin('GET', path)).data.conversation).toMatchObject({
    unread: 0,
    last_message: { id: answer.id },
  });

  const seen = (await ask(as, 'GET', 'support/messages')).data;
  const { answered_by: _, ...shown } = answer;
  expect(seen).toMatchObject({ items: [shown, asked], unread: 1, next_cursor: null });
  expect((await ask(as, 'GET', 'support')).data).toMatchObject({ unread: 1 });
  expect((await ask(as, 'POST', 'support/read', { up_to: answer.id })).data).toEqual({ unread: 0 });
  expect((await ask(as, 'GET', 'support')).data).toMatchObject({
    unread: 0,
    reference: before.conversation.reference,
  });
});

test('an empty message is refused, and one to an unknown user', async () => {
  const { as } = await buildWriter();
  for (const [text, code] of [
    ['', 510],
    ['   ', 510],
    ['a\u0000b', 519],
    ['x'.repeat(2_001), 519],
  ] as const)
    expect((await ask(as, 'POST', 'support/messages', { text })).code).toBe(code);
  expect((await ask({}, 'POST', 'support/messages', { text: 'hello' })).code).toBe(401);
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/messages', { text: 'hello' }],
    ['POST', '/read', { up_to: '1' }],
  ] as const)
    expect((await asAdmin(method, `conversations/999999999${path}`, body)).code).toBe(506);
});

test('a frozen user is refused; the conversation is kept', async () => {
  const { as, id, write } = await buildWriter();
  await write('before');
  await setUserStatus(shop.ctx, BigInt(id), 'frozen');
  expect((await ask(as, 'POST', 'support/messages', { text: 'after' })).code).toBe(200_002);
  expect((await send(as, 'support/images', await imageForm(pngBytes()))).json().code).toBe(200_002);
  expect((await asAdmin('GET', `conversations/${id}`)).data.items).toHaveLength(1);
});

test('an image is visible to its two sides only, and served as nothing but an image', async () => {
  const [one, other] = [await buildWriter(), await buildWriter()];
  const bytes = pngBytes('of a receipt');
  const lie = { name: '../../page.html', type: 'text/html' };
  const sent = (await send(one.as, 'support/images', await imageForm(bytes, lie))).json().data;
  expect(sent).toMatchObject({ text: null, has_image: true });
  const own = await readFile(one.as, `support/images/${sent.id}`);
  expect(own.rawPayload.equals(bytes)).toBe(true);
  expect(own.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  });
  const shops = await readFile(admin.headers, `admin/support/images/${sent.id}`);
  expect(shops.rawPayload.equals(bytes)).toBe(true);
  expect((await readFile(other.as, `support/images/${sent.id}`)).json().code).toBe(506);
  expect((await readFile(one.as, `admin/support/images/${sent.id}`)).json().code).toBe(400_003);
  expect((await readFile({}, `support/images/${sent.id}`)).json().code).toBe(401);

  const answer = await send(
    admin.headers,
    `admin/support/conversations/${one.id}/images`,
    await imageForm(pngBytes('answer')),
  );
  const { id } = answer.json().data;
  expect((await readFile(one.as, `support/images/${id}`)).statusCode).toBe(200);
  expect((await readFile(other.as, `support/images/${id}`)).json().code).toBe(506);
  const text = await one.write('no picture');
  expect((await readFile(one.as, `support/images/${text.id}`)).json().code).toBe(506);
});

test('a file that is no image is refused and leaves nothing', async () => {
  const { as } = await buildWriter();
  const path = 'support/images';
  const codeOf = async (form: Awaited<ReturnType<typeof imageForm>>): Promise<number> =>
    (await send(as, path, form)).json().code;
  expect(await codeOf(await imageForm(Buffer.from('<svg onload="alert(1)"/>')))).toBe(519);
  expect(await codeOf(await imageForm(Buffer.alloc(0)))).toBe(515);
  const words = new FormData();
  expect(await codeOf(await encodeForm(words))).toBe(515);
  words.append('image', 'a word');
  expect(await codeOf(await encodeForm(words))).toBe(515);
  expect(await codeOf(await imageForm(pngOfBytes(MOST_IMAGE_BYTES + 1)))).toBe(413);
  expect(await codeOf(await imageForm(pngOfBytes(MOST_IMAGE_BYTES)))).toBe(200);
  const broken = await imageForm(pngBytes());
  expect(await codeOf({ ...broken, payload: broken.payload.subarray(0, -20) })).toBe(519);
  expect((await ask(as, 'POST', path, { image: 'text' })).code).toBe(515);
  expect((await ask(as, 'POST', path)).code).toBe(515);
  expect((await send(as, 'support/messages', await imageForm(pngBytes()))).json().code).toBe(519);
  expect((await ask(as, 'GET', 'support/messages')).data.items).toHaveLength(1);
});

test('the inbox lists unread conversations first, then by activity, each once over all pages', async () => {
  const writers = await Array.fromAsync({ length: 6 }, buildWriter);
  const last: string[] = [];
  for (const { write } of writers) last.push((await write('hello')).id);
  for (const index of [1, 4])
    await asAdmin('POST', `conversations/${writers[index]!.id}/read`, { up_to: last[index] });
  const listed: any[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = (await asAdmin('GET', `conversations?limit=2&cursor=${cursor}`)).data;
    listed.push(...page.items);
    cursor = page.next_cursor;
  }
  const ids = writers.map(({ id }) => id);
  const found = listed.map(({ user }) => user.id).filter((id) => ids.includes(id));
  expect(found).toEqual([5, 3, 2, 0, 4, 1].map((index) => ids[index]));
  const keys = listed.map(({ unread, last_message }) => [unread > 0 ? 1 : 0, Number(last_message.id)]);
  const sorted = keys.toSorted(([a, b], [c, d]) => c! - a! || d! - b!);
  expect(keys).toEqual(sorted);
  const unread = (await asAdmin('GET', 'conversations?unread=true&limit=500')).data;
  expect(unread.unread_conversations).toBe(unread.items.length);
  expect(unread.items).toHaveLength(listed.filter((one) => one.unread > 0).length);
});

test('a conversation is found by a prefix of name or address, and by its reference', async () => {
  const { as, id, username, email, write } = await buildWriter();
  await write('hello');
  const { reference } = (await ask(as, 'GET', 'support')).data;
  const find = async (q: string) =>
    (await asAdmin('GET', `conversations?q=${encodeURIComponent(q)}`)).data.items.map(
      (one: any) => one.user.id,
    );
  for (const q of [username.slice(0, -1).toUpperCase(), email, reference.toLowerCase()])
    expect(await find(q)).toEqual([id]);
  expect(await find(username.slice(1))).toEqual([]);
  expect(await find('%')).toEqual([]);
  expect((await asAdmin('GET', 'conversations?cursor=unread')).code).toBe(519);
});

test('a conversation is looked after: open, waiting, closed until somebody writes, and whose it is', async () => {
  const { id, username, write } = await buildWriter();
  const path = `conversations/${id}`;
  const list = async (query: string): Promise<{ state: string; assigned_to: unknown }[]> =>
    (await asAdmin('GET', `conversations?q=${username}&${query}`)).data.items;
  const stateOf = async (): Promise<string> => {
    const { state } = (await asAdmin('GET', path)).data.conversation;
    for (const one of ['open', 'waiting', 'closed'])
      expect([one, (await list(`state=${one}`)).length]).toEqual([one, Number(one === state)]);
    return state;
  };
  await write('hello');
  expect(await stateOf()).toBe('open');
  await asAdmin('POST', `${path}/messages`, { text: 'hello' });
  expect(await stateOf()).toBe('waiting');
  expect((await asAdmin('PUT', `${path}/closed`, { closed: true })).data.state).toBe('closed');
  expect(await stateOf()).toBe('closed');
  await write('still here');
  expect(await stateOf()).toBe('open');
  await asAdmin('PUT', `${path}/closed`, { closed: true });
  expect((await asAdmin('PUT', `${path}/closed`, { closed: false })).data.state).toBe('open');
  // Closed by a colleague who has not seen the last message.
  const close = async (up_to: string): Promise<string> =>
    (await asAdmin('PUT', `${path}/closed`, { closed: true, up_to })).data.state;
  const seen = (await asAdmin('GET', path)).data.conversation.last_message.id;
  const { id: unseen } = await write('and one more thing');
  expect(await close(seen)).toBe('open');
  expect(await list('state=open')).toHaveLength(1);
  expect(await close(unseen)).toBe('closed');
  expect(await close('999999999999')).toBe('closed');
  await write('a new question');
  expect(await stateOf()).toBe('open');

  expect(await list('assigned=nobody')).toHaveLength(1);
  const { items: colleagues } = (await asAdmin('GET', 'colleagues')).data;
  const me = { id: admin.user.id.toString(), username: admin.user.username };
  expect(colleagues).toContainEqual(me);
  expect((await asAdmin('PUT', `${path}/assignee`, { assignee: me.id })).data.assigned_to).toEqual(me);
  expect(await list('assigned=me')).toMatchObject([{ assigned_to: me }]);
  expect(await list('assigned=nobody')).toHaveLength(0);
  // The buyer may not answer.
  expect((await asAdmin('PUT', `${path}/assignee`, { assignee: id })).code).not.toBe(200);
  expect((await asAdmin('PUT', `${path}/assignee`, {})).data.assigned_to).toBeNull();
});

test('saved replies have a name of their own and a text in one language at least', async () => {
  const replies = (method: string, path = '', body?: unknown) =>
    ask(admin.headers, method, `admin/saved-replies${path}`, body);
  const reply = { name: `Greeting ${Date.now()}`, texts: { en: 'Hello {name}', ru: '' } };
  const { data: made } = await replies('POST', '', reply);
  expect(made).toMatchObject({ name: reply.name, texts: { en: 'Hello {name}' } });
  expect((await replies('POST', '', reply)).code).not.toBe(200);
  expect((await replies('POST', '', { name: 'Empty', texts: { en: ' ' } })).code).not.toBe(200);
  const changed = { ...reply, texts: { pt: 'Olá {name}' } };
  expect((await replies('PUT', `/${made.id}`, changed)).data.texts).toEqual(changed.texts);
  expect((await replies('GET')).data.items).toContainEqual(expect.objectContaining({ id: made.id }));
  expect((await replies('DELETE', `/${made.id}`)).code).toBe(200);
  expect((await replies('GET')).data.items).not.toContainEqual(expect.objectContaining({ id: made.id }));
});
