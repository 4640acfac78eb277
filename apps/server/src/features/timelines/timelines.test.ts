import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { sell, type Sale } from '../../testing/sale.ts';

let shop: TestShop;
let sale: Sale;

beforeAll(async () => {
  shop = await createTestShop();
  sale = await sell(shop, 3);
  await shop.call('POST', '/api/support/messages', { text: 'one is dead' }, sale.buyer);
  const [first] = await sale.ids();
  expect((await sale.claim([first!])).code).toBe(200);
  expect((await sale.refund({ item_ids: [first] })).code).toBe(200);
  await sql`
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    values ('redemption', 77, 6, ${sale.userId}, 500000, now())`.execute(shop.ctx.db);
  await post('/api/admin/notes', { about: 'user', id: String(sale.userId), text: 'always in a hurry' });
});

const get = async (path: string, { headers }: Pick<TestAdmin, 'headers'> = sale.admin): Promise<any> =>
  shop.call('GET', path, undefined, headers);
const post = (
  path: string,
  body: object,
  { headers }: Pick<TestAdmin, 'headers'> = sale.admin,
): Promise<any> => shop.call('POST', path, body, headers);

test('a timeline has everything, newest first, and its pages follow each other without a gap', async () => {
  const path = `/api/users/${sale.userId}/timeline`;
  const { items, next_cursor: none } = (await get(`${path}?limit=100`)).data;
  expect(none).toBeNull();
  const kinds = items.map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds)).toEqual(
    new Set([
      'registered',
      'order',
      'refund',
      'claim',
      'claimSettled',
      'adjustment',
      'message',
      'note',
      'signIn',
    ]),
  );
  expect(kinds.at(-1)).toBe('registered');
  expect(items.find(({ kind }: { kind: string }) => kind === 'order')).toMatchObject({
    reference: sale.orderNo,
    amount: '3',
    text: '3',
  });
  expect(items.find(({ kind }: { kind: string }) => kind === 'note')).toMatchObject({
    text: 'always in a hurry',
    actor: sale.admin.user.username,
  });
  for (const limit of [1, 2, 3]) {
    const paged = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor && `&cursor=${cursor}`;
      const page = (await get(`${path}?limit=${limit}${more}`)).data;
      paged.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(items);
  }
  expect((await get(`${path}?cursor=1.2`)).code).not.toBe(200);
  expect((await get('/api/users/999999/timeline')).code).not.toBe(200);
});

test('who may read users only sees neither orders nor words', async () => {
  const reader = await signInAdmin(shop.ctx, ['user.read']);
  const { items } = (await get(`/api/users/${sale.userId}/timeline`, reader)).data;
  const kinds = new Set(items.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual(new Set(['registered', 'adjustment', 'note']));
  const overview = (await get(`/api/users/${sale.userId}/overview`, reader)).data;
  expect(overview).toMatchObject({ latest_orders: [], support: null });
});

test('an overview adds up what was bought, refunded and claimed', async () => {
  const { data } = await get(`/api/users/${sale.userId}/overview`);
  expect(data).toMatchObject({
    id: String(sale.userId),
    balance: '11',
    debt: '0',
    orders: 1,
    accounts: 3,
    paid: '3',
    refunded: '1',
    claimed_accounts: 1,
    remedied_accounts: 1,
    open_claims: 0,
    recharges: 0,
    level: null,
    agent: null,
    support: { unread: 1 },
    latest_orders: [{ order_no: sale.orderNo, quantity: 3, amount: '3' }],
  });
  expect((await get('/api/users/999999/overview')).code).not.toBe(200);
});

test('a note is read by who may read what it is about, and changed by its writer alone', async () => {
  const about = { about: 'order', id: sale.orderNo };
  const { data: note } = await post('/api/admin/notes', { ...about, text: 'Asked twice.\nBe kind.' });
  expect(note).toMatchObject({ written_by: sale.admin.user.username, is_own: true, edited_at: null });
  const list = (who: TestAdmin) => get(`/api/admin/notes?about=order&id=${sale.orderNo}`, who);
  const [colleague, other] = [
    await signInAdmin(shop.ctx, ['order.read']),
    await signInAdmin(shop.ctx, ['user.read']),
  ];
  expect((await list(colleague)).data.items).toMatchObject([
    { text: 'Asked twice.\nBe kind.', is_own: false },
  ]);
  expect((await list(other)).code).not.toBe(200);
  expect((await post('/api/admin/notes', { ...about, text: 'x' }, other)).code).not.toBe(200);
  expect((await post('/api/admin/notes', { ...about, id: 'NONE', text: 'x' })).code).not.toBe(200);

  const change = (who: TestAdmin) =>
    shop.call('PUT', `/api/admin/notes/${note.id}`, { text: 'Asked once.' }, who.headers);
  expect((await change(colleague)).code).not.toBe(200);
  expect((await change(sale.admin)).data).toMatchObject({
    text: 'Asked once.',
    edited_at: expect.any(String),
  });
  const remove = (who: TestAdmin) =>
    shop.call('DELETE', `/api/admin/notes/${note.id}`, undefined, who.headers);
  expect((await remove(colleague)).code).not.toBe(200);
  expect((await remove(sale.admin)).code).toBe(200);
  expect((await list(sale.admin)).data.items).toEqual([]);
  const { items } = (await get(`/api/audit?subject=order:${sale.orderNo}`)).data;
  expect(items.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
    'note.delete',
    'note.update',
    'note.create',
  ]);
});
