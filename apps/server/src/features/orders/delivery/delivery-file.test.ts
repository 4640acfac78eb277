import { stringify } from 'csv-stringify/sync';
import { readXlsx } from 'hucre/xlsx';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { buildGoods, fund } from '../../../testing/build.ts';
import { LONGEST_CELL } from '../../../platform/http/send-file.ts';
import { sell, type Sale } from '../../../testing/sale.ts';
import { importStock } from '../../stock/import/imports.ts';
import { itemContext } from '../../stock/items.sql.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { renderDelivery } from './delivery-mail.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});

describe('delivery file', () => {
  const COLUMNS = ['account', 'password', 'proxy'];
  const SEPARATOR = '----';

  /** Orders accounts of these lines; answers its number and the buyer's headers. */
  async function order(lines: readonly string[]): Promise<{ path: string; headers: Record<string, string> }> {
    const { token, id } = await shop.register();
    const headers = bearer(token);
    const goodsId = await buildGoods(shop.ctx, {
      separator: SEPARATOR,
      columns: COLUMNS,
      price_micro: 10_000n,
    });
    await importStock(shop.ctx, { goodsId, gender: 'unspecified', note: 'test', lines });
    await fund(shop.ctx, BigInt(id), 1_000_000_000n);
    const { data } = await shop.call(
      'POST',
      '/api/orders',
      { goods_id: goodsId.toString(), quantity: lines.length },
      headers,
    );
    return { path: `/api/orders/${data.order_no}`, headers };
  }

  type Ordered = Awaited<ReturnType<typeof order>>;

  const fetchFile = ({ path, headers }: Ordered, query: string) =>
    shop.app.http.inject({ url: `${path}/accounts?${query}`, headers });

  const saveFormat = async ({ headers }: Ordered, format: object): Promise<number> =>
    (await shop.call('PUT', '/api/delivery-format', format, headers)).code;

  const mailOf = async ({ path }: Ordered) =>
    (await renderDelivery(
      shop.ctx,
      (await findOrderByNo(shop.ctx.db, path.slice('/api/orders/'.length)))!.id,
    ))!;

  /** Values that spreadsheets, splitting programs and careless copies change. */
  const ODD = [
    '=1+2',
    '007',
    '12345678901234567890',
    'a"b',
    'a,b',
    'a;b',
    'end ',
    '\tstart',
    'почта',
    '密码',
    '{"a":[1]}',
    '',
  ];

  const manyLines = (count: number): string[] => {
    const tag = randomUUID();
    return Array.from({ length: count }, (_, at) =>
      [
        `${tag}-${at}`,
        `p${ODD[at % ODD.length]}`,
        ...(at % 3 === 0 ? [] : [ODD[(at + 1) % ODD.length]!]),
      ].join(SEPARATOR),
    );
  };

  /** Blanks round a value are no part of it. */
  const valuesOf = (lines: readonly string[]): string[][] =>
    lines.map((line) =>
      COLUMNS.map((_, at) => (line.split(SEPARATOR)[at] ?? '').replaceAll(/^[ \t]+|[ \t]+$/g, '')),
    );

  const ROWS = 257;
  const plain = { columns: [], separator: '\t', file_type: 'txt', has_header: false };

  test('a file of several steps is, byte for byte, what one piece would be', async () => {
    const lines = manyLines(ROWS);
    const ordered = await order(lines);
    const rows = valuesOf(lines);
    expect((await fetchFile(ordered, 'format=txt')).body).toBe(lines.map((line) => `${line}\n`).join(''));
    expect((await fetchFile(ordered, 'format=own')).body).toBe(lines.map((line) => `${line}\n`).join(''));
    const csv = stringify([COLUMNS, ...rows], { record_delimiter: 'windows', quoted: true, bom: true });
    expect((await fetchFile(ordered, 'format=csv')).rawPayload.equals(Buffer.from(csv))).toBe(true);

    expect(await saveFormat(ordered, plain)).toBe(200);
    const tabbed = rows.map((row) => `${row.join('\t')}\n`).join('');
    expect((await fetchFile(ordered, 'format=own')).body).toBe(tabbed);
    expect((await mailOf(ordered)).attachments?.[0]?.content).toBe(tabbed);

    await saveFormat(ordered, { ...plain, file_type: 'jsonl', columns: ['PROXY', 'account'] });
    const objects = rows
      .map(([account, , proxy]) => `${JSON.stringify({ PROXY: proxy, account })}\n`)
      .join('');
    expect((await fetchFile(ordered, 'format=own')).body).toBe(objects);
  });

  test('a spreadsheet has every value as text', async () => {
    const lines = manyLines(ROWS);
    const answer = await fetchFile(await order(lines), 'format=xlsx');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="\w+\.xlsx"$/);
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
    const rows = valuesOf(lines);
    expect(sheet!.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual([COLUMNS, ...rows]);
  });

  test('a value that no cell holds is refused as a spreadsheet, and said before', async () => {
    const ordered = await order(['a----b']);
    const { keyring, db } = shop.ctx;
    const text = `a${SEPARATOR}${'x'.repeat(LONGEST_CELL + 1)}`;
    const { id, goods_id } = await db
      .selectFrom('stock_items')
      .select(['id', 'goods_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { keyId, sealed } = keyring.seal(text, itemContext(goods_id, id));
    await db.updateTable('stock_items').set({ key_id: keyId, sealed }).where('id', '=', id).execute();
    const answer = await fetchFile(ordered, 'format=xlsx');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().faults).toEqual([{ field: 'format', fault: 'long', limit: LONGEST_CELL }]);
    expect(
      (await shop.call('GET', `${ordered.path}/accounts/survey`, undefined, ordered.headers)).data,
    ).toMatchObject({
      longest_value: LONGEST_CELL + 1,
    });
    expect((await fetchFile(ordered, 'format=csv')).statusCode).toBe(200);
  });

  test.each([
    ['none', { columns: [] }],
    ['an absent list', {}],
  ])('all columns are saved as %s', async (_, { columns }: { columns?: string[] }) => {
    const { token } = await shop.register();
    const body = { separator: ':', file_type: 'txt', has_header: false, ...(columns && { columns }) };
    const saved = await shop.call('PUT', '/api/delivery-format', body, bearer(token));
    expect(saved.data).toEqual({ ...body, columns: [] });
    expect((await shop.call('GET', '/api/delivery-format', undefined, bearer(token))).data).toEqual(
      saved.data,
    );
  });

  test('JSON has all accounts, or a page of them and how many there are', async () => {
    const lines = manyLines(ROWS);
    const ordered = await order(lines);
    const read = async (query = '') => (await fetchFile(ordered, query)).json().data;
    const whole = await read();
    expect(whole.items.map(({ text }: { text: string }) => text)).toEqual(lines);
    expect(Object.keys(whole.items[0]).toSorted()).toEqual(['account', 'fields', 'id', 'password', 'text']);
    expect(whole).toMatchObject({ total: ROWS, remedied_total: 0, remedied_items: [] });
    for (const [limit, after] of [
      [50, 0],
      [50, 50],
      [150, 200],
      [50, 256],
      [50, 257],
      [500, 0],
    ]) {
      const page = await read(`limit=${limit}&after=${after}`);
      expect(page.items).toEqual(whole.items.slice(after, after! + limit!));
      expect(page.total).toBe(ROWS);
    }
    expect((await fetchFile(ordered, 'limit=501')).statusCode).toBe(400);
  });

  test('values that hold the separator are counted, and the e-mail names a format that keeps them', async () => {
    const ordered = await order(['a@x.test----p:1----http://proxy:80', 'b@x.test----q', 'c@x.test----r:2']);
    const survey = async () =>
      (await shop.call('GET', `${ordered.path}/accounts/survey`, undefined, ordered.headers)).data;
    expect(await survey()).toMatchObject({ columns: COLUMNS, split_values: { txt: 0, own: null } });
    expect((await mailOf(ordered)).text).not.toContain('separator');
    await saveFormat(ordered, { ...plain, separator: ':' });
    expect((await survey()).split_values).toEqual({ txt: 0, own: 3 });
    expect((await mailOf(ordered)).text).toContain('3 values contain the separator. CSV and JSON lines keep');
    await saveFormat(ordered, { ...plain, separator: ':', columns: ['account', 'proxy'] });
    expect((await survey()).split_values.own).toBe(1);
    await saveFormat(ordered, { ...plain, separator: ';', file_type: 'csv' });
    expect((await survey()).split_values.own).toBe(0);
    expect((await mailOf(ordered)).text).toContain('leading zeros');
  });

  test('a stranger surveys nothing', async () => {
    const ordered = await order(manyLines(1));
    const { token } = await shop.register();
    expect((await shop.call('GET', `${ordered.path}/accounts/survey`, undefined, bearer(token))).code).toBe(
      506,
    );
  });

  test('an e-mail that its file makes larger than the setting goes with a link', async () => {
    const lines = manyLines(300).map((line) => `${line}${'x'.repeat(2_600)}`);
    const ordered = await order(lines);
    const mail = await mailOf(ordered);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.smaller).toMatchObject({ subject: mail.subject });
    expect(mail.text.length).toBeLessThan(50_000);
    await shop.ctx.db
      .insertInto('settings')
      .values({ key: 'mail_limit_mb', value: '1', updated_at: shop.ctx.clock.now() })
      .execute();
    const linked = await mailOf(ordered);
    expect(linked.attachments).toBeUndefined();
    expect(linked.text).toContain(
      `too large for an e-mail. View and download them here: ${shop.ctx.publicUrl}/order/`,
    );
    expect(`${linked.text}${linked.html}`).not.toContain(lines[0]);
    expect((await mailOf(await order(manyLines(20)))).attachments).toHaveLength(1);
    await shop.ctx.db.deleteFrom('settings').where('key', '=', 'mail_limit_mb').execute();
  });
});

describe('formats', () => {
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
    const lines = [
      'Password|cookie|ACCOUNT',
      ...rows.map(([account, password]) => `${password}||${account}`),
    ];
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
});
