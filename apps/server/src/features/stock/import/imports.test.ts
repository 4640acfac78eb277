import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildGoods } from '../../../testing/build.ts';
import { formsOf } from '../items.sql.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx);
});

const ask = (method: string, path: string, body?: unknown, headers = admin.headers): Promise<Answer> =>
  shop.call(method, `/api/stock/${path}`, body, headers);
const TEXT = { kind: 'text' };
const open = async (more: object = {}): Promise<string> => {
  const goods_id = String(await buildGoods(shop.ctx));
  const { data } = await ask('POST', 'imports', { goods_id, has_right_to_sell: true, ...more });
  return data.id;
};
const add = (id: string, from_line: number, lines: readonly string[], form: object = TEXT): Promise<Answer> =>
  ask('POST', `imports/${id}/lines`, { from_line, text: lines.map((line) => `${line}\n`).join(''), form });
const linesOf = (count: number): string[] => {
  const tag = randomUUID();
  return Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret`);
};
const audited = (action: string) =>
  shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('user_id', '=', admin.user.id)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

test('an import arrives in parts, and reports its progress', async () => {
  const id = await open({ expected_lines: 1_503, gender: 'female', note: 'harbour' });
  const lines = linesOf(1_500);
  const first = await add(id, 0, lines.slice(0, 700));
  expect(first.data).toMatchObject({
    state: 'running',
    lines: 700,
    added: 700,
    free: 700,
    expected_lines: 1_503,
  });
  const second = await add(id, 700, [...lines.slice(700), '', lines[3]!, 'x'.repeat(64_001)]);
  expect(second.data).toMatchObject({ lines: 1_503, added: 1_500, duplicates: 1, rejected: 1 });
  const done = await ask('POST', `imports/${id}/end`);
  expect(done.data).toMatchObject({
    state: 'done',
    gender: 'female',
    note: 'harbour',
    sold: 0,
    withdrawn: 0,
  });
  expect(done.data.username).toBe(admin.user.username);
  expect((await ask('POST', `imports/${id}/end`)).data).toEqual(done.data);
  expect((await ask('GET', `batches/${id}`)).data).toEqual(done.data);
  const listed = (await ask('GET', `batches?goods_id=${done.data.goods_id}`)).data;
  expect(listed).toEqual({ items: [done.data], next_cursor: null, total: null });
  expect((await add(id, 1_503, linesOf(1))).code).toBe(300_026);
});

test('a part that is sent again adds nothing, and one that was half added continues', async () => {
  const id = await open();
  const lines = linesOf(30);
  await add(id, 0, lines.slice(0, 20));
  const again = await add(id, 0, lines.slice(0, 20));
  expect(again.data).toMatchObject({ lines: 20, added: 20, duplicates: 0 });
  const longer = await add(id, 10, lines.slice(10));
  expect(longer.data).toMatchObject({ lines: 30, added: 30, duplicates: 0 });
  expect((await add(id, 31, linesOf(1))).code).toBe(100_001);
});

test('a part that is sent twice at once is added once', async () => {
  const id = await open();
  const lines = linesOf(2_000);
  const answers = await Promise.all([1, 2, 3].map(() => add(id, 0, lines)));
  expect(answers.every(({ code }) => code === 200 || code === 300_026)).toBe(true);
  const { data } = await add(id, 0, lines);
  expect(data).toMatchObject({ lines: 2_000, added: 2_000, duplicates: 0, free: 2_000 });
});

test('an import that broke off continues with the part it broke off in, and with no other file', async () => {
  const file = { name: 'gulls.txt', bytes: 5_000, form: TEXT };
  const id = await open({ file });
  const lines = linesOf(40);
  const part = (from_line: number, from_byte: number, some: readonly string[]) =>
    ask('POST', `imports/${id}/lines`, { from_line, from_byte, text: `${some.join('\n')}\n`, form: TEXT });
  await part(0, 0, lines.slice(0, 20));
  const second = await part(20, 900, lines.slice(20, 30));
  expect(second.data.file).toEqual({ ...file, from_line: 20, from_byte: 900 });

  await shop.ctx.db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', BigInt(id))
    .execute();
  expect((await part(20, 900, linesOf(10))).code).toBe(300_041);
  expect((await ask('GET', `batches/${id}`)).data).toMatchObject({ state: 'unfinished', lines: 30 });
  const again = await part(20, 900, lines.slice(20, 30));
  expect(again.data).toMatchObject({ lines: 30, added: 30, duplicates: 0 });
  const third = await part(30, 1_400, lines.slice(30));
  expect(third.data).toMatchObject({
    state: 'running',
    lines: 40,
    added: 40,
    file: { from_line: 30, from_byte: 1_400 },
  });
  expect((await ask('POST', `imports/${id}/end`)).data.state).toBe('done');
});

test('an unfinished import can be ended without further lines', async () => {
  const id = await open();
  await shop.ctx.db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', BigInt(id))
    .execute();
  expect((await ask('POST', `imports/${id}/end`)).data).toMatchObject({ state: 'done', file: null });
});

test('columns of a file become accounts of the product, and unfit rows are reported', async () => {
  const form = {
    kind: 'csv',
    delimiter: ';',
    has_header: true,
    columns: [2, 0],
    separator: '----',
  };
  const [tag, other] = [randomUUID(), randomUUID()];
  const id = await open();
  const rows = ['pass;country;login', `p;w;${tag}`, 'short', `a----b;w;${other}`, 'x;\ufffd;y\ufffd'];
  const { data } = await add(id, 0, rows, form);
  expect(data).toMatchObject({ lines: 5, added: 1, rejected: 3 });
  expect((await ask('POST', 'items/search', { accounts: [`${tag}----p`] })).data.item_ids).toEqual([
    expect.any(String),
  ]);
  const more = await add(id, 5, [`q;w;${randomUUID()}`], form);
  expect(more.data).toMatchObject({ lines: 6, added: 2 });
  const csv = await ask('GET', `batches/${id}/refused-lines`);
  expect(csv.body).toBe(
    '\ufeffline,fault\r\n3,"column missing"\r\n4,"separator in a field"\r\n5,"not UTF-8"\r\n',
  );
  const txt = await ask('GET', `batches/${id}/refused-lines?as=txt`);
  expect(txt.body).toBe(`short\na----b;w;${other}\nx;\ufffd;y\ufffd\n`);
  const { data: unended } = await add(id, 6, ['"open;w;z', `cleo;c;${randomUUID()}`], form);
  expect(unended).toMatchObject({ lines: 8, added: 3, rejected: 4 });
  expect((await ask('GET', `batches/${id}/refused-lines?as=txt`)).body).toContain('\n"open;w;z\n');
});

test("lines without the product's fields are reported, not sold, in the preview as in the import", async () => {
  const tag = randomUUID();
  const broken = [
    'nonsense',
    `${tag}-2@quay.example`,
    `${tag}-3@quay.example----`,
    '----',
    '----pw',
    ' ---- ',
  ];
  const whole = [`${tag}-1----pw`, `${tag}-4----pw--------more`];
  const id = await open();
  const { data } = await add(id, 0, [...whole, ...broken, `${tag}\u0001`]);
  expect(data).toMatchObject({ lines: 9, added: 2, rejected: 7 });
  const csv = await ask('GET', `batches/${id}/refused-lines`);
  expect(csv.body.split('column missing')).toHaveLength(broken.length + 1);
  expect(csv.body).toContain('control characters');
  const body = { text: [...whole, ...broken, ''].join('\n'), separator: '----', columns: 2, form: TEXT };
  const shown = (await ask('POST', 'imports/previews', body)).data.lines;
  expect(shown.map(({ fault }: { fault: string | null }) => fault)).toEqual([
    null,
    null,
    ...broken.map(() => 'column missing'),
  ]);
});

test('a quote that is never closed is reported with its line, and costs no other', async () => {
  const preview = async (text: string, form?: object) =>
    (await ask('POST', 'imports/previews', { text, separator: '----', columns: 2, form })).data;
  const file = 'login;password;note\nann;a"b;x\n"bob\n";k;z\ncleo;"unclosed;y\ndan;pw;y\n';
  const read = await preview(file);
  expect(read).toMatchObject({
    form: { kind: 'csv', delimiter: ';', has_header: true, columns: [0, 1], width: 3 },
    open_line: 5,
  });
  const shown = read.lines.map(({ account, fault }: { account: string; fault: string }) => [account, fault]);
  expect(shown).toEqual([
    ['ann----a"b', null],
    ['bob\n----k', 'line break'],
    ['cleo;"unclosed;y', 'open quote'],
    ['dan----pw', null],
  ]);
  expect(await preview(file, TEXT)).toMatchObject({ form: TEXT, open_line: null });
});

test('a product that names one field takes any line', async () => {
  const goods_id = String(await buildGoods(shop.ctx, { columns: ['code'] }));
  const { data: batch } = await ask('POST', 'imports', { goods_id, has_right_to_sell: true });
  const { data } = await add(batch.id, 0, [randomUUID(), `${randomUUID()}----`, '']);
  expect(data).toMatchObject({ lines: 3, added: 2, rejected: 0 });
});

test('the right to sell is confirmed, and only who confirmed it adds lines', async () => {
  const goods_id = String(await buildGoods(shop.ctx));
  expect((await ask('POST', 'imports', { goods_id })).code).toBe(510);
  expect((await ask('POST', 'imports', { goods_id, has_right_to_sell: false })).code).toBe(519);
  expect((await ask('POST', 'imports', { goods_id: '999999999', has_right_to_sell: true })).code).toBe(506);
  const id = await open();
  const [entry] = await audited('stock.import');
  expect(entry).toMatchObject({ subject: `batch:${id}`, after: { hasRightToSell: true } });
  const other = await signInAdmin(shop.ctx);
  const part = { from_line: 0, text: linesOf(1)[0], form: TEXT };
  expect((await ask('POST', `imports/${id}/lines`, part, other.headers)).code).toBe(506);
});

test('a preview shows what an import would do, and adds nothing', async () => {
  const preview = (text: string, more: object = {}): Promise<Answer> =>
    ask('POST', 'imports/previews', { text, separator: '----', ...more });
  const tag = randomUUID();
  const found = (await preview(`login,password\n${tag},secret\nbroken\u0000,x\nhalf a li`)).data;
  expect(found).toMatchObject({
    form: {
      kind: 'csv',
      delimiter: ',',
      has_header: true,
      separator: '----',
      heading: ['login', 'password'],
    },
    lines: [
      { line: 2, fields: [tag, 'secret'], account: `${tag}----secret`, fault: null },
      { line: 3, fields: ['broken\u0000', 'x'], account: 'broken\u0000----x', fault: 'control characters' },
    ],
    open_line: null,
  });
  const names = { columns: 2, names: ['password', 'login'] };
  const named = (await preview(`login,password,note\n${tag},secret,x\n`, names)).data;
  expect(named.lines).toEqual([
    { line: 2, fields: ['secret', tag], account: `secret----${tag}`, fault: null },
  ]);
  expect(named.findings).toEqual([
    expect.objectContaining({ kind: 'first heading', is_asked: false }),
    expect.objectContaining({ kind: 'left out', is_asked: false, details: [{ column: 'note' }] }),
  ]);
  const long = linesOf(30).join('\n');
  expect((await preview(long)).data.lines).toHaveLength(20);
  expect((await ask('POST', 'items/search', { accounts: [`${tag}----secret`] })).data.item_ids).toEqual([
    null,
  ]);
});

test('the form of a preview takes codes of another length further down', async () => {
  const names = ['account', 'password', '2fa'];
  const goods_id = String(await buildGoods(shop.ctx, { separator: '----', columns: names }));
  const codes = (length: number) =>
    Array.from({ length: 20 }, () => `${randomUUID()}----pw----${'QX7Z'.repeat(length / 4)}`);
  const text = `${codes(32).join('\n')}\n`;
  const { form, findings } = (
    await ask('POST', 'imports/previews', { text, separator: '----', columns: 3, names })
  ).data;
  expect(findings.filter(({ is_asked }: { is_asked: boolean }) => is_asked)).toEqual([]);
  const file = { name: 'terns.txt', bytes: 100, form };
  const { id } = (await ask('POST', 'imports', { goods_id, has_right_to_sell: true, file })).data;
  const part = { from_line: 0, text: codes(16).join('\n'), form };
  expect((await ask('POST', `imports/${id}/lines`, part)).data).toMatchObject({ added: 20, rejected: 0 });
});

test('an import keeps its form, whatever its product becomes, and programs are as safe as the wizard', async () => {
  const goods_id = String(await buildGoods(shop.ctx, { separator: ':', columns: ['account', 'password'] }));
  const begin = async (form: object) => {
    const file = { name: 'terns.txt', bytes: 100, form };
    return (await ask('POST', 'imports', { goods_id, has_right_to_sell: true, file })).data.id as string;
  };
  const [usual, further] = [await begin(TEXT), await begin({ ...TEXT, surplus: 'further' })];
  const tag = randomUUID();
  const doubtful = [
    'login:password',
    'Total: 12',
    `${tag}:[{"name":`,
    "'+79990000001:pw",
    `${tag}-2:Tide:4421`,
  ];
  expect((await add(usual, 0, doubtful)).data).toMatchObject({ lines: 5, added: 1, rejected: 4 });
  const { body } = await ask('GET', `batches/${usual}/refused-lines`);
  for (const fault of ['heading', 'sum', 'open value', 'guard'])
    expect(body).toContain(`,${fault.includes(' ') ? `"${fault}"` : fault}\r\n`);
  await shop.ctx.db
    .updateTable('goods')
    .set({ separator: '|', columns: ['account', '2fa', 'password'] })
    .where('id', '=', BigInt(goods_id))
    .execute();
  expect((await add(usual, 5, [`${tag}-3:pw`])).data).toMatchObject({ added: 2 });
  const later = await begin(TEXT);
  expect((await add(later, 0, [`${tag}-4:pw`, `${tag}-5|x|pw`])).data).toMatchObject({
    added: 1,
    rejected: 1,
  });
  const forms = await formsOf(shop.ctx.db, [usual, further, later].map(BigInt));
  const before = { separator: ':', columns: ['account', 'password'], keeps_blanks: false };
  expect(forms.get(BigInt(usual))).toEqual({ ...before, surplus: 'last' });
  expect(forms.get(BigInt(further))).toEqual({ ...before, surplus: 'further' });
  expect(forms.get(BigInt(later))).toMatchObject({ separator: '|', columns: ['account', '2fa', 'password'] });
  expect((await add(usual, 6, ['x:y'], { ...TEXT, surplus: 'further' })).code).toBe(100_001);
  const table = { kind: 'csv', delimiter: ',', separator: '----' };
  expect((await add(usual, 6, ['x,y'], table)).code).toBe(100_001);
});

test('a column says how old each account is: nothing sold changes, and no line is lost', async () => {
  const tag = randomUUID();
  const rows = [
    [`old-${tag}`, '12.05.2019'],
    [`new-${tag}`, '03/04/2025'],
    [`none-${tag}`, 'n/a'],
    [`year-${tag}`, '2018'],
    [`OLD-${tag}`, '2017-01-31'],
  ];
  const form = (more: object) => ({
    kind: 'csv',
    delimiter: ',',
    separator: '----',
    has_header: true,
    columns: [0, 1],
    ...more,
  });
  const lines = ['login,password,created', ...rows.map(([login, day]) => `${login},secret,${day}`)];
  const strict = await open();
  expect((await add(strict, 0, lines.slice(0, 5), form({ born: { column: 2 } }))).data).toMatchObject({
    lines: 5,
    added: 0,
    rejected: 4,
    own_days: null,
  });
  const refused = await shop.ctx.db
    .selectFrom('stock_refused_lines')
    .select(['line', 'fault'])
    .where('batch_id', '=', BigInt(strict))
    .execute();
  expect(refused.map(({ line, fault }) => `${line} ${fault}`).toSorted()).toEqual([
    '2 unclear date',
    '3 unclear date',
    '4 no date',
    '5 part date',
  ]);
  const id = await open({ born_on: '2020-02-02' });
  const doubts = { 'no date': 'sell', 'part date': 'sell' };
  const { data } = await add(id, 0, lines, form({ born: { column: 2, order: 'day first' }, doubts }));
  expect(data).toMatchObject({ lines: 6, added: 4, rejected: 0, held: { 'same account': 1 } });
  expect(data.own_days).toEqual({ first: '2018-01-01', last: '2025-04-03' });
  const decided = await ask('POST', `batches/${id}/held-lines`, { decision: 'sell' });
  expect(decided.data).toMatchObject({ added: 5, own_days: { first: '2017-01-31' }, born_on: '2020-02-02' });
  const own = await shop.ctx.db
    .selectFrom('stock_items')
    .selectAll()
    .where('batch_id', '=', BigInt(id))
    .execute();
  const texts = own.map((row) =>
    shop.ctx.keyring.open({ keyId: row.key_id, sealed: row.sealed }, `${row.goods_id}/${row.id}`),
  );
  expect(texts.toSorted()).toEqual(rows.map(([login]) => `${login}----secret`).toSorted());
});

test('an import says what it cost and who it came from, or that nobody knows', async () => {
  const name = `Quay ${randomUUID().slice(0, 6)}`;
  const supplier = (await ask('POST', 'suppliers', { name, contact: 'a@quay.example' })).data;
  expect(supplier).toEqual({ id: supplier.id, name, contact: 'a@quay.example', batches: 0 });
  expect((await ask('POST', 'suppliers', { name: name.toUpperCase() })).code).toBe(300_180);
  const unknown = (await ask('GET', `batches/${await open()}`)).data;
  expect(unknown).toMatchObject({ cost: null, supplier: null });
  const id = await open({ cost: { amount: '2.000001', per: 'all' }, supplier_id: supplier.id });
  const said = { cost: { amount: '2.000001', per: 'all' }, supplier: { id: supplier.id, name } };
  expect((await ask('GET', `batches/${id}`)).data).toMatchObject(said);
  const change = { cost: { amount: '0', per: 'each' } };
  const changed = await ask('PUT', `batches/${id}`, change);
  expect(changed.data).toMatchObject({ cost: { amount: '0', per: 'each' }, supplier: null });
  const [entry] = await audited('batch.update');
  expect(entry).toMatchObject({
    subject: `batch:${id}`,
    before: { cost: said.cost, supplierId: supplier.id },
    after: { cost: change.cost, supplierId: null },
  });
});

test('a supplier that an import came from is renamed, and not deleted', async () => {
  const name = `Mole ${randomUUID().slice(0, 6)}`;
  const { id } = (await ask('POST', 'suppliers', { name })).data;
  const batch = await open({ supplier_id: id });
  expect((await ask('DELETE', `suppliers/${id}`)).code).toBe(300_179);
  const renamed = await ask('PUT', `suppliers/${id}`, { name: `${name} II`, contact: 'new' });
  expect(renamed.data).toEqual({ id, name: `${name} II`, contact: 'new', batches: 1 });
  expect((await ask('GET', `batches/${batch}`)).data.supplier.name).toBe(`${name} II`);
  await ask('PUT', `batches/${batch}`, {});
  expect((await ask('DELETE', `suppliers/${id}`)).code).toBe(200);
  expect((await ask('DELETE', `suppliers/${id}`)).code).toBe(506);
  const goods_id = String(await buildGoods(shop.ctx));
  const gone = await ask('POST', 'imports', { goods_id, has_right_to_sell: true, supplier_id: id });
  expect(gone.code).toBe(506);
});
