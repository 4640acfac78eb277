import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx);
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/stock/${path}`, body, admin.headers);

/** Imports a file in one part, and returns the batch with its downloads. */
async function bring(text: string, form: object) {
  const goodsId = await buildGoods(shop.ctx);
  const file = { name: 'quay', bytes: text.length, form };
  const { data } = await ask('POST', 'imports', { goods_id: `${goodsId}`, has_right_to_sell: true, file });
  const batch = (await ask('POST', `imports/${data.id}/lines`, { from_line: 0, text, form })).data;
  const download = async (as: string) => (await ask('GET', `batches/${data.id}/refused-lines?as=${as}`)).body;
  const faultsOf = (csv: string): string[] => csv.split('\r\n').map((row) => row.replace(/^\d+,/, ''));
  return { batch, lines: await download('txt'), reasons: faultsOf(await download('csv')) };
}

const name = `+7999${randomUUID()}`;
const TABLE = {
  kind: 'csv',
  delimiter: ';',
  has_header: true,
  heading: ['login', 'pass', 'a "long"; note'],
  columns: [0, 1],
  separator: '----',
};
const HEADING = 'login;pass;"a ""long""; note"\n';

test.each([
  ['lines of text', { kind: 'text' }, '', [name, `=${name}----`, `${'x'.repeat(64_001)}----key`], '----'],
  [
    'a table',
    TABLE,
    HEADING,
    [`${name};;"a ""b"";\nc"`, `=${name};`, `${name};${'x'.repeat(64_001)};n`],
    ';',
  ],
])(
  'of %s, what comes back is what came, and is rejected again',
  async (_, form, heading, wrong, separator) => {
    const good = `${randomUUID()}${separator}key${separator}n\n`;
    const rows = wrong.map((row) => `${row}\n`).join('');
    const first = await bring(`${heading}${good}${rows}`, form);
    expect(first.batch).toMatchObject({ added: 1, rejected: 3 });
    expect(first.lines).toBe(`${heading}${rows}`);
    const again = await bring(first.lines, form);
    expect(again.batch).toMatchObject({ added: 0, rejected: 3 });
    expect(again.lines).toBe(first.lines);
    expect(again.reasons).toEqual(first.reasons);
    expect(first.reasons.join()).not.toContain(name);
  },
);

test('one table is brought to two products, an import each, and what is of neither comes back', async () => {
  const tag = randomUUID();
  const row = (login: string, country: string): string => `${login}-${tag};key;${country}\n`;
  const text = `login;pass;country\n${row('a', 'DE')}${row('b', 'BR')}${row('c', 'FR')}${row('d', 'DE')}`;
  const form = { ...TABLE, heading: ['login', 'pass', 'country'] };
  const own = (values: string[], others: string[], holds_rest: boolean) => ({
    ...form,
    own_rows: { column: 2, values, others, holds_rest },
  });
  const germany = await bring(text, own(['DE'], ['BR'], true));
  const brazil = await bring(text, own(['BR'], ['DE'], false));
  expect(germany.batch).toMatchObject({ lines: 5, added: 2, rejected: 1 });
  expect(germany.lines).toBe(`login;pass;country\n${row('c', 'FR')}`);
  expect(germany.reasons).toContain('"no product"');
  expect(brazil.batch).toMatchObject({ lines: 5, added: 1, rejected: 0 });
  expect(brazil.batch.goods_id).not.toBe(germany.batch.goods_id);
  // The form stays with the import, so that it can be continued.
  expect(brazil.batch.file.form.own_rows).toEqual({
    column: 2,
    values: ['BR'],
    others: ['DE'],
    holds_rest: false,
  });
});
