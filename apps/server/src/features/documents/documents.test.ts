import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['document.write']);
});
afterAll(() => shop.ctx.db.deleteFrom('documents').execute());

const read = async (name: string, language = 'en') =>
  (await shop.call('GET', `/api/documents/${name}`, undefined, { 'accept-language': language })).data.body;
const write = (name: string, body: object) =>
  shop.call('PUT', `/api/admin/documents/${name}`, { body }, admin.headers);

test('the built-in text applies until one is written, and again when it is cleared', async () => {
  expect(await read('terms')).toBeNull();
  await write('terms', { en: '<p>Be fair.</p>', ru: '<p>Честно.</p>' });
  expect([await read('terms', 'ru'), await read('terms', 'en')]).toEqual([
    '<p>Честно.</p>',
    '<p>Be fair.</p>',
  ]);
  // Terms in another language are still the operator's terms; the built-in ones are not.
  expect(await read('terms', 'pt')).toBe('<p>Be fair.</p>');
  expect(await read('privacy')).toBeNull();
  const { items } = (await shop.call('GET', '/api/admin/documents', undefined, admin.headers)).data;
  expect(items).toMatchObject([
    { name: 'terms', body: { en: '<p>Be fair.</p>' } },
    { name: 'privacy', body: {}, updated_at: null },
    { name: 'refunds', body: {}, updated_at: null },
  ]);
  await write('terms', {});
  expect(await read('terms')).toBeNull();
});

test('scripts are removed, and a text of nothing else counts as empty', async () => {
  const { data } = await write('refunds', {
    en: '<h2 onclick="x()">How</h2><script>x()</script><a href="javascript:x()">here</a>',
    pt: '<script>x()</script>',
  });
  expect(data.body).toEqual({ en: '<h2>How</h2><a>here</a>' });
});

test('each change is audited with the texts before and after', async () => {
  await write('privacy', { en: '<p>One</p>' });
  await write('privacy', { en: '<p>Two</p>' });
  const entry = await shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', 'document:privacy')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'document.update',
    before: { body: { en: '<p>One</p>' } },
    after: { body: { en: '<p>Two</p>' } },
  });
});

test('no other document can be written', async () => {
  expect((await write('support', { en: '<p>Call us</p>' })).code).toBe(519);
});
