import { beforeAll, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { sell, type Sale } from '../../../testing/sale.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { renderDelivery } from './delivery-mail.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const own = {
  columns: ['Password', 'cookie', 'ACCOUNT'],
  separator: '|',
  file_type: 'csv',
  has_header: true,
};

async function fileOf(sale: Sale, format: string) {
  const answer = await shop.app.http.inject({
    url: `/api/orders/${sale.orderNo}/accounts?format=${format}`,
    headers: sale.buyer,
  });
  return {
    type: answer.headers['content-type'],
    name: answer.headers['content-disposition'],
    text: answer.body,
  };
}

const mailOf = async (sale: Sale) =>
  (await renderDelivery(shop.ctx, (await findOrderByNo(shop.ctx.db, sale.orderNo))!.id))!;

const setProduct = (sale: Sale, change: { instruction?: string; file_name?: string }) =>
  shop.ctx.db.updateTable('goods').set(change).where('id', '=', sale.goodsId).execute();

test('a saved format is used for the file and the e-mail, and the other files stay as they were', async () => {
  const sale = await sell(shop, 2);
  const asImported = sale.lines.slice(0, 2);
  const rows = asImported.map((line) => line.split('----'));
  const before = await fileOf(sale, 'own');
  expect(before).toMatchObject({
    type: 'text/plain; charset=utf-8',
    name: `attachment; filename="${sale.orderNo}.txt"`,
    text: asImported.map((line) => `${line}\n`).join(''),
  });
  expect((await shop.call('GET', '/api/delivery-format', undefined, sale.buyer)).data).toBeNull();
  expect((await shop.call('PUT', '/api/delivery-format', own, sale.buyer)).data).toEqual(own);
  expect((await shop.call('GET', '/api/delivery-format', undefined, sale.buyer)).data).toEqual(own);
  const lines = ['Password|cookie|ACCOUNT', ...rows.map(([account, password]) => `${password}||${account}`)];
  const file = `\ufeff${lines.map((line) => `${line}\n`).join('')}`;
  expect(await fileOf(sale, 'own')).toMatchObject({
    type: 'text/csv; charset=utf-8',
    name: `attachment; filename="${sale.orderNo}.csv"`,
    text: file,
  });
  const mail = await mailOf(sale);
  expect(mail.attachments).toEqual([{ filename: `${sale.orderNo}.csv`, content: file }]);
  expect(mail.text).toContain(lines.join('\n'));
  expect((await fileOf(sale, 'txt')).text).toBe(before.text);
  expect((await shop.call('DELETE', '/api/delivery-format', undefined, sale.buyer)).code).toBe(200);
  expect(await fileOf(sale, 'own')).toEqual(before);
});

test.each([
  ['a column twice', { columns: ['account', 'Account'] }, { field: 'columns', fault: 'twice' }],
  ['a long CSV separator', { separator: '----' }, { field: 'separator', fault: 'long', limit: 1 }],
  ['a line break between values', { separator: 'a\nb' }, { field: 'separator', fault: 'wrong' }],
  ['an unknown file type', { file_type: 'xlsx' }, { field: 'file_type' }],
])('%s is refused and nothing is saved', async (_, change, fault) => {
  const { token } = await shop.register();
  const headers = bearer(token);
  const answer = await shop.call('PUT', '/api/delivery-format', { ...own, ...change }, headers);
  expect(answer.body.faults).toEqual([expect.objectContaining(fault)]);
  expect((await shop.call('GET', '/api/delivery-format', undefined, headers)).data).toBeNull();
});

test('a format is its owner’s: a stranger has none of it', async () => {
  const sale = await sell(shop, 1);
  await shop.call('PUT', '/api/delivery-format', own, sale.buyer);
  const { token } = await shop.register();
  const headers = bearer(token);
  expect((await shop.call('GET', '/api/delivery-format', undefined, headers)).data).toBeNull();
  expect((await shop.call('GET', '/api/delivery-format')).code).not.toBe(200);
});

test('the instruction of a product is sanitised, shown on the order and sent with the accounts', async () => {
  const sale = await sell(shop, 1);
  const path = `/api/admin/goods/${sale.goodsId}`;
  const { data: goods } = await shop.call('GET', path, undefined, sale.admin.headers);
  const en =
    '<p>Use a <strong>clean</strong> browser<script>alert(1)</script>, see <a href="/docs/support">help</a></p>';
  const body = {
    category_id: goods.category.id,
    names: goods.names,
    price: goods.price,
    instructions: { en, ru: '<script>x</script>', pt: '<p><br></p>' },
    file_name: '{product} {quantity} шт {date}',
  };
  const changed = await shop.call('PUT', path, body, sale.admin.headers);
  const clean = '<p>Use a <strong>clean</strong> browser, see <a href="/docs/support">help</a></p>';
  expect(changed.data).toMatchObject({ file_name: body.file_name });
  expect(changed.data.instructions).toEqual({ en: clean });
  const instruction = `/api/orders/${sale.orderNo}/instruction`;
  expect((await shop.call('GET', instruction, undefined, sale.buyer)).data).toEqual({ instruction: clean });
  const { token } = await shop.register();
  expect((await shop.call('GET', instruction, undefined, bearer(token))).code).toBe(506);

  expect((await shop.call('GET', `/api/goods/${sale.goodsId}`)).data.has_instruction).toBe(true);

  const mail = await mailOf(sale);
  expect(mail.html).toContain(`href="${shop.ctx.publicUrl}/docs/support"`);
  expect(mail.text).toContain(`Use a clean browser, see help (${shop.ctx.publicUrl}/docs/support)`);
  const day = (await sale.order()).created_at.slice(0, 10);
  expect(mail.attachments?.[0]?.filename).toBe(`Test mailbox 1 шт ${day}.txt`);
  expect((await fileOf(sale, 'csv')).name).toBe(
    `attachment; filename="Test mailbox 1 __ ${day}.csv"; filename*=UTF-8''Test%20mailbox%201%20%D1%88%D1%82%20${day}.csv`,
  );
});

test('an instruction stays out of the e-mail where the operator says so, and is still on the order', async () => {
  const sale = await sell(shop, 1);
  const path = `/api/admin/goods/${sale.goodsId}`;
  const { data: goods } = await shop.call('GET', path, undefined, sale.admin.headers);
  expect(goods.instruction_in_mail).toBe(true);
  expect((await shop.call('GET', `/api/goods/${sale.goodsId}`)).data.has_instruction).toBe(false);
  const body = {
    category_id: goods.category.id,
    names: goods.names,
    price: goods.price,
    instructions: { en: '<p>Wait five minutes.</p>' },
    instruction_in_mail: false,
  };
  const changed = await shop.call('PUT', path, body, sale.admin.headers);
  expect(changed.data.instruction_in_mail).toBe(false);
  // A page of the version before does not name it.
  const { instruction_in_mail: _, ...known } = body;
  expect((await shop.call('PUT', path, known, sale.admin.headers)).data.instruction_in_mail).toBe(false);
  const mail = await mailOf(sale);
  expect(`${mail.html}${mail.text}`).not.toMatch(/five minutes|How to use/);
  const instruction = `/api/orders/${sale.orderNo}/instruction`;
  expect((await shop.call('GET', instruction, undefined, sale.buyer)).data).toEqual({
    instruction: '<p>Wait five minutes.</p>',
  });
  expect((await shop.call('GET', `/api/goods/${sale.goodsId}`)).data.has_instruction).toBe(true);
});

test('no file name leaves its folder or breaks its header', async () => {
  const sale = await sell(shop, 1);
  await setProduct(sale, { file_name: '../{product}' });
  await shop.ctx.db
    .updateTable('goods')
    .set({ name: JSON.stringify({ en: '..\\a/b:"c"\r\n%' }) })
    .where('id', '=', sale.goodsId)
    .execute();
  expect((await fileOf(sale, 'txt')).name).toBe(
    `attachment; filename="a b c _.txt"; filename*=UTF-8''a%20b%20c%20%25.txt`,
  );
  const path = `/api/admin/goods/${sale.goodsId}`;
  const { data: goods } = await shop.call('GET', path, undefined, sale.admin.headers);
  for (const file_name of ['a/b', '..', '{buyer}', 'a{', 'a:b']) {
    const body = { category_id: goods.category.id, names: { en: 'Mailbox' }, price: '1', file_name };
    const answer = await shop.call('PUT', path, body, sale.admin.headers);
    expect(answer.body.faults, file_name).toEqual([expect.objectContaining({ field: 'file_name' })]);
  }
});
